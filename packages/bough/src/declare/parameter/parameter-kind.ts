// What a parameter type is, as data: its kind, and the options it was declared with. `verify` and documents read it.
import type { JsonSchema } from "../../shared/schema/extracted-schemas.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import type { AnyParameter, ListStyleName, ObjectStyleName } from "./parameter.ts";
import type { Bounds, DateBounds, DateTimeBounds, StringOptions } from "./parameter-types.ts";

/** A kind of parameter type, with its options and the types inside it. */
export type ParameterKind =
  | Kind<"string", StringOptions>
  | Kind<"integer" | "number", Bounds>
  | Kind<"date", DateBounds>
  | Kind<"dateTime", DateTimeBounds>
  | Kind<"boolean" | "bigint" | "uuid" | "segments">
  /** A zod codec. */
  | Kind<"codec">
  | Kind<"oneOf", { readonly values: readonly (string | number)[] }>
  | Kind<"either", { readonly alternatives: readonly AnyParameter[] }>
  | Kind<"jsonText", { readonly schema: AnySchema | undefined }>
  /** The user's own. `schema` describes its text. */
  | Kind<
      "parameter",
      { readonly schema: JsonSchema | undefined; readonly delimiters: string | undefined }
    >
  | Kind<"list", ListConstraints>
  | Kind<
      "object",
      { readonly members: Readonly<Record<string, AnyParameter>>; readonly style: ObjectStyleName }
    >
  | Kind<"record", { readonly element: AnyParameter; readonly style: ObjectStyleName }>;

/** The element of a list, its bounds and its style. The bounds are numbers of elements. */
export interface ListConstraints extends Required<Bounds> {
  readonly element: AnyParameter;
  readonly style: ListStyleName;
}

interface Kind<Name extends string, Constraints extends object = object> {
  readonly kind: Name;
  readonly constraints: Constraints;
}

/** The kind of a parameter type: `switch (kindOf(type).kind) { … }`. */
export function kindOf(type: AnyParameter): ParameterKind {
  const data: { readonly kind: string; readonly constraints: object } = type["~parameter"];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each builder gives its kind and its constraints together
  return data as ParameterKind;
}
