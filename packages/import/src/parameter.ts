// Parameters and fields of forms: a type with its presence, default and prose.
import type { ContractParameter, ContractType } from "bough/contract";
import { accepts } from "./accepts.ts";
import type { FlatSchema } from "./flat-schema.ts";
import { elementsOf, isMembers, member, textOf } from "./json.ts";
import type { Found } from "./open-document.ts";

/** What reads schemas, and reports differences at the place of the parameter. */
export interface ParameterReader {
  readonly flat: (found: Found) => FlatSchema | undefined;
  readonly changed: (cause: "document" | "approximated", message: string) => void;
  /** Whether a value certainly is one of the type. */
  readonly fits: (found: Found, value: unknown) => boolean;
}

/** A parameter: its type with presence, default and prose. */
export function parameterOf(
  name: string,
  type: ContractType,
  {
    required,
    found,
    types,
  }: { readonly required: boolean; readonly found: Found; readonly types: ParameterReader },
): ContractParameter {
  const schema = types.flat(found)?.schema ?? {};
  const fallback = member(schema, "default");
  const description = textOf(member(found.value, "description")) ?? textOf(schema["description"]);
  const isList = type.type === "list";
  const isDeprecated = [found.value, schema].some((one) => member(one, "deprecated") === true);
  if (required && fallback !== undefined && fallback !== null) {
    const message = `it is required, so its default ${JSON.stringify(fallback)} is left out`;
    types.changed("document", message);
  }
  const written =
    required || fallback === undefined || fallback === null
      ? undefined
      : defaultText(type, { fallback, found, types });
  const bounded =
    isList && written === undefined
      ? listBounded(type, required)
      : required || isList
        ? type
        : leftOut(type, types);
  return {
    name,
    required: isList ? required : required && written === undefined,
    ...bounded,
    ...(written === undefined ? {} : { default: written }),
    ...(description === undefined ? {} : { description }),
    ...(isDeprecated ? { deprecated: true } : {}),
  };
}

// Bough takes the absence of an object for an object without members.
function leftOut(type: ContractType, types: ParameterReader): ContractType {
  if (type.type !== "object") {
    return type;
  }
  const { members = [] } = type;
  const isLeftOut = members.every((one) => !one.required || one.type === "list");
  if (!isLeftOut || !members.some((one) => one.type === "list" && one.required)) {
    return type;
  }
  types.changed(
    "approximated",
    "its required lists may be empty, because the object may be left out",
  );
  return {
    ...type,
    members: members.map(({ min, ...one }) =>
      one.type !== "list"
        ? { ...one, ...(min === undefined ? {} : { min }) }
        : { ...one, required: false },
    ),
  };
}

// A required list has an element. One that may be left out is then empty, so it has no lower bound without a default.
function listBounded({ min, ...list }: ContractType, required: boolean): ContractType {
  return required ? { ...list, min: Number(min) > 0 ? (min ?? 1) : 1 } : list;
}

function defaultText(
  type: ContractType,
  {
    fallback: value,
    found,
    types,
  }: { readonly fallback: unknown; readonly found: Found; readonly types: ParameterReader },
): string | readonly string[] | undefined {
  if (type.type === "record" || type.type === "object") {
    if (!isMembers(value) || Object.keys(value).length > 0) {
      types.changed(
        isMembers(value) ? "approximated" : "document",
        `its default ${shown(value)} is left out: an absent ${type.type} is empty`,
      );
    }
    return undefined;
  }
  // An absent list is empty.
  if (type.type === "list" && Array.isArray(value) && value.length === 0) {
    return undefined;
  }
  const isJson = type.type === "jsonText" || type.element?.type === "jsonText";
  if (isJson && !types.fits(found, value)) {
    types.changed("document", `its default ${shown(value)} may not fit its type, and is left out`);
    return undefined;
  }
  const written = type.type === "list" ? elementTexts(type, value) : textOfValue(type, value);
  if (written === undefined) {
    types.changed("document", `its default ${shown(value)} is not of its type, and is left out`);
  }
  return written;
}

// A default may be long.
function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function elementTexts(
  { element = { type: "string", schema: {} } }: ContractType,
  value: unknown,
): readonly string[] | undefined {
  const texts = elementsOf(value).map((one) => textOfValue(element, one));
  const written = texts.filter((text) => text !== undefined);
  return Array.isArray(value) && written.length === texts.length ? written : undefined;
}

function textOfValue(type: ContractType, value: unknown): string | undefined {
  const written =
    typeof value === "string" && type.type !== "jsonText" ? value : JSON.stringify(value);
  const isText = type.type === "jsonText" || (typeof value !== "object" && accepts(type, written));
  return isText ? written : undefined;
}

/** Whether a type has names with brackets. */
export function isBracketed(type: ContractType): boolean {
  const isObject = type.type === "object" || type.type === "record";
  return (isObject && type.style !== "spread") || (type.alternatives ?? []).some(isBracketed);
}
