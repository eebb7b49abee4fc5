// Forms and multipart bodies: their fields, files and parts.
import type { ContractContent, ContractPart } from "bough/contract";
import { flatSchema, type FlatSchema } from "./flat-schema.ts";
import { elementsOf, entriesOf, member, step, textOf } from "./json.ts";
import type { Found } from "./open-document.ts";
import { ParameterTypes, type Reading, type Writing } from "./parameter-type.ts";
import { parameterOf } from "./parameter.ts";
import type { Place } from "./report.ts";
import { countsOf } from "./scalar-type.ts";

export interface ContentPlace extends Place {
  readonly side: "request" | "response";
}

/** A Media Type Object or a property, and its name. */
export interface NamedContent {
  readonly name: string;
  readonly found: Found;
}

export function formParts(
  reading: Reading,
  found: Found,
  place: ContentPlace,
): readonly ContractPart[] {
  return partsOf(reading, found, place, (types, name, value) => {
    const style = textOf(member(encodingOf(found, name), "style"));
    const explode = member(encodingOf(found, name), "explode") ?? (style ?? "form") === "form";
    const isDeep = style === "deepObject";
    const isSpread = style === "form" && explode === true;
    const list = isDeep ? "brackets" : explode === true ? "repeat" : "comma";
    // Without a style, OpenAPI writes objects in forms as JSON.
    return types.typeOf(value, {
      ...PAIRS,
      list,
      object: isDeep ? "brackets" : isSpread ? "spread" : "json",
      isDefined: isDeep,
    });
  });
}

const PAIRS: Writing = { as: "pairs", list: "repeat", object: "brackets", isDefined: false };

function encodingOf({ value }: Found, name: string): unknown {
  return member(member(value, "encoding"), name);
}

type PartType = (
  types: ParameterTypes,
  name: string,
  found: Found,
) => ReturnType<ParameterTypes["typeOf"]>;

function partsOf(
  reading: Reading,
  found: Found,
  place: ContentPlace,
  typeOf: PartType,
): readonly ContractPart[] {
  const types = new ParameterTypes(reading, place);
  const schema = schemaOf(found);
  const flat = merged(types, schema);
  if (alternativesOf(types, schema).length > 0) {
    types.changed(
      "approximated",
      "its form has alternatives, declared as one form with all fields",
    );
  }
  const required = elementsOf(flat["required"]);
  const properties = entriesOf(flat["properties"]);
  if (properties.length === 0 && member(found.value, "schema") !== undefined) {
    const more = flat["additionalProperties"];
    if (more !== undefined && more !== false) {
      types.changed("approximated", "its form has fields of any name, which are not declared");
    }
  }
  return properties.map(([name, value]) => {
    const at = { value, pointer: `${schema.pointer}/properties${step(name)}` };
    const own = new ParameterTypes(reading, { ...place, pointer: at.pointer });
    const isRequired = required.includes(name);
    const plain = name.endsWith("[]") ? name.slice(0, -2) : name;
    const type = typeOf(own, name, at);
    const styled = plain === name || type.type !== "list" ? type : { ...type, style: "brackets" };
    return parameterOf(styled.style === "brackets" ? plain : name, styled, {
      required: isRequired,
      found: at,
      types: own,
    });
  });
}

function schemaOf({ value, pointer }: Found): Found {
  return { value: member(value, "schema") ?? {}, pointer: `${pointer}/schema` };
}

type Schema = Readonly<Record<string, unknown>>;

// The alternatives of a schema that have fields.
function alternativesOf(types: ParameterTypes, { value, pointer }: Found): readonly Schema[] {
  const schema = types.flat({ value, pointer })?.schema ?? {};
  const all = [...elementsOf(schema["oneOf"]), ...elementsOf(schema["anyOf"])];
  const flat = all.map((one) => types.flat({ value: one, pointer })?.schema ?? {});
  return flat.some((one) => one["properties"] !== undefined) ? flat : [];
}

// The fields of all alternatives. A field that all alternatives require is required.
function merged(types: ParameterTypes, found: Found): Schema {
  const schema = types.flat(found)?.schema ?? {};
  const choices = alternativesOf(types, found);
  if (choices.length === 0) {
    return schema;
  }
  const values = new Map<string, Map<string, unknown>>();
  for (const [name, value] of choices.flatMap((one) => entriesOf(one["properties"]))) {
    const known = values.get(name) ?? new Map<string, unknown>();
    values.set(name, known.set(JSON.stringify(value), value));
  }
  const properties = [...values].map(([name, known]): [string, unknown] => {
    const given = [...known.values()];
    const isObject = given.every(
      (value) => types.flat({ value, pointer: found.pointer })?.types[0] === "object",
    );
    const type = isObject ? { type: "object" } : {};
    return [name, given.length === 1 ? given[0] : { ...type, anyOf: given }];
  });
  const [first = [], ...others] = choices.map((one) => elementsOf(one["required"]));
  const shared = first.filter((name) => others.every((names) => names.includes(name)));
  return {
    ...schema,
    properties: Object.fromEntries([...properties, ...entriesOf(schema["properties"])]),
    required: [...elementsOf(schema["required"]), ...shared],
  };
}

/** A multipart body: fields, files and parts that are bodies of their own. */
export function multipart(
  reading: Reading,
  { name, found }: NamedContent,
  place: ContentPlace,
): ContractContent | undefined {
  if (place.side === "response") {
    reading.report.changed(
      place,
      "unsupported",
      "multipart responses are declared as a stream of bytes",
    );
    return { kind: "stream", mediaType: name };
  }
  if (name !== "multipart/form-data") {
    const isMistaken = name === "multipart/x-www-form-urlencoded";
    const [cause, message] = isMistaken
      ? (["document", `"${name}" is not a media type; declared as a stream of bytes`] as const)
      : (["approximated", `${name} is declared as a stream of bytes`] as const);
    reading.report.changed(place, cause, message);
    return { kind: "stream", mediaType: name };
  }
  const schema = schemaOf(found);
  const types = new ParameterTypes(reading, place);
  const flat = merged(types, schema);
  const required = elementsOf(flat["required"]);
  const own = new Map<string, ContractPart>();
  for (const [field, value] of entriesOf(flat["properties"])) {
    const at = { value, pointer: `${schema.pointer}/properties${step(field)}` };
    const facts = {
      required: required.includes(field),
      encoding: encodingOf(found, field),
      place,
    };
    const part =
      fileOf(reading, { name: field, found: at }, facts) ??
      jsonPart(reading, { name: field, found: at }, facts);
    if (part !== undefined) {
      own.set(field, part);
    }
  }
  const fields = partsOf(reading, found, place, (inner, field, value) =>
    own.has(field)
      ? { type: "string", schema: {} }
      : inner.typeOf(value, { ...PAIRS, object: "json" }),
  );
  const parts = fields.map((one) => own.get(one.name) ?? one);
  // A list of files may be `files[]`, whose field was renamed.
  return { kind: "multipart", mediaType: name, parts: parts.map((one) => textPart(one)) };
}

// A part has one text, so lists in it are repeated parts.
function textPart(part: ContractPart): ContractPart {
  return part.type === "list" && "style" in part ? { ...part, style: "repeat" } : part;
}

function fileOf(
  { document }: Reading,
  { name, found }: NamedContent,
  { required, encoding }: PartFacts,
): ContractPart | undefined {
  const flat = flatSchema(document, found);
  if (flat === undefined) {
    return undefined;
  }
  const isList = flat.types[0] === "array";
  const items = { value: member(flat.schema, "items") ?? {}, pointer: `${flat.pointer}/items` };
  const inner = isList ? flatSchema(document, items) : flat;
  const contentType = textOf(member(encoding, "contentType"));
  const isFile =
    inner?.schema["format"] === "binary" ||
    inner?.schema["type"] === "file" ||
    (inner?.schema["contentMediaType"] !== undefined &&
      inner.schema["contentEncoding"] === undefined) ||
    // From 3.1, the default media type of a part without a type is that of bytes (Encoding Object).
    (inner !== undefined &&
      isOfAnyType(inner) &&
      (contentType === undefined ? document.version !== "3.0" : isOfBytes(contentType)));
  if (!isFile) {
    return undefined;
  }
  const mediaTypes = fileTypes(contentType);
  return {
    name,
    type: "file",
    required: required && !isList,
    list: isList,
    ...(mediaTypes === undefined ? {} : { mediaTypes }),
  };
}

// A schema that says nothing about its values.
function isOfAnyType({ schema, types }: FlatSchema): boolean {
  const isLimited = ["enum", "const", "oneOf", "anyOf", "not"].some(
    (name) => schema[name] !== undefined,
  );
  return types.length === 0 && !isLimited;
}

function isOfBytes(contentType: string): boolean {
  return contentType.split(",").every((type) => !/^\s*text\/|[/+](?:json|xml)\b/i.test(type));
}

// The type of any bytes, which is OpenAPI's default, does not restrict a file.
function fileTypes(contentType: string | undefined): readonly string[] | undefined {
  const types = contentType?.split(",").map((type) => type.trim().toLowerCase()) ?? [];
  const isRestricted = types.every((type) => RANGE.test(type) && !ANY.has(type));
  return types.length > 0 && isRestricted ? types : undefined;
}
const RANGE = /^[\w!#$&^.+-]+\/(?:[\w!#$&^.+-]+|\*)$/;
const ANY = new Set(["*/*", "application/octet-stream"]);

// An object in a multipart body is a part of the type application/json (OpenAPI 3.1 4.8.15.1.1).
function jsonPart(
  reading: Reading,
  { name, found }: NamedContent,
  { required, encoding, place }: PartFacts,
): ContractPart | undefined {
  const at = { ...place, pointer: found.pointer };
  const types = new ParameterTypes(reading, at);
  const flat = types.flat(found);
  const items = { value: member(flat?.schema, "items") ?? {}, pointer: `${flat?.pointer}/items` };
  const isArray = flat?.types[0] === "array";
  const inner = isArray ? types.flat(items) : flat;
  const mediaType = textOf(member(encoding, "contentType"));
  const isJson =
    mediaType === undefined ? inner?.types[0] === "object" : mediaType === "application/json";
  if (!isJson) {
    return undefined;
  }
  const value = isArray ? items : found;
  const schema = reading.schemas.convert(value.value, { ...at, pointer: value.pointer });
  const content = [{ kind: "negotiated", mediaType: "application/json", schema }] as const;
  const { min = 1, max } = countsOf(flat?.schema);
  // An array has a part for each item (OpenAPI 3.2, Encoding By Name), so an array in an array is one part.
  if (!isArray || (max === 1 && inner?.types[0] === "array")) {
    return { name, type: "body", required, content };
  }
  const bounds = { ...(required ? { min } : {}), ...(max === undefined ? {} : { max }) };
  return { name, type: "body", required, list: true, ...bounds, content };
}

interface PartFacts {
  readonly required: boolean;
  readonly encoding: unknown;
  readonly place: Place;
}
