// The representations of a request or a response.
import type { ContractContent } from "bough/contract";
import { entriesOf, member, step } from "./json.ts";
import type { Found } from "./open-document.ts";
import { ParameterTypes } from "./parameter-type.ts";
import type { Reading } from "./parameter-type.ts";
import { formParts, multipart } from "./parts.ts";
import type { ContentPlace, NamedContent } from "./parts.ts";

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

function readOne(
  reading: Reading,
  { name, found }: NamedContent,
  place: ContentPlace,
): ContractContent | undefined {
  const mediaType = mediaTypeOf(name);
  const item = member(found.value, "itemSchema");
  const schema = { value: member(found.value, "schema"), pointer: `${found.pointer}/schema` };
  const flat = new ParameterTypes(reading, place).flat({ ...schema, value: schema.value ?? {} });
  const essence = mediaType.split(";")[0] ?? "";
  const isText = flat?.types[0] === "string";
  const isBinary =
    isText && (flat.schema["format"] === "binary" || flat.schema["format"] === "byte");
  if (essence === "*/*" || essence === "application/*") {
    if (isBinary || schema.value === undefined) {
      return { kind: "stream", mediaType: "*/*" };
    }
    reading.report.changed(place, "document", `the media type is ${name}; declared as JSON`);
    return json("application/json", reading, schema, place);
  }
  if (essence.endsWith("/*")) {
    return { kind: "stream", mediaType: "*/*" };
  }
  if (essence !== "application/*+json" && !TOKEN.test(essence)) {
    reading.report.changed(place, "document", `"${name}" is not a media type; declared as JSON`);
    return json("application/json", reading, schema, place);
  }
  if (/^(?:application|text)\/json$|\+json$/.test(essence)) {
    const type = essence === "application/*+json" ? "application/json" : mediaType;
    return json(type, reading, schema, place);
  }
  if (essence === "application/x-www-form-urlencoded") {
    return { kind: "form", mediaType: essence, parts: formParts(reading, found, place) };
  }
  if (essence.startsWith("multipart/")) {
    return multipart(reading, { name: essence, found }, place);
  }
  if (essence === "text/event-stream" && place.side === "response") {
    const event = reading.schemas.convert(item ?? schema.value, place);
    return { kind: "events", mediaType: essence, item: event };
  }
  if (LINES.has(essence)) {
    return item === undefined || essence !== "application/jsonl"
      ? { kind: "stream", mediaType }
      : { kind: "json-lines", mediaType, item: reading.schemas.convert(item, place) };
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
