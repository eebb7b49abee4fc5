// Reports members that a schema does not know. Otherwise nobody would notice that they are missing.
import type { AnyEndpoint } from "../../../declare/tree/placement.ts";
import { after, type Later } from "../../../shared/internal/later.ts";
import { printable } from "../../../shared/internal/wrong-argument.ts";
import type { RemovedMembers } from "../../../shared/schema/compiled/removed-members.ts";
import type { ExtractedSchemas } from "../../../shared/schema/extracted-schemas.ts";
import { hasOwnDigest } from "../../../shared/schema/schemas-digest.ts";
import { environmentName } from "../../options/report.ts";

/** Reports of one server: names of members come from clients, so there is a bound. */
const MOST_REPORTS = 1_000;
const LONGEST_NAME = 100;

/** Writes each removed member of each endpoint to the console once, outside production. */
export class RemovedReport {
  readonly #told = new Set<string>();
  readonly #schemas: ExtractedSchemas;
  readonly #strips: boolean;
  #current: Later<boolean> | undefined;

  constructor(schemas: ExtractedSchemas, strips: boolean) {
    this.#schemas = schemas;
    this.#strips = strips;
  }

  /** The report for one endpoint; `undefined` in production. */
  of(
    { method, template }: AnyEndpoint,
    { answers }: { readonly answers: boolean },
  ): ((names: ReadonlySet<string>, types: RemovedMembers) => void) | undefined {
    const environment = environmentName();
    if (environment === "production") {
      return undefined;
    }
    const place = `${method} ${template}`;
    const isTold = answers && !this.#strips && environment !== "test";
    const told = (member: string, types: ReadonlySet<string> = new Set()): string => {
      const type = types.size === 0 ? "its type" : [...types].map(quoted).join(" or ");
      return `${place}: ${member} is not in ${type}, so it was not sent`;
    };
    return (names, types) => {
      this.#current ??= hasOwnDigest(this.#schemas);
      void after(this.#current, (isCurrent) => {
        this.#current = isCurrent;
        for (const name of isCurrent && !isTold ? [] : names) {
          const member = quoted(name.slice(0, LONGEST_NAME));
          this.#tell(
            isCurrent
              ? told(member, types.get(name))
              : `${member} is not in the schema of ${place}: run bough schemas`,
          );
        }
      });
    };
  }

  #tell(text: string): void {
    if (this.#told.has(text) || this.#told.size === MOST_REPORTS) {
      return;
    }
    this.#told.add(text);
    // oxlint-disable-next-line no-console -- a member that is left out silently is hard to find
    console.warn(text);
  }
}

function quoted(name: string): string {
  return `\`${printable(name)}\``;
}
