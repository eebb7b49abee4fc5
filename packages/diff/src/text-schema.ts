// The JSON Schema of a value that is written as text, for comparison: in paths, queries, headers, cookies and forms.
import type { ContractType } from "bough/contract";
import type { Direction } from "./direction.ts";
import type { Affected, Proof } from "./findings.ts";
import type { Schema } from "./schema.ts";

/** Whether functions decide what a value is. */
export function isOpaque({
  opaque,
  checks = [],
  element,
  alternatives = [],
  members = [],
}: ContractType): boolean {
  return (
    opaque === true ||
    checks.some((check) => "opaque" in check) ||
    [...alternatives, ...members, ...(element === undefined ? [] : [element])].some(isOpaque)
  );
}

/** The schema of a value. Scalars other than numbers are the string that is sent. */
function textSchema(type: ContractType): Schema {
  const own = ownSchema(type);
  const checks = (type.checks ?? []).filter((check) => !("opaque" in check));
  return checks.length === 0 ? own : { allOf: [own, ...checks] };
}

function ownSchema(type: ContractType): Schema {
  const { min, max, pattern, element, alternatives = [], members = [], values = [] } = type;
  const bounds = (least: string, most: string): Schema => ({
    ...(typeof min === "number" ? { [least]: min } : {}),
    ...(typeof max === "number" ? { [most]: max } : {}),
  });
  switch (type.type) {
    case "integer":
    case "bigint":
      return { type: "integer", ...bounds("minimum", "maximum") };
    case "number":
      return { type: "number", ...bounds("minimum", "maximum") };
    case "boolean":
      return { enum: ["true", "false"] };
    case "oneOf":
      return { enum: values.map(String) };
    case "uuid":
      return { type: "string", format: "uuid" };
    case "date":
    case "dateTime":
      // JSON Schema has no keyword for the bound of a date, so two bounds are compared as strings.
      return {
        type: "string",
        format: type.type === "date" ? "date" : "date-time",
        ...(min === undefined && max === undefined ? {} : { if: { min, max } }),
      };
    case "list":
      return {
        type: "array",
        items: element === undefined ? {} : textSchema(element),
        ...bounds("minItems", "maxItems"),
      };
    case "record":
      return {
        type: "object",
        additionalProperties: element === undefined ? {} : textSchema(element),
      };
    case "object":
      return {
        type: "object",
        properties: Object.fromEntries(members.map((one) => [one.name, textSchema(one)])),
        required: members.filter((one) => one.required).map(({ name }) => name),
      };
    case "either":
      return { anyOf: alternatives.map(textSchema) };
    case "jsonText":
      return type.schema;
    case "parameter":
    case "codec":
      return type.schema;
    default:
      return {
        type: "string",
        ...bounds("minLength", "maxLength"),
        ...(pattern === undefined ? {} : { pattern }),
      };
  }
}

const NUMBERS: Readonly<Record<string, string>> = {
  integer: "^-?\\d+$",
  bigint: "^-?\\d+$",
  number: "^-?\\d+(\\.\\d+)?(e[+-]?\\d+)?$",
};
const COMPOUND: ReadonlySet<string> = new Set(["list", "object", "record", "either"]);

// A number where the other side has text.
function asText(type: ContractType): Schema {
  const pattern = NUMBERS[type.type];
  return type.type === "jsonText"
    ? { type: "string" }
    : pattern === undefined
      ? textSchema(type)
      : { type: "string", pattern };
}

/** A type before and after. */
export interface TypePair {
  readonly before: ContractType;
  readonly after: ContractType;
}

/** Whether every text that is sent is accepted. */
export function textProof(direction: Direction, affected: Affected, types: TypePair): Proof {
  const { before, after } = types;
  const isOld = direction.senderOf(affected) === "before";
  const [sent, read] = isOld ? [before, after] : [after, before];
  if (isOpaque(before) || isOpaque(after)) {
    return isSameType(before, after)
      ? { result: "yes" }
      : { result: "unknown", reason: "a function decides what its values are" };
  }
  // One value is a list of one, if lists repeat their name.
  const isLone = read.type === "list" && sent.type !== "list" && read.style === "repeat";
  const receiver =
    isLone && read.element !== undefined && Number(read.min ?? 0) < 2 ? read.element : read;
  const isMixed =
    sent.type !== receiver.type &&
    !COMPOUND.has(sent.type) &&
    !COMPOUND.has(receiver.type) &&
    !(sent.type in NUMBERS && receiver.type in NUMBERS);
  const form = isMixed ? asText : textSchema;
  const [one, other] = [form(sent), form(receiver)];
  return direction.proof(affected, isOld ? direction.pair(one, other) : direction.pair(other, one));
}

/** Whether two types say the same. */
export function isSameType(one: ContractType, other: ContractType): boolean {
  return JSON.stringify(promise(one)) === JSON.stringify(promise(other));
}

// The order of properties and prose say nothing.
function promise(type: object): unknown {
  return Object.entries(type)
    .filter(
      ([name]) => !["description", "deprecated", "name", "required", "default"].includes(name),
    )
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]: [string, unknown]) => [name, plain(value)]);
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(plain);
  }
  return typeof value === "object" && value !== null ? promise(value) : value;
}
