// The representations of a request or a response.
import type { ContractContent } from "bough/contract";
import { entriesOf, member, step } from "./json.ts";
import { EVENT_STREAM, readEvents } from "./events.ts";
import type { FlatSchema } from "./flat-schema.ts";
import type { Found } from "./open-document.ts";
import { ParameterTypes, type Reading } from "./parameter-type.ts";
import { formParts, multipart, type ContentPlace, type NamedContent } from "./parts.ts";

const TOKEN = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

/** Reads the representations below `content`, JSON first. */
export function readContent(
  reading: Reading,
  content: Found,
  place: ContentPlace,
): readonly ContractContent[] {
  const entries = entriesOf(content.value);
  const others = otherNames(entries);
  const read = entries.flatMap(([name, value]) => {
    if (others.includes(name)) {
      return [];
    }
    const pointer = `${content.pointer}${step(name)}`;
    const one = readOne(reading, { name, found: { value, pointer } }, { ...place, pointer });
    const also = one?.kind === "json-lines" && others.length > 0 ? { also: others } : {};
    return one === undefined ? [] : [{ ...one, ...also }];
  });
  const kept = [...new Map(read.map((one) => [keyOf(one.mediaType), one])).values()];
  const json = kept.filter(({ mediaType }) => keyOf(mediaType) === "application/json");
  return [...json, ...kept.filter((one) => !json.includes(one))];
}

// `jsonLines` reads the other names of its format too.
function otherNames(entries: ReturnType<typeof entriesOf>): readonly string[] {
  const lines = entries.find(([name]) => name === "application/jsonl")?.[1];
  return entries
    .filter(
      ([name, value]) =>
        name !== "application/jsonl" &&
        LINES.has(name) &&
        JSON.stringify(value) === JSON.stringify(lines),
    )
    .map(([name]) => name);
}

function keyOf(mediaType: string): string {
  return mediaType.toLowerCase().replaceAll(/\s/g, "");
}

/** Whether a value is bytes of a media type of its own: they have no type, or are encoded in a text. */
function isOfMediaType(flat: FlatSchema | undefined): boolean {
  const [type = "string"] = flat?.types ?? [];
  return flat?.schema["contentMediaType"] !== undefined && type === "string";
}

function readOne(
  reading: Reading,
  { name, found }: NamedContent,
  place: ContentPlace,
): ContractContent | undefined {
  const mediaType = mediaTypeOf(name);
  const item = itemOf(found);
  const schema = { value: member(found.value, "schema"), pointer: `${found.pointer}/schema` };
  const flat = new ParameterTypes(reading, place).flat({ ...schema, value: schema.value ?? {} });
  const essence = mediaType.split(";")[0] ?? "";
  const isText = flat?.types[0] === "string";
  const isBinary =
    isText && (flat.schema["format"] === "binary" || flat.schema["format"] === "byte");
  const asJson = (reason: string): ContractContent => {
    reading.report.changed(place, "document", `${reason}; declared as JSON`);
    return json("application/json", reading, schema, place);
  };
  if (essence === "*/*" || essence === "application/*") {
    return isBinary || isOfMediaType(flat) || schema.value === undefined
      ? { kind: "stream", mediaType: "*/*" }
      : asJson(`the media type is ${name}`);
  }
  if (essence.endsWith("/*")) {
    return { kind: "stream", mediaType: "*/*" };
  }
  if (!TOKEN.test(essence)) {
    const isRange = essence === "application/*+json";
    return asJson(isRange ? `the media type is ${name}` : `"${name}" is not a media type`);
  }
  if (/^(?:application|text)\/json$|\+json$/.test(essence)) {
    return json(mediaType, reading, schema, place);
  }
  if (essence === "application/x-www-form-urlencoded") {
    return { kind: "form", mediaType: essence, parts: formParts(reading, found, place) };
  }
  if (essence.startsWith("multipart/")) {
    return multipart(reading, { name: essence, found }, place);
  }
  if (essence === EVENT_STREAM && place.side === "response") {
    return readEvents(reading, { item, schema }, place);
  }
  if (LINES.has(essence)) {
    return item.value === undefined || essence !== "application/jsonl"
      ? { kind: "stream", mediaType }
      : { kind: "json-lines", mediaType, item: reading.schemas.convert(item.value, place) };
  }
  if (isBinary || BINARY.test(essence)) {
    return { kind: "stream", mediaType };
  }
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

// Documents of Bough before 3.2 have the schema of an item in a member of their own.
function itemOf({ value, pointer }: Found): Found {
  const name = member(value, "itemSchema") === undefined ? "x-itemSchema" : "itemSchema";
  return { value: member(value, name), pointer: `${pointer}/${name}` };
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
