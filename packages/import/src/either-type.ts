// Types with alternatives, and lists of them.
import type { ContractType } from "bough/contract";
import type { FlatSchema } from "./flat-schema.ts";
import { elementsOf, isMembers, member, step } from "./json.ts";
import type { Found } from "./open-document.ts";
import { text } from "./scalar-type.ts";
import { Shapes } from "./shapes.ts";

/** The alternatives of a schema; none if it has one type. */
export function alternativesOf({ schema, pointer, types }: FlatSchema): readonly Found[] {
  for (const name of ["oneOf", "anyOf"]) {
    const found = elementsOf(member(schema, name))
      .map((value, index) => ({ value, pointer: `${pointer}/${name}${step(index)}` }))
      .filter(({ value }) => member(value, "type") !== "null");
    // Alternatives that only require members say nothing about the types.
    if (found.length > 0 && !found.every(({ value }) => isOnlyPresence(value))) {
      return found;
    }
  }
  return types.length < 2
    ? []
    : types.map((type) => ({ value: { ...schema, type }, pointer: `${pointer}/type` }));
}

function isOnlyPresence(value: unknown): boolean {
  return (
    isMembers(value) && Object.keys(value).every((name) => name === "required" || name === "not")
  );
}

/** The alternatives of a type, also of those among them. */
export function flattened(type: ContractType): readonly ContractType[] {
  return type.type === "either" ? (type.alternatives ?? []).flatMap(flattened) : [type];
}

// The client and the server try the types in this order, and `string()` decodes every text.
const ORDER = [
  "object",
  "record",
  "oneOf",
  "boolean",
  "integer",
  "number",
  "uuid",
  "date",
  "dateTime",
  "jsonText",
  "string",
];
/** Types whose values are texts. */
export const TEXTS = new Set(["uuid", "date", "string", "oneOf"]);

const shapes = new Shapes({ docs: false, bounds: false });

export function eitherOf(given: readonly ContractType[]): ContractType {
  const kinds = new Set(given.map(({ type }) => type));
  const any = given.find((one) => one.type === "string");
  const seen = new Set<string>();
  const alternatives = given
    .filter((one) => {
      const key = shapes.keyOf(one);
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew && !isCovered(one, any, kinds);
    })
    .toSorted((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type));
  const [only = text({}), more] = alternatives;
  return more === undefined
    ? only
    : { type: "either", alternatives, schema: { anyOf: alternatives.map(({ schema }) => schema) } };
}

// A value of one type that another of them has too.
function isCovered(
  one: ContractType,
  any: ContractType | undefined,
  kinds: ReadonlySet<string>,
): boolean {
  if (one.type === "integer" && kinds.has("number")) {
    return true;
  }
  if (any === undefined || one === any) {
    return false;
  }
  return TEXTS.has(one.type) && (one.values ?? []).every((value) => typeof value === "string");
}

export function listOf(
  element: ContractType,
  more: { readonly style: string; readonly min?: number; readonly max?: number },
): ContractType {
  return { type: "list", ...more, element, schema: { type: "array", items: element.schema } };
}
