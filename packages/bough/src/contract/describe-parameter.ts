// A parameter type as data: path ids, query parameters, headers, cookies and fields of forms.
import { asParameter } from "../declare/parameter/parameter-make.ts";
import { mayBeAbsent } from "../declare/parameter/pairs-type.ts";
import {
  kindOf,
  type ListConstraints,
  type ParameterKind,
} from "../declare/parameter/parameter-kind.ts";
import {
  Issue,
  type AnyParameter,
  type ObjectStyleName,
  type ParameterData,
  type ParameterParts,
} from "../declare/parameter/parameter.ts";
import { writeTexts } from "../declare/parameter/parameter-codec.ts";
import type { JsonSchema } from "../shared/schema/extracted-schemas.ts";
import type { AnySchema } from "../shared/schema/standard-schema.ts";
import type { ContractOpaque, ContractParameter, ContractType } from "./contract-parameter.ts";
import { filled, put, type Mutable } from "./mutable.ts";
import type { SchemaComponents } from "./schema-components.ts";

/** Parameters by name, in the order of declaration; `undefined` if there are none. */
export function describeParameters(
  parts: ParameterParts,
  components: SchemaComponents,
): readonly ContractParameter[] | undefined {
  return filled(
    Object.entries(parts).map(([name, like]) => describeParameter(name, like, components)),
  );
}

export function describeParameter(
  name: string,
  like: ParameterParts[string],
  components: SchemaComponents,
): ContractParameter {
  const type = asParameter(like);
  const { kind, fallback, description, deprecated, list } = type["~parameter"];
  const written = fallback === undefined ? undefined : defaultOf(name, type, fallback.value);
  // An absent list without a default is empty, and may have too few elements.
  const isShort = fallback === undefined && (list?.min ?? 0) > 0;
  const required = kind === "segments" || !mayBeAbsent(type) || isShort;
  const made: Mutable<ContractParameter> = Object.assign(
    { name, required },
    describeType(like, components),
  );
  put(made, "default", written instanceof Issue ? undefined : written);
  put(made, "description", description);
  put(made, "deprecated", deprecated);
  return made;
}

// The texts of a list, or one text. That of objects is a query: `range%5Bgte%5D=1`.
function defaultOf(
  name: string,
  type: AnyParameter,
  value: unknown,
): string | readonly string[] | Issue {
  const { query, encode, list } = type["~parameter"];
  if (list !== undefined && !hasPairs(type)) {
    return writeTexts(type, value);
  }
  const text =
    query === undefined ? encode(value) : type["~parameter"].writeQuery(type, name, value);
  return typeof text === "string" && query !== undefined ? text.slice(1) : text;
}

function hasPairs(list: AnyParameter): boolean {
  const known = kindOf(list);
  return known.kind === "list" && known.constraints.element["~parameter"].query !== undefined;
}

function describeType(like: ParameterParts[string], components: SchemaComponents): ContractType {
  const parameter = asParameter(like);
  const { checks: declared } = parameter["~parameter"];
  const checks = declared.map(
    // A check without a JSON Schema, or of a value that is not JSON, such as a `Date`, is opaque.
    (check) => converted(check, components) ?? OPAQUE_CHECK,
  );
  const own = ownType(kindOf(parameter), components);
  const read = "~standard" in like ? converted(like, components) : undefined;
  const type = read === undefined ? own : { ...own, schema: read };
  if (checks.length === 0) {
    return type;
  }
  const known = checks.filter((check) => check !== OPAQUE_CHECK);
  return {
    ...type,
    checks,
    schema: known.length === 0 ? type.schema : { ...type.schema, allOf: known },
  };
}

const OPAQUE_CHECK: ContractOpaque = { opaque: true };

function converted(schema: AnySchema, components: SchemaComponents): JsonSchema | undefined {
  try {
    return components.convert(schema, "input", () => "Parameter");
  } catch {
    return undefined;
  }
}

function ownType(declared: ParameterKind, components: SchemaComponents): ContractType {
  const { kind, constraints } = declared;
  if (kind === "list") {
    return listOf(constraints, components);
  }
  if (kind === "object") {
    return objectOf(constraints, components);
  }
  if (kind === "record") {
    const element = describeType(constraints.element, components);
    const schema = { type: "object", additionalProperties: element.schema };
    return { type: kind, ...styleOf(constraints), element, schema };
  }
  if (kind === "either") {
    const alternatives = constraints.alternatives.map((one) => describeType(one, components));
    return { type: kind, alternatives, schema: { anyOf: alternatives.map((one) => one.schema) } };
  }
  if (kind === "jsonText") {
    const { schema } = constraints;
    const read = schema && converted(schema, components);
    return { type: kind, ...(read === undefined ? { opaque: true } : {}), schema: read ?? {} };
  }
  return one(declared);
}

interface Styled {
  readonly style: ObjectStyleName;
}

function styleOf({ style }: Styled): Partial<Styled> {
  return style === "spread" ? { style } : {};
}

function objectOf(
  {
    members: types,
    ...more
  }: Styled & { readonly members: Readonly<Record<string, AnyParameter>> },
  components: SchemaComponents,
): ContractType {
  const members = describeParameters(types, components) ?? [];
  const required = members.filter((member) => member.required).map(({ name }) => name);
  return {
    type: "object",
    ...styleOf(more),
    members,
    schema: {
      type: "object",
      properties: Object.fromEntries(members.map(({ name, schema }) => [name, schema])),
      ...(required.length > 0 ? { required } : {}),
    },
  };
}

function listOf(
  { style, min, max, element }: ListConstraints,
  components: SchemaComponents,
): ContractType {
  const inner = describeType(element, components);
  const made: Mutable<ContractType> = {
    type: "list",
    style,
    element: inner,
    schema: {
      type: "array",
      items: inner.schema,
      ...(min > 0 ? { minItems: min } : {}),
      ...(max < Infinity ? { maxItems: max } : {}),
    },
  };
  put(made, "min", min || undefined);
  put(made, "max", plain(max));
  return made;
}

interface Constraints {
  readonly min?: number | string | Date | undefined;
  readonly max?: number | string | Date | undefined;
  readonly pattern?: RegExp;
  readonly nul?: boolean;
  readonly delimiters?: string;
  readonly values?: readonly (string | number)[];
  readonly schema?: JsonSchema;
}

function one({ kind, constraints }: Pick<ParameterData, "kind" | "constraints">): ContractType {
  const { min, max, pattern, nul, delimiters, values, schema } = constraints as Constraints;
  // Other flags change what a pattern matches, and JSON Schema has none.
  const source = pattern !== undefined && /^u?$/.test(pattern.flags) ? pattern.source : undefined;
  const opaque =
    (OPAQUE.has(kind) && schema === undefined) || (pattern !== undefined && source === undefined);
  const made: Mutable<ContractType> = { type: kind, schema: {} };
  put(made, "min", plain(min));
  put(made, "max", plain(max));
  put(made, "pattern", source);
  put(made, "nul", nul === true ? nul : undefined);
  put(made, "delimiters", delimiters);
  put(made, "values", values);
  put(made, "opaque", opaque ? opaque : undefined);
  const own = schema ?? SCHEMAS.get(kind)?.(made) ?? {};
  made.schema = source === undefined ? own : { ...own, pattern: source };
  return made;
}

// Types whose functions decide what a text means.
const OPAQUE: ReadonlySet<string> = /* @__PURE__ */ new Set(["parameter", "codec"]);

type Data = Pick<ContractType, "min" | "max" | "values">;

const text =
  (format?: string): (() => JsonSchema) =>
  () =>
    format === undefined ? { type: "string" } : { type: "string", format };

const whole = ({ min, max }: Data): JsonSchema => ({
  type: "integer",
  ...(min === undefined ? {} : { minimum: min }),
  ...(max === undefined ? {} : { maximum: max }),
});

/** The JSON Schema of each kind. A kind that is not listed has `{}`. */
const SCHEMAS: ReadonlyMap<string, (data: Data) => JsonSchema> = /* @__PURE__ */ new Map<
  string,
  (data: Data) => JsonSchema
>([
  [
    "string",
    ({ min, max }) => ({
      type: "string",
      ...(min === undefined ? {} : { minLength: min }),
      ...(max === undefined ? {} : { maxLength: max }),
    }),
  ],
  ["integer", whole],
  ["bigint", whole],
  ["number", (data) => ({ ...whole(data), type: "number" })],
  ["boolean", () => ({ type: "boolean" })],
  ["uuid", /* @__PURE__ */ text("uuid")],
  ["date", /* @__PURE__ */ text("date")],
  ["dateTime", /* @__PURE__ */ text("date-time")],
  ["segments", /* @__PURE__ */ text()],
  ["parameter", /* @__PURE__ */ text()],
  ["codec", /* @__PURE__ */ text()],
  ["oneOf", ({ values = [] }) => ({ ...typeOfAll(values), enum: values })],
]);

function typeOfAll(values: readonly (string | number)[]): JsonSchema {
  const [type, more] = new Set(values.map((value) => typeof value));
  return type === undefined || more !== undefined ? {} : { type };
}

// JSON has no infinity, and a bound that is off says nothing.
function plain(bound: number | string | Date | undefined): number | string | undefined {
  if (bound instanceof Date) {
    return bound.toISOString();
  }
  return typeof bound === "number" && !Number.isFinite(bound) ? undefined : bound;
}
