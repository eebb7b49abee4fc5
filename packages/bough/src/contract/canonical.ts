// The canonical text of a contract: what it promises, in one order. Two declarations that promise the same have
// the same text.
import { fieldsOf, isRecord, ownOf } from "../shared/internal/record.ts";
import type { JsonSchema } from "../shared/schema/extracted-schemas.ts";
import { sorted } from "../shared/schema/schemas-digest.ts";
import type { ContractSecurity, ContractSecurityScheme } from "../facts/security/contract.ts";
import type { Contract } from "./contract.ts";
import { FACTS } from "./facts.ts";
import { changedSchema } from "./schema-walk.ts";

/**
 * Returns what a contract promises as canonical JSON, to hash or compare. Sets are sorted by code unit: endpoints,
 * parameters, properties, `required`, `enum`, failures. Arrays keep their order. Labels, prose and the names of
 * path parameters and components are left out.
 */
export function canonical(contract: Contract): string {
  const { basePath, limits, endpoints, components } = contract;
  const names = new ComponentNames(components.schemas);
  const described = sortedBy(endpoints, "key").map((endpoint) => names.within(endpoint));
  const security = Object.fromEntries(
    Object.entries(components.security).map(([name, scheme]) => [name, schemePromise(scheme)]),
  );
  // Last: describing the endpoints is what finds the components.
  const schemas = names.described();
  return JSON.stringify(
    sorted({ format: 1, basePath, limits, endpoints: described, schemas, security }),
  );
}

/** Members that are labels or prose. */
const SILENT: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "description",
  "examples",
  "externalDocs",
  "operationId",
  "summary",
  "tags",
  "template",
  "title",
]);
/** Members of a JSON Schema that say nothing about values. */
const PROSE: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "$comment",
  "description",
  "examples",
  "title",
]);
/** Members whose elements are a set, and the members that sort them. */
const SETS: ReadonlyMap<string, readonly string[]> = /* @__PURE__ */ new Map([
  ["cookies", ["name"]],
  ["failures", ["status", "type"]],
  ["headers", ["name"]],
  ["members", ["name"]],
  ["query", ["name"]],
  ["responses", ["status"]],
  ["values", []],
]);
/** Members that are data of the project, which is kept as it is but for the order of members. */
const DATA: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "attributes",
  "limits",
  "meta",
  ...Object.keys(FACTS),
]);
/** Members that hold a JSON Schema. */
const SCHEMAS: ReadonlySet<string> = /* @__PURE__ */ new Set(["item", "schema"]);

/** Numbers the components in the order in which the canonical text meets them. */
class ComponentNames {
  readonly #schemas: Readonly<Record<string, JsonSchema>>;
  readonly #numbers = new Map<string, number>();

  constructor(schemas: Readonly<Record<string, JsonSchema>>) {
    this.#schemas = schemas;
  }

  /** The components that were met, in order; each may meet more. */
  described(): readonly unknown[] {
    const found: unknown[] = [];
    for (const name of this.#numbers.keys()) {
      const schema = ownOf(this.#schemas, name);
      found.push(schema === undefined ? null : this.#schema(schema));
    }
    return found;
  }

  /** A part of a contract without labels and prose, its members and sets sorted. */
  within(part: unknown, at = ""): unknown {
    if (Array.isArray(part)) {
      const elements = SETS.has(at) ? sortedSet(part, SETS.get(at) ?? []) : part;
      return elements.map((one) => this.within(one, at));
    }
    if (!isRecord(part)) {
      return part;
    }
    const kept = Object.entries(part)
      .filter(([name, value]) => value !== undefined && !this.#isLabel(name, value, at))
      .toSorted(byName)
      .map(([name, value]) => [name, this.#member(name, value, at)]);
    return Object.fromEntries(kept) as unknown;
  }

  // A path parameter and a failure have a name for code only; an endpoint's is a list.
  #isLabel(name: string, value: unknown, at: string): boolean {
    return SILENT.has(name) || (name === "name" && (NAMELESS.has(at) || Array.isArray(value)));
  }

  #member(name: string, value: unknown, at: string): unknown {
    if (DATA.has(name)) {
      return sorted(value);
    }
    if (name === "security" && Array.isArray(value)) {
      return value.map(sortedScopes);
    }
    if (SCHEMAS.has(name) && isRecord(value)) {
      return this.#schema(value);
    }
    if (name === "checks" && Array.isArray(value)) {
      return value.map((check: JsonSchema) => this.#schema(check));
    }
    // The names of headers have no case (RFC 9110 5.1).
    return name === "name" && at === "headers" && typeof value === "string"
      ? value.toLowerCase()
      : this.within(value, name);
  }

  #schema(schema: JsonSchema): unknown {
    // Twice: `changedSchema` changes inner schemas first, and components are numbered from the outside.
    const kept = changedSchema(schema, (part) =>
      Object.fromEntries(
        Object.entries(part)
          .filter(([keyword]) => !PROSE.has(keyword))
          .toSorted(byName)
          .map(([keyword, value]) => [keyword, sortedKeyword(keyword, value)]),
      ),
    );
    return changedSchema(kept, (part) =>
      typeof part["$ref"] === "string" ? { ...part, $ref: this.#numbered(part["$ref"]) } : part,
    );
  }

  #numbered(reference: string): string {
    const [, name = "", rest = ""] = /^#\/components\/schemas\/([^/]+)(.*)$/.exec(reference) ?? [];
    if (name === "") {
      return reference;
    }
    const number = this.#numbers.get(name) ?? this.#numbers.size;
    this.#numbers.set(name, number);
    return `#/${number}${rest}`;
  }
}

/** Lists whose elements have a name that the promise does not include. */
const NAMELESS: ReadonlySet<string> = /* @__PURE__ */ new Set(["failures", "path"]);

function sortedKeyword(keyword: string, value: unknown): unknown {
  if ((keyword === "required" || keyword === "enum") && Array.isArray(value)) {
    return sortedSet(value, []);
  }
  return sorted(value);
}

// An alternative of an endpoint: schemes by name, each with a set of scopes.
function sortedScopes(alternative: ContractSecurity): unknown {
  const schemes = Object.entries(alternative).toSorted(byName);
  return Object.fromEntries(schemes.map(([name, scopes]) => [name, sortedSet(scopes, [])]));
}

function sortedSet(set: readonly unknown[], by: readonly string[]): readonly unknown[] {
  const textOf = (element: unknown): string =>
    JSON.stringify(by.length === 0 ? element : by.map((name) => fieldsOf(element)[name]));
  return set.toSorted(
    (a, b) =>
      compare(textOf(a).toLowerCase(), textOf(b).toLowerCase()) || compare(textOf(a), textOf(b)),
  );
}

function sortedBy<Element>(list: readonly Element[], by: keyof Element): Element[] {
  return list.toSorted((a, b) => compare(String(a[by]), String(b[by])));
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return compare(a, b);
}

// By code unit, whatever the language of the machine is.
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

// A scheme without descriptions, and with the names of its scopes only.
function schemePromise(scheme: ContractSecurityScheme): object {
  // The format of a token is a hint for readers.
  const { description: _, bearerFormat: __, flows, ...rest } = scheme;
  return isRecord(flows)
    ? {
        ...rest,
        flows: Object.fromEntries(
          Object.entries(flows).map(([name, flow]) => [
            name,
            isRecord(flow)
              ? { ...flow, scopes: Object.keys(Object(flow["scopes"])).toSorted() }
              : flow,
          ]),
        ),
      }
    : rest;
}
