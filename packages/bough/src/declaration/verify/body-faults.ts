// Finds faults of declared bodies.
import { parseAccept } from "../../http/accept.ts";
import { distinctParameters, parseMediaType } from "../../http/media-type.ts";
import { shown } from "../../internal/shown.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import {
  boundsOf,
  isFile,
  isTyped,
  type AnyBody,
  type BodyFormat,
  type BodyKind,
  type FileBounds,
  type OwnKind,
  type PartRecord,
} from "../body/body-format.ts";
import type { ParameterParts } from "../parameter/parameter.ts";
import type { FaultPair } from "./declaration-error.ts";
import { findParameterFaults } from "./parameter-faults.ts";
import { findCountFaults } from "./type-faults.ts";

/** A kind of body that can only be sent in one direction. */
interface OneWay {
  readonly kind: OwnKind;
  readonly sender: string;
  readonly remedy: string;
}

/** The kind that a request cannot have, and the kind that a response cannot have. */
export const NO_REQUEST: OneWay = {
  kind: "events",
  sender: "servers",
  remedy: "use jsonLines() or stream()",
};
export const NO_ANSWER: OneWay = {
  kind: "multipart",
  sender: "clients",
  remedy: "use stream(), bytes() or jsonLines()",
};

const FIELD = { noun: "the field", carries: "pairs" } as const;
// A part of a multipart body has one text.
const PART = { noun: "the field", carries: "text" } as const;

/** Finds the faults of a body. An absent body has no faults. */
export function findBodyFaults(
  body: AnyBody | AnySchema | undefined,
  what: string,
  refused: OneWay,
  found: FaultPair[],
): void {
  // Not read, since libraries create the value of `~standard` at the first read.
  if (body === undefined || "~standard" in Object(body)) {
    return;
  }
  const declared: Partial<AnyBody & AnySchema> = body ?? {};
  const { "~body": kind, "~format": format, "~formats": formats } = declared;
  if (!kind) {
    found.push([
      `${what} is neither a body nor a schema`,
      "pass a Standard Schema, type<T>(), noBody or a body such as json()",
    ]);
    return;
  }
  if (kind === refused.kind) {
    found.push([`${what} is ${kind}(), which only ${refused.sender} send`, refused.remedy]);
  }
  if (format?.alternatives !== undefined) {
    for (const one of format.alternatives) {
      findBodyFaults(one, what, refused, found);
    }
  } else if (format !== undefined) {
    found.push(...formatFaults(format, what));
  }
  if (formats !== undefined && formats.length > 1) {
    found.push(...repeatFaults(formats, what));
  }
}

// If two bodies have the same media type, the second would never be used.
function repeatFaults(formats: readonly Partial<BodyFormat>[], what: string): FaultPair[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { mediaTypes: [text] = [] } of formats) {
    const type = text === undefined ? undefined : parseMediaType(text);
    if (type !== undefined) {
      const pairs = distinctParameters(type).map((pair) => JSON.stringify(pair));
      const key = [type.essence, ...pairs.toSorted()].join(";");
      if (seen.has(key)) {
        repeated.add(shown(text));
      }
      seen.add(key);
    }
  }
  return [...repeated].map((type) => [
    `${what} has two alternatives of ${type}`,
    "use a different media type for each alternative, or use one schema for all",
  ]);
}

const EVENT_KINDS: ReadonlySet<BodyKind> = new Set(["negotiated", "codec"]);

// A name is one line, and an event without one is called "message" (HTML 9.2.6).
function eventFaults(events: NonNullable<BodyFormat["events"]>, what: string): FaultPair[] {
  const found: FaultPair[] = [];
  const entries = Object.entries(events);
  if (entries.length === 0) {
    found.push([
      `${what} has no named events`,
      "name one: namedEvents({ created: type<Booking>() })",
    ]);
  }
  for (const [name, data] of entries) {
    if (!("~standard" in data || EVENT_KINDS.has(data["~body"]))) {
      found.push([
        `${what} has the event "${name}", whose data is neither JSON nor text`,
        "pass type<T>(), plainText() or a schema",
      ]);
    }
    if (name === "" || /[\r\n\0]/.test(name)) {
      found.push([`${what} has an event with the name ${shown(name)}`, "use a name of one line"]);
    }
  }
  return found;
}

function formatFaults(
  { mediaTypes, codec, keepAlive = 1, end = "", parts = {}, events }: BodyFormat,
  what: string,
): FaultPair[] {
  const found = mediaTypes
    .filter((type) => parseMediaType(type) === undefined)
    .map((type): FaultPair => [
      `${what} has the invalid media type ${shown(type)}`,
      'write a type and a subtype: "image/png"',
    ]);
  const charset = codec && parseMediaType(mediaTypes[0] ?? "")?.parameters.get("charset");
  if (charset !== undefined && charset !== "utf-8" && charset !== "utf8") {
    found.push([
      `${what} has the media type ${shown(mediaTypes[0])}, but text is always UTF-8`,
      "remove charset",
    ]);
  }
  if (events !== undefined) {
    found.push(...eventFaults(events, what));
  }
  if (!(keepAlive > 0)) {
    found.push([
      `${what} has the keepAlive ${shown(keepAlive)}`,
      "pass milliseconds above 0; Infinity sends no comments",
    ]);
  }
  if (end.includes("\r")) {
    found.push([
      `${what} has the end ${shown(end)}`,
      "pass the data of the last event as a string without carriage returns: an event cannot carry them",
    ]);
  }
  // A format with a codec is a form, and a form has no files.
  if (codec) {
    findParameterFaults(parts, FIELD, found);
  } else {
    findPartFaults(parts, found);
  }
  return found;
}

function findPartFaults(parts: PartRecord, found: FaultPair[]): void {
  const fields: Record<string, ParameterParts[string]> = {};
  const others: FaultPair[] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (isFile(part)) {
      others.push(...fileFaults(part["~file"], `the file "${name}"`));
    } else if (isTyped(part)) {
      const { body, list = {} } = boundsOf(part);
      findTypedFaults(body, `the part "${name}"`, others);
      findCountFaults(list, { noun: "the part", name, carries: "text" }, others);
    } else {
      fields[name] = part;
    }
  }
  findParameterFaults(fields, PART, found);
  found.push(...others);
}

// A typed part is read as a whole.
function findTypedFaults(body: AnyBody, what: string, found: FaultPair[]): void {
  const bodies = body["~format"]?.alternatives ?? [body];
  if (bodies.every((one) => WHOLE.has(one["~body"]))) {
    findBodyFaults(body, what, NO_REQUEST, found);
  } else {
    found.push([
      `${what} is not read as a whole`,
      "use json(…), plainText() or bytes(), or file() for content that is read as it arrives",
    ]);
  }
}
const WHOLE: ReadonlySet<BodyKind> = new Set(["negotiated", "codec", "bytes"]);

function fileFaults({ maxBytes, mediaTypes, max }: FileBounds, what: string): FaultPair[] {
  const found: FaultPair[] = [];
  if (!(maxBytes > 0)) {
    found.push([
      `${what} has the maxBytes ${shown(maxBytes)}`,
      "pass a number of bytes above 0, or remove it",
    ]);
  }
  if (!(max > 0) || (max !== Infinity && !Number.isInteger(max))) {
    found.push([
      `${what} is a list with the max ${shown(max)}`,
      "pass a whole number above 0, or remove it",
    ]);
  }
  if (mediaTypes?.length === 0) {
    found.push([
      `${what} has no media types in its list`,
      'name some, ["image/*"], or remove mediaTypes',
    ]);
  }
  for (const range of mediaTypes ?? []) {
    if (range.includes(",") || parseAccept(range).length !== 1) {
      found.push([
        `${what} has the invalid media type ${shown(range)}`,
        'write a type and a subtype, or a range: "image/png", "image/*"',
      ]);
    }
  }
  return found;
}
