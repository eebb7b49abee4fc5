// Values of parameters, as a client gives them: ids, query parameters, headers, cookies and fields of forms.
import type { ContractParameter, ContractType } from "bough/contract";
import type { Arbitrary } from "fast-check";
import { NotGenerated } from "./not-generated.ts";
import type { SchemaValues } from "./schema-values.ts";

const TEXT: ContractType = { type: "string", schema: { type: "string" } };

/** Parameters by name. Optional ones are absent at times; those that no value is found for are left out. */
export function parametersOf(
  parameters: readonly ContractParameter[],
  values: SchemaValues,
): Arbitrary<Record<string, unknown>> {
  const { fc, isPlain } = values;
  const members: Record<string, Arbitrary<unknown>> = {};
  for (const parameter of parameters) {
    try {
      members[parameter.name] = parameterValues(parameter, values);
    } catch (error) {
      if (parameter.required || !(error instanceof NotGenerated)) {
        throw error;
      }
      values.leftOut.set(error.message, error);
    }
  }
  const required = parameters.filter((one) => one.required || isPlain).map(({ name }) => name);
  const requiredKeys = required.filter((name) => Object.hasOwn(members, name));
  return fc.record(members, { requiredKeys, noNullPrototype: true });
}

/** Values of the ids of a path, none of which is empty or a dot segment (RFC 3986 3.3). */
export function idsOf(
  parameters: readonly ContractParameter[],
  values: SchemaValues,
): Arbitrary<Record<string, unknown>> {
  const required = parameters.map((one) => ({ ...one, required: true }));
  return values.own.fitting(
    parametersOf(required, values),
    (ids) =>
      Object.values(ids)
        .flat()
        .every((id) => !/^\.{0,2}$/.test(String(id))),
    () => new NotGenerated("every id is empty or a dot segment"),
  );
}

/** Values of one parameter. `isInside` is set for those of a record, whose lists are not empty. */
export function parameterValues(
  type: ContractType & Partial<Pick<ContractParameter, "default">>,
  values: SchemaValues,
  isInside = false,
): Arbitrary<unknown> {
  const { fc } = values;
  const { element = TEXT, members = [], alternatives = [], schema } = type;
  switch (type.type) {
    case "list":
    case "segments": {
      // An empty list is sent as none, which would be its default.
      const isFilled = isInside || type.type === "segments" || type.default !== undefined;
      const least = Math.max(isFilled ? 1 : 0, Number(type.min ?? 0));
      return fc.array(withoutDelimiter(type, parameterValues(element, values), values), {
        minLength: least,
        maxLength: Math.max(least, Math.min(Number(type.max ?? 3), 3)),
      });
    }
    case "record":
      return fc.dictionary(
        fc.constantFrom("a", "b", "long name"),
        parameterValues(element, values, true),
        { maxKeys: 2, noNullPrototype: true },
      );
    case "object":
      return parametersOf(members, values);
    case "either":
      return fc.oneof(...alternatives.map((one) => parameterValues(one, values)));
    case "oneOf":
      return fc.constantFrom(...(type.values ?? []));
    case "dateTime":
      return dates(type, values);
    case "bigint":
      return values.valid(schema).map((value) => BigInt(Math.trunc(Number(value))));
    case "string":
      return texts(type, values);
    default:
      return values.valid(schema);
  }
}

const DELIMITERS: ReadonlyMap<string, string> = new Map([
  ["comma", ","],
  ["space", " "],
  ["pipe", "|"],
  ["indexed", "\0"],
]);

function withoutDelimiter(
  { style = "" }: ContractType,
  elements: Arbitrary<unknown>,
  { own }: SchemaValues,
): Arbitrary<unknown> {
  const delimiter = DELIMITERS.get(style);
  return delimiter === undefined
    ? elements
    : own.fitting(
        elements,
        (element) => element !== "" && !String(element).includes(delimiter),
        () => new NotGenerated(`no element fits the style "${style}"`),
      );
}

function dates({ min, max }: ContractType, { fc }: SchemaValues): Arbitrary<Date> {
  return fc.date({
    min: new Date(min ?? "1970-01-01T00:00:00Z"),
    max: new Date(max ?? "2099-12-31T00:00:00Z"),
    noInvalidDate: true,
  });
}

// A parameter refuses U+0000 unless it says otherwise.
function texts({ schema, nul }: ContractType, values: SchemaValues): Arbitrary<unknown> {
  return values.own.fitting(
    values.valid(schema),
    (text) => nul === true || !String(text).includes("\0"),
    () => new NotGenerated("no string without U+0000 was found"),
  );
}
