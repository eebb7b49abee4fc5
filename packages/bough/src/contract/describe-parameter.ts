// A parameter type as data: path ids, query parameters, headers, cookies and fields of forms.
import { asParameter } from "../declaration/parameter/parameter-make.ts";
import type {
  AnyParameter,
  ParameterData,
  ParameterParts,
} from "../declaration/parameter/parameter.ts";
import type { JsonSchema } from "../schema/extracted-schemas.ts";
import type { AnySchema } from "../schema/standard-schema.ts";
import type { ContractOpaque, ContractParameter, ContractType } from "./contract.ts";
import type { SchemaComponents } from "./schema-components.ts";

/** Parameters by name, in the order of declaration; `undefined` if there are none. */
export function describeParameters(
  parts: ParameterParts,
  components: SchemaComponents,
): readonly ContractParameter[] | undefined {
  const described = Object.entries(parts).map(([name, like]) =>
    describeParameter(name, like, components),
  );
  return described.length === 0 ? undefined : described;
}

/** One parameter. */
export function describeParameter(
  name: string,
  like: ParameterParts[string],
  components: SchemaComponents,
): ContractParameter {
  const { "~parameter": data } = asParameter(like);
  const { optional, fallback, list, description, encode } = data;
  const text = fallback === undefined ? undefined : encode(fallback.value);
  return {
    name,
    required: !optional && (list === undefined || data.kind === "segments"),
    ...describeType(like, components),
    ...(typeof text === "string" ? { default: text } : {}),
    ...(description === undefined ? {} : { description }),
  };
}

/** The type of a parameter. */
export function describeType(
  like: ParameterParts[string],
  components: SchemaComponents,
): ContractType {
  const { "~parameter": data } = asParameter(like);
  const checks = data.checks.map((check) => checkOf(check, components));
  const own =
    data.list === undefined || data.kind === "segments" ? one(data) : listOf(data, components);
  const read = "~standard" in like ? converted(like, components) : undefined;
  const type = read === undefined ? own : { ...own, schema: read };
  if (checks.length === 0) {
    return type;
  }
  const known = checks.filter((check): check is JsonSchema => !isOpaque(check));
  return {
    ...type,
    checks,
    schema: known.length === 0 ? type.schema : { ...type.schema, allOf: known },
  };
}

function isOpaque(check: JsonSchema | ContractOpaque): check is ContractOpaque {
  return "opaque" in check;
}

// A check that has no JSON Schema, or of a value that is not JSON, such as a `Date`.
function checkOf(schema: AnySchema, components: SchemaComponents): JsonSchema | ContractOpaque {
  return converted(schema, components) ?? { opaque: true };
}

function converted(schema: AnySchema, components: SchemaComponents): JsonSchema | undefined {
  try {
    return components.convert(schema, "input", () => "Parameter");
  } catch {
    return undefined;
  }
}

function listOf({ list, ...data }: ParameterData, components: SchemaComponents): ContractType {
  const { style, min, max, element } = list as NonNullable<ParameterData["list"]>;
  const inner = describeType((element ?? { "~parameter": data }) as AnyParameter, components);
  return {
    type: "list",
    style,
    ...bounds({ min: min || undefined, max }),
    element: inner,
    schema: {
      type: "array",
      items: inner.schema,
      ...(min > 0 ? { minItems: min } : {}),
      ...(max < Infinity ? { maxItems: max } : {}),
    },
  };
}

interface Constraints {
  readonly min?: number | string | Date | undefined;
  readonly max?: number | string | Date | undefined;
  readonly pattern?: RegExp;
  readonly nul?: boolean;
  readonly values?: readonly (string | number)[];
  readonly schema?: JsonSchema;
}

function one({ kind, constraints }: ParameterData): ContractType {
  const { pattern, nul, values, ...given } = constraints as Constraints;
  const limits = bounds(given);
  // Other flags change what a pattern matches, and JSON Schema has none.
  const source = pattern !== undefined && /^u?$/.test(pattern.flags) ? pattern.source : undefined;
  const opaque = OPAQUE.has(kind) || (pattern !== undefined && source === undefined);
  const schema = SCHEMAS.get(kind)?.({ ...limits, ...(values === undefined ? {} : { values }) });
  return {
    type: kind,
    ...limits,
    ...(source === undefined ? {} : { pattern: source }),
    ...(nul === true ? { nul } : {}),
    ...(values === undefined ? {} : { values }),
    ...(opaque ? { opaque } : {}),
    schema: { ...(schema ?? given.schema), ...(source === undefined ? {} : { pattern: source }) },
  };
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
  [
    "oneOf",
    ({ values = [] }) => ({
      ...typeOfAll(values),
      enum: values,
    }),
  ],
]);

function typeOfAll(values: readonly (string | number)[]): JsonSchema {
  const [type, more] = new Set(values.map((value) => typeof value));
  return type === undefined || more !== undefined ? {} : { type };
}

function bounds({ min, max }: Pick<Constraints, "min" | "max">): Pick<Data, "min" | "max"> {
  const low = plain(min);
  const high = plain(max);
  return {
    ...(low === undefined ? {} : { min: low }),
    ...(high === undefined ? {} : { max: high }),
  };
}

// JSON has no infinity, and a bound that is off says nothing.
function plain(bound: number | string | Date | undefined): number | string | undefined {
  return bound instanceof Date
    ? bound.toISOString()
    : typeof bound === "number" && !Number.isFinite(bound)
      ? undefined
      : bound;
}
