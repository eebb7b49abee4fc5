// The schemas of one endpoint: its request, responses and failures, and what its JSDoc says.
import type ts from "typescript";
import type { BodySchema, BodySchemas, EndpointSchemas } from "bough/types";
import { bodySchema, isUnchecked, representationsOf, type Representation } from "./body-schemas.ts";
import { docOf } from "./doc-comment.ts";
import { documentedSymbol } from "./documented-symbol.ts";
import type { EndpointType } from "./endpoint-types.ts";
import { FaultFinder, type Unit } from "./fault.ts";
import { memberText, memberType, partsOf, textOf } from "./member-type.ts";
import { byCodeUnit } from "./mutable-schema.ts";
import type { Report } from "./report.ts";
import type { SchemaReader } from "./schema-reader.ts";
import { Endless } from "./type-schemas.ts";

/** Reads the bodies of endpoints, and keeps the units of those that are in the file. */
export class EndpointReader {
  readonly units: Unit[] = [];
  readonly #reader: SchemaReader;
  readonly #report: Report;
  readonly #faults = new FaultFinder();

  constructor(reader: SchemaReader, report: Report) {
    this.#reader = reader;
    this.#report = report;
  }

  read({ definition, failures, rejections, symbol, title }: EndpointType): EndpointSchemas {
    const { checker } = this.#reader;
    const request = this.#body(memberType(definition, "request", checker), `${title} request`);
    const responses = this.#each(
      partsOf(memberType(definition, "responses", checker)).map((response) => ({
        name: textOf(memberType(response, "status", checker)) ?? "",
        type: memberType(response, "body", checker),
        place: `${title} response`,
      })),
    );
    const failed = this.#each(
      failures.map((failure) => ({
        name: memberText(failure, "name", checker) ?? "",
        type: memberType(memberType(failure, "~detail", checker), "body", checker),
        place: `${title} failure`,
        negotiatedAs: isBare(failure, checker) ? undefined : "application/problem+json",
      })),
    );
    const rejected = this.#body(rejections, `${title} rejection`);
    return {
      ...docs(symbol, checker),
      ...(request && { request }),
      ...(responses && { responses }),
      ...(failed && { failures: failed }),
      ...(rejected && { rejections: rejected }),
    };
  }

  /** Bodies by status or by the failure's name; `undefined` if none has a schema. */
  #each(named: readonly NamedBody[]): Record<string, BodySchemas> | undefined {
    // A failure of the endpoint replaces an inherited one with its name.
    const nearest = named.filter(
      (one, index) => named.findIndex(({ name }) => name === one.name) === index,
    );
    const found = nearest
      .toSorted((one, other) => byCodeUnit(one.name, other.name))
      .flatMap(({ name, type, place, negotiatedAs }) => {
        const body = this.#body(type, `${place} ${name}`, negotiatedAs);
        return body ? [[name, body] as const] : [];
      });
    return found.length > 0 ? Object.fromEntries(found) : undefined;
  }

  #body(type: ts.Type | undefined, place: string, negotiatedAs?: string): BodySchemas | undefined {
    const found = representationsOf(type, this.#reader.checker, negotiatedAs).flatMap((one) => {
      const schema = this.#representation(one, place);
      return schema ? [[one.mediaType, schema] as const] : [];
    });
    return found.length > 0 ? Object.fromEntries(found) : undefined;
  }

  #representation(representation: Representation, place: string): BodySchema | undefined {
    const unit: Unit = { faults: [], uses: new Map() };
    let schema: BodySchema | undefined;
    try {
      schema = bodySchema(representation, { unit, path: "" }, this.#reader);
    } catch (error) {
      if (!(error instanceof Endless)) {
        throw error;
      }
      if (unit.uses.size === 0) {
        unit.faults.push({ kind: "endless", path: "", text: error.message });
      }
    }
    const unchecked = isUnchecked(representation, this.#reader.checker);
    if (this.#hasJsonForm(unit, place, unchecked)) {
      this.units.push(unit);
      return schema;
    }
    return { schema: {}, unchecked: true };
  }

  /** Reports the faults of a body. */
  #hasJsonForm(unit: Unit, place: string, unchecked: boolean): boolean {
    let kept = true;
    for (const { fault, path } of this.#faults.faultsOf(unit)) {
      const text = `${place}${path && `, ${path}`}: ${fault.text}`;
      if (fault.kind === "any" || fault.kind === "open") {
        this.#report.warn(text);
      } else if (fault.kind === "no-json" && unchecked) {
        this.#report.warn(`${text}. It is not validated`);
      } else {
        this.#report.error(text);
      }
      if (fault.kind === "no-json") {
        kept = false;
      }
    }
    return kept;
  }
}

interface NamedBody {
  readonly name: string;
  readonly type: ts.Type | undefined;
  readonly place: string;
  readonly negotiatedAs?: string | undefined;
}

/** Whether a failure's body is sent as it is, not as problem details. */
function isBare(failure: ts.Type, checker: ts.TypeChecker): boolean {
  const name = memberText(failure, "name", checker) ?? "";
  const detail = memberType(failure, "~detail", checker);
  const isBareDetail = detail && checker.getPropertyOfType(detail, "bare") !== undefined;
  return isBareDetail === true || /^(?:\d+|[45]XX|other)$/.test(name);
}

/** The first paragraph of the JSDoc is the summary, the others are the description. */
function docs(
  symbol: ts.Symbol,
  checker: ts.TypeChecker,
): Pick<EndpointSchemas, "summary" | "description" | "deprecated"> {
  const { text, tags } = docOf(documentedSymbol(symbol, checker), checker);
  const [first = "", ...others] = text.split(/\n[ \t]*\n/);
  const summary = first.replace(/\s+/g, " ").trim();
  const description = others.join("\n\n").trim();
  return {
    ...(summary !== "" && { summary }),
    ...(description !== "" && { description }),
    ...(tags.some(({ name }) => name === "deprecated") && { deprecated: true }),
  };
}
