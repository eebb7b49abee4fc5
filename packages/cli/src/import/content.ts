// The representations of a request or a response.
import type { ContractBodyPart, ContractContent, ContractPart } from "bough/contract";
import { elementsOf, entriesOf, member, step, textOf } from "./json.ts";
import type { Found } from "./open-document.ts";
import { ParameterTypes, parameterOf } from "./parameter-type.ts";
import type { Reading, Writing } from "./parameter-type.ts";
import type { Place } from "./report.ts";

/** Where content is. */
export interface ContentPlace extends Place {
  readonly side: "request" | "response";
}

const TOKEN = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

/** Reads the representations below `content`, JSON first. */
export function readContent(
  reading: Reading,
  content: Found,
  place: ContentPlace,
): readonly ContractContent[] {
  const read = entriesOf(content.value).flatMap(([name, value]) => {
    const pointer = `${content.pointer}${step(name)}`;
    const one = readOne(reading, { name, found: { value, pointer } }, { ...place, pointer });
    return one === undefined ? [] : [one];
  });
  const kept = [...new Map(read.map((one) => [keyOf(one.mediaType), one])).values()];
  const json = kept.filter(({ mediaType }) => keyOf(mediaType) === "application/json");
  return [...json, ...kept.filter((one) => !json.includes(one))];
}

function keyOf(mediaType: string): string {
  return mediaType.toLowerCase().replaceAll(/\s/g, "");
}

interface Named {
  readonly name: string;
  readonly found: Found;
}

function readOne(
  reading: Reading,
  { name, found }: Named,
  place: ContentPlace,
): ContractContent | undefined {
  const { report, schemas } = reading;
  const mediaType = mediaTypeOf(name);
  const schema = { value: member(found.value, "schema"), pointer: `${found.pointer}/schema` };
  const flat = new ParameterTypes(reading, place).flat({ ...schema, value: schema.value ?? {} });
  const essence = mediaType.split(";")[0] ?? "";
  const isText = flat?.types[0] === "string";
  const isBinary =
    isText && (flat.schema["format"] === "binary" || flat.schema["format"] === "byte");
  if (essence === "*/*" || essence === "application/*") {
    if (isBinary || schema.value === undefined) return { kind: "stream", mediaType: "*/*" };
    report.changed(place, "document", `the media type is ${name}; declared as JSON`);
    return json("application/json", reading, schema, place);
  }
  if (essence === "application/*+json") return json("application/json", reading, schema, place);
  if (essence.endsWith("/*")) return { kind: "stream", mediaType: "*/*" };
  if (!TOKEN.test(essence)) {
    report.changed(place, "document", `"${name}" is not a media type; declared as JSON`);
    return json("application/json", reading, schema, place);
  }
  if (/^(?:application|text)\/json$|\+json$/.test(essence)) {
    return json(mediaType, reading, schema, place);
  }
  if (essence === "application/x-www-form-urlencoded") {
    return { kind: "form", mediaType: essence, parts: formParts(reading, found, place) };
  }
  if (essence.startsWith("multipart/")) return multipart(reading, { name: essence, found }, place);
  if (essence === "text/event-stream" && place.side === "response") {
    const item = member(found.value, "itemSchema");
    return {
      kind: "events",
      mediaType: essence,
      item: schemas.convert(item ?? schema.value, place),
    };
  }
  if (LINES.has(essence)) {
    const item = member(found.value, "itemSchema");
    return item === undefined || essence !== "application/jsonl"
      ? { kind: "stream", mediaType }
      : { kind: "json-lines", mediaType, item: schemas.convert(item, place) };
  }
  if (isBinary || BINARY.test(essence)) return { kind: "stream", mediaType };
  if (essence.startsWith("text/") || isText || schema.value === undefined) {
    const isTyped = flat !== undefined && !isText && flat.types.length > 0;
    // Some frameworks list text/plain beside JSON of the same schema, and write JSON into it.
    return isTyped && essence !== "text/xml"
      ? json(mediaType, reading, schema, place)
      : essence === "text/xml" && isTyped
        ? codec(mediaType, reading, schema, place)
        : { kind: "text", mediaType };
  }
  return codec(mediaType, reading, schema, place);
}

const LINES = new Set([
  "application/jsonl",
  "application/x-ndjson",
  "application/ndjson",
  "application/x-jsonlines",
  "application/json-seq",
]);
const BINARY =
  /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip|x-gzip|x-tar|vnd\.ms-|vnd\.openxmlformats|msword|x-zip)/;

// A charset says nothing: text is UTF-8.
function mediaTypeOf(name: string): string {
  const [essence = "", ...parameters] = name.split(";").map((part) => part.trim());
  const kept = parameters.filter((one) => /^(?!charset=)[^\s=]+=\S+$/i.test(one));
  return [essence.toLowerCase(), ...kept].join("; ");
}

function json(
  mediaType: string,
  { schemas }: Reading,
  found: Found,
  place: ContentPlace,
): ContractContent {
  const kind = mediaType === "application/json" ? "negotiated" : "codec";
  return {
    kind,
    mediaType,
    schema: schemas.convert(found.value, { ...place, pointer: found.pointer }),
  };
}

// A format that is neither JSON nor text needs a codec of the project.
function codec(
  mediaType: string,
  { schemas }: Reading,
  found: Found,
  place: ContentPlace,
): ContractContent {
  return {
    kind: "codec",
    mediaType,
    schema: schemas.convert(found.value, { ...place, pointer: found.pointer }),
    opaque: true,
  };
}

function formParts(reading: Reading, found: Found, place: ContentPlace): readonly ContractPart[] {
  return partsOf(reading, found, place, (types, name, value) => {
    const style = textOf(member(encodingOf(found, name), "style"));
    const explode = member(encodingOf(found, name), "explode") ?? (style ?? "form") === "form";
    const isDeep = style === "deepObject";
    const list = isDeep ? "brackets" : explode === true ? "repeat" : "comma";
    // Without a style, OpenAPI writes objects in forms as JSON.
    return types.typeOf(value, {
      ...PAIRS,
      list,
      object: isDeep ? "brackets" : "json",
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
  const schema = { value: member(found.value, "schema") ?? {}, pointer: `${found.pointer}/schema` };
  const flat = alternativesMerged(types, schema);
  const required = elementsOf(flat["required"]);
  const properties = entriesOf(flat["properties"]);
  if (properties.length === 0 && member(found.value, "schema") !== undefined) {
    const more = flat["additionalProperties"];
    if (more !== undefined && more !== false) {
      types.withoutDefault(
        "its form has fields of any name, which are not declared",
        "approximated",
      );
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

  function alternativesMerged(own: ParameterTypes, at: Found): Readonly<Record<string, unknown>> {
    const first = own.flat(at)?.schema ?? {};
    const choices = [...elementsOf(first["oneOf"]), ...elementsOf(first["anyOf"])].map(
      (value) => own.flat({ value, pointer: at.pointer })?.schema ?? {},
    );
    if (!choices.some((one) => one["properties"] !== undefined)) return first;
    own.withoutDefault(
      "its form has alternatives, declared as one form with all fields",
      "approximated",
    );
    const properties = choices.flatMap((one) => entriesOf(one["properties"]));
    return {
      ...first,
      properties: { ...Object.fromEntries(properties), ...(first["properties"] as object) },
    };
  }
}

function multipart(
  reading: Reading,
  { name, found }: Named,
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
    reading.report.changed(place, "approximated", `${name} is declared as a stream of bytes`);
    return { kind: "stream", mediaType: name };
  }
  const schema = { value: member(found.value, "schema") ?? {}, pointer: `${found.pointer}/schema` };
  const types = new ParameterTypes(reading, place);
  const flat = types.flat(schema)?.schema ?? {};
  const required = elementsOf(flat["required"]);
  const files = new Map<string, ContractPart>();
  for (const [field, value] of entriesOf(flat["properties"])) {
    const at = { value, pointer: `${schema.pointer}/properties${step(field)}` };
    const file = fileOf(types, field, { found: at, required: required.includes(field) });
    const body = bodyPart(reading, { name: field, found: at }, encodingOf(found, field));
    const part = file ?? (body && { ...body, required: required.includes(field) });
    if (part !== undefined) files.set(field, part);
  }
  const fields = partsOf(reading, found, place, (own, field, value) =>
    files.has(field)
      ? { type: "string", schema: {} }
      : own.typeOf(value, { ...PAIRS, object: "json" }),
  );
  const parts = fields.map((one) => files.get(one.name) ?? one);
  // A list of files may be `files[]`, whose field was renamed.
  return { kind: "multipart", mediaType: name, parts: parts.map((one) => textPart(one)) };
}

// A part has one text, so lists in it are repeated parts.
function textPart(part: ContractPart): ContractPart {
  return part.type === "list" && "style" in part ? { ...part, style: "repeat" } : part;
}

function fileOf(
  types: ParameterTypes,
  name: string,
  { found, required }: { readonly found: Found; readonly required: boolean },
): ContractPart | undefined {
  const flat = types.flat(found);
  if (flat === undefined) return undefined;
  const isList = flat.types[0] === "array";
  const items = { value: member(flat.schema, "items") ?? {}, pointer: `${flat.pointer}/items` };
  const inner = isList ? types.flat(items)?.schema : flat.schema;
  const isFile =
    inner?.["format"] === "binary" ||
    inner?.["type"] === "file" ||
    (inner?.["contentMediaType"] !== undefined && inner["contentEncoding"] === undefined);
  return isFile ? { name, type: "file", required: required && !isList, list: isList } : undefined;
}

// Objects in multipart bodies are parts of the type application/json.
function bodyPart(
  reading: Reading,
  { name, found }: Named,
  encoding: unknown,
): Omit<ContractBodyPart, "required"> | undefined {
  const flat = new ParameterTypes(reading, { pointer: found.pointer }).flat(found);
  const mediaType = textOf(member(encoding, "contentType"));
  const isJson =
    mediaType === undefined ? flat?.types[0] === "object" : mediaType === "application/json";
  if (!isJson) return undefined;
  const place = { pointer: found.pointer, side: "request" } as const;
  return { name, type: "body", content: [json("application/json", reading, found, place)] };
}
