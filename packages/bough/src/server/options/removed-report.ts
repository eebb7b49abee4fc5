// Reports members that a schema does not know, so that a schemas file which is not up to date is noticed.
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import { printable } from "../../internal/printable.ts";
import { fieldsOf } from "../../internal/record.ts";

/** Reports of one server: names of members come from clients, so there is a bound. */
const MOST_REPORTS = 1_000;
const LONGEST_NAME = 100;

/** Writes each removed member of each endpoint to the console once, outside production. */
export class RemovedReport {
  readonly #told = new Set<string>();

  /** The report for one endpoint; `undefined` in production. */
  of({ method, template }: AnyEndpoint): ((names: ReadonlySet<string>) => void) | undefined {
    if (isProduction()) {
      return undefined;
    }
    return (names) => {
      for (const name of names) {
        this.#tell(
          `\`${printable(name.slice(0, LONGEST_NAME))}\` is not in the schema of ${method} ${template}: run bough schemas`,
        );
      }
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

function isProduction(): boolean {
  const { process } = fieldsOf(globalThis);
  const { env } = fieldsOf(process);
  return fieldsOf(env)["NODE_ENV"] === "production";
}
