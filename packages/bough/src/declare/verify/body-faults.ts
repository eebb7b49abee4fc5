// Finds faults of declared bodies.
import { parseAccept } from "../../shared/http/accept.ts";
import { distinctParameters, parseMediaType } from "../../shared/http/media-type.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import {
  boundsOf,
  isFile,
  isTyped,
  KINDS,
  type AnyBody,
  type BodyFormat,
  type BodyKind,
  type FileBounds,
  type OwnKind,
  type PartRecord,
} from "../body/body-format.ts";
import type { Faults } from "./declaration-error.ts";
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
  refused: OneWay,
  found: Faults,
): void {
  // Not read, since libraries create the value of `~standard` at the first read.
  if (body === undefined || "~standard" in Object(body)) {
    return;
  }
  const declared: Partial<AnyBody & AnySchema> = body ?? {};
  const { "~body": kind, "~format": format, "~formats": formats } = declared;
  if (!kind) {
    found.add(
      "is neither a body nor a schema",
      "pass a Standard Schema, type<T>(), noBody or a body such as json()",
    );
    return;
  }
  if (kind === refused.kind) {
    found.add(`is ${kind}(), which only ${refused.sender} send`, refused.remedy);
  }
  if (format?.alternatives !== undefined) {
    for (const one of format.alternatives) {
      findBodyFaults(one, refused, found);
    }
  } else if (format !== undefined) {
    findFormatFaults(format, found);
  }
  if (formats !== undefined && formats.length > 1) {
    findRepeated(formats, found);
  }
}

// If two bodies have the same media type, the second would never be used.
function findRepeated(formats: readonly Partial<BodyFormat>[], found: Faults): void {
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
  for (const type of repeated) {
    found.add(
      `has two alternatives of ${type}`,
      "use a different media type for each alternative, or use one schema for all",
    );
  }
}

const EVENT_KINDS: ReadonlySet<BodyKind> = new Set(["negotiated", "codec"]);

// A name is one line, and an event without one is called "message" (HTML 9.2.6).
function findEventFaults(events: NonNullable<BodyFormat["events"]>, found: Faults): void {
  const entries = Object.entries(events);
  if (entries.length === 0) {
    found.add("has no named events", "name one: namedEvents({ created: type<Booking>() })");
  }
  for (const [name, data] of entries) {
    if (!("~standard" in data || EVENT_KINDS.has(data["~body"]))) {
      found.add(
        `has the event "${name}", whose data is neither JSON nor text`,
        "pass type<T>(), plainText() or a schema",
      );
    }
    if (name === "" || /[\r\n\0]/.test(name)) {
      found.add(`has an event with the name ${shown(name)}`, "use a name of one line");
    }
  }
}

function findFormatFaults(
  { mediaTypes, codec, keepAlive = 1, end = "", parts = {}, events }: BodyFormat,
  found: Faults,
): void {
  for (const type of mediaTypes.filter((one) => parseMediaType(one) === undefined)) {
    found.add(
      `has the invalid media type ${shown(type)}`,
      'write a type and a subtype: "image/png"',
    );
  }
  const charset = codec && parseMediaType(mediaTypes[0] ?? "")?.parameters.get("charset");
  if (charset !== undefined && charset !== "utf-8" && charset !== "utf8") {
    found.add(
      `has the media type ${shown(mediaTypes[0])}, but text is always UTF-8`,
      "remove charset",
    );
  }
  if (events !== undefined) {
    findEventFaults(events, found);
  }
  if (!(keepAlive > 0)) {
    found.add(
      `has the keepAlive ${shown(keepAlive)}`,
      "pass milliseconds above 0; Infinity sends no comments",
    );
  }
  if (end.includes("\r")) {
    found.add(
      `has the end ${shown(end)}`,
      "pass the data of the last event as a string without carriage returns: an event cannot carry them",
    );
  }
  // A format with a codec is a form, and a form has no files.
  if (codec) {
    findParameterFaults(parts, FIELD, found);
  } else {
    findPartFaults(parts, found);
  }
}

function findPartFaults(parts: PartRecord, found: Faults): void {
  const all = Object.entries(parts);
  const fields = all.filter(([, part]) => !isFile(part) && !isTyped(part));
  findParameterFaults(Object.fromEntries(fields), PART, found);
  for (const [name, part] of all) {
    if (isFile(part)) {
      findFileFaults(part["~file"], found.at("the file", name));
    } else if (isTyped(part)) {
      const { body, list = {} } = boundsOf(part);
      findTypedFaults(body, found.at("the part", name));
      findCountFaults(list, { noun: "the part", name, carries: "text" }, found);
    }
  }
}

// A typed part is read as a whole.
function findTypedFaults(body: AnyBody, found: Faults): void {
  const bodies = body["~format"]?.alternatives ?? [body];
  if (bodies.every((one) => KINDS[one["~body"]].isWhole === true)) {
    findBodyFaults(body, NO_REQUEST, found);
  } else {
    found.add(
      "is not read as a whole",
      "use json(…), plainText() or bytes(), or file() for content that is read as it arrives",
    );
  }
}

function findFileFaults({ maxBytes, mediaTypes, max }: FileBounds, found: Faults): void {
  if (!(maxBytes > 0)) {
    found.add(
      `has the maxBytes ${shown(maxBytes)}`,
      "pass a number of bytes above 0, or remove it",
    );
  }
  if (!(max > 0) || (max !== Infinity && !Number.isInteger(max))) {
    found.add(`is a list with the max ${shown(max)}`, "pass a whole number above 0, or remove it");
  }
  if (mediaTypes?.length === 0) {
    found.add("has no media types in its list", 'name some, ["image/*"], or remove mediaTypes');
  }
  for (const range of mediaTypes ?? []) {
    if (range.includes(",") || parseAccept(range).length !== 1) {
      found.add(
        `has the invalid media type ${shown(range)}`,
        'write a type and a subtype, or a range: "image/png", "image/*"',
      );
    }
  }
}
