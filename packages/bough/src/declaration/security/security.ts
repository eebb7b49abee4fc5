// The security of an endpoint: a list of alternatives. An alternative is a scheme, several schemes together, or
// `anonymous`.
import { fieldsOf } from "../../internal/record.ts";
import type { AnyAlternative, AnyScheme, TypedScheme } from "./scheme.ts";

/** One of the alternatives in `security`. */
export type AnySecurity = AnyScheme | AnyAllOf | Anonymous;

/** No credential: the endpoint answers requests without one. */
export interface Anonymous extends AnyAlternative {
  readonly "~security": "anonymous";
}

/** Several schemes together, with any types. */
export interface AnyAllOf extends AnyAlternative {
  readonly "~security": "allOf";
  readonly schemes: readonly AnyScheme[];
}

/** Several schemes together: `allOf(UserToken, PartnerKey)`. */
export interface AllOf<Schemes extends readonly AnyScheme[]> extends AnyAllOf {
  readonly schemes: Schemes;
}

/**
 * Lets requests without credentials in: alone, or beside schemes for users who may sign in.
 */
export const anonymous: Anonymous = /* @__PURE__ */ Object.freeze({
  "~security": "anonymous",
  "~refusals": [],
  "~cookie": false,
  "~queryKeys": [],
} as const);

/** Joins schemes: a request needs the credentials of all of them. */
export function allOf<const S extends readonly [AnyScheme, AnyScheme, ...AnyScheme[]]>(
  ...schemes: S
): AllOf<S> {
  return Object.freeze({
    "~security": "allOf",
    schemes: Object.freeze(schemes),
    // In plain JavaScript anything may be given: `verify` reports it.
    "~refusals": schemes.flatMap((one) => Object(one)["~refusals"] ?? []),
    "~cookie": schemes.some((one) => Object(one)["~cookie"] === true),
    "~queryKeys": schemes.flatMap((one) => Object(one)["~queryKeys"] ?? []),
  });
}

/** The schemes of an alternative; empty for `anonymous`. */
export function schemesOf(alternative: AnySecurity): readonly AnyScheme[] {
  // `verify` reports other values.
  return alternative?.["~security"] === "allOf"
    ? alternative.schemes.filter(isScheme)
    : [alternative].filter((one) => isScheme(one));
}

/** Whether a value is a scheme. */
export function isScheme(value: unknown): value is AnyScheme {
  return fieldsOf(value)["~security"] === "scheme";
}

/** The schemes of alternatives, as a union. */
export type SchemesIn<S> = S extends AnyAllOf
  ? S["schemes"][number]
  : S extends AnyScheme
    ? S
    : never;

/** The failures that schemes have instead of 401 and 403. */
export type SecurityFailures<S> =
  SchemesIn<S> extends infer One
    ? One extends TypedScheme
      ? One["~types"]["failures"]
      : never
    : never;

/** The names of query parameters that are API keys. */
export function queryKeysOf(
  alternatives: readonly Pick<AnyAlternative, "~queryKeys">[] = [],
): ReadonlySet<string> {
  return new Set(alternatives.flatMap((one) => one?.["~queryKeys"] ?? []));
}
