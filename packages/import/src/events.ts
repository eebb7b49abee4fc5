// Server-Sent Events of a document: the schema of an item describes the whole event, whose `data` is text that may hold
// JSON (OpenAPI 3.2, 4.14.4).
import type { ContractContent } from "bough/contract";
import { flatSchema, type FlatSchema } from "./flat-schema.ts";
import { elementsOf, entriesOf, isMembers, member, step, textOf } from "./json.ts";
import type { Found } from "./open-document.ts";
import type { Reading } from "./parameter-type.ts";
import type { Place } from "./report.ts";

/** The media type of an event stream. */
export const EVENT_STREAM = "text/event-stream";

const FIELDS = new Set(["data", "event", "id", "retry"]);

/** Reads an event stream. `item` is the schema of an event; `schema` is what a document before 3.2 has for its data. */
export function readEvents(
  reading: Reading,
  { item, schema }: { readonly item: Found; readonly schema: Found },
  place: Place,
): ContractContent {
  if (item.value === undefined) {
    return dataEvents(schema, reading, place);
  }
  const events = alternativesOf(reading, item);
  if (events === undefined || !areEvents(events)) {
    const message = "its items are not events with data; declared as the data of events";
    reading.report.changed(place, "document", message);
    return dataEvents(item, reading, place);
  }
  const named = namedEvents(events, reading, place);
  if (named !== undefined) {
    return named;
  }
  if (events.some(({ schema: one }) => isNamed(member(one["properties"], "event")))) {
    reading.report.changed(place, "approximated", "the names of its events are left out");
  }
  const data = events.flatMap((one) => alternativesOf(reading, dataOf(one)) ?? []);
  const ends = data.flatMap((one) => endOf(one) ?? []);
  const end = ends.length === 1 && data.length > 1 ? ends[0] : undefined;
  const kept = data.filter((one) => end === undefined || endOf(one) === undefined);
  const read = kept.every(isText) ? TEXT_EVENTS : jsonEvents(kept.map(jsonOf), reading, place);
  if (kept.some(isText) && read !== TEXT_EVENTS) {
    reading.report.changed(place, "approximated", "the data of some events is text, not JSON");
  }
  return end === undefined ? read : { ...read, end };
}

/** Events that all have a name of their own, but for a last one; `undefined` otherwise. */
function namedEvents(
  all: readonly FlatSchema[],
  reading: Reading,
  place: Place,
): ContractContent | undefined {
  const data = all.map((one) => flatSchema(reading.document, dataOf(one)));
  const ends = all.flatMap((one, at) => {
    const end = nameOf(one) === undefined && data[at] ? endOf(data[at]) : undefined;
    return end === undefined ? [] : [{ at, end }];
  });
  const [last] = ends;
  const events = all.flatMap((one, at) => {
    const name = nameOf(one);
    const found = data[at];
    return name === undefined || found === undefined ? [] : [{ name, found }];
  });
  const names = new Set(events.map(({ name }) => name));
  if (names.size === 0 || names.size + ends.length !== all.length || ends.length > 1) {
    return undefined;
  }
  return {
    kind: "events",
    mediaType: EVENT_STREAM,
    events: Object.fromEntries(
      events.map(({ name, found }) => [name, eventContent(found, reading, place)]),
    ),
    ...(last === undefined ? {} : { end: last.end }),
  };
}

function eventContent(found: FlatSchema, { schemas }: Reading, place: Place): ContractContent {
  if (isText(found)) {
    return { kind: "text", mediaType: "text/plain", schema: { type: "string" } };
  }
  const { value, pointer } = jsonOf(found);
  const schema = schemas.convert(value, { ...place, pointer });
  return { kind: "negotiated", mediaType: "application/json", schema };
}

// The one name that an event has.
function nameOf({ schema }: FlatSchema): string | undefined {
  const event = member(schema["properties"], "event");
  const [only, more] =
    member(event, "const") === undefined
      ? elementsOf(member(event, "enum"))
      : [member(event, "const")];
  const name = more === undefined ? textOf(only) : undefined;
  return name === undefined || name === "" || /[\r\n\0]/.test(name) ? undefined : name;
}

const TEXT_EVENTS: ContractContent = {
  kind: "events",
  mediaType: EVENT_STREAM,
  item: { type: "string" },
  itemMediaType: "text/plain",
};

// Servers send strings as they are, and everything else as JSON.
function dataEvents(found: Found, reading: Reading, place: Place): ContractContent {
  const flat = flatSchema(reading.document, found);
  if (flat?.schema["type"] !== "string" || !isText(flat)) {
    return jsonEvents([found], reading, place);
  }
  const lost = BOUNDS.filter((name) => flat.schema[name] !== undefined);
  if (lost.length > 0) {
    const message = `${lost.join(", ")} of its text is left out`;
    reading.report.changed({ ...place, pointer: flat.pointer }, "approximated", message);
  }
  return TEXT_EVENTS;
}

const BOUNDS = ["enum", "const", "pattern", "format", "minLength", "maxLength"];

function jsonEvents(data: readonly Found[], { schemas }: Reading, place: Place): ContractContent {
  const items = data.map(({ value, pointer }) => schemas.convert(value, { ...place, pointer }));
  const [only = {}, more] = items;
  const item = more === undefined ? only : { anyOf: items };
  return { kind: "events", mediaType: EVENT_STREAM, item };
}

// The schema itself, or its alternatives; `undefined` if one of them refers to nothing.
function alternativesOf({ document }: Reading, found: Found): readonly FlatSchema[] | undefined {
  const flat = flatSchema(document, found);
  if (flat === undefined) {
    return undefined;
  }
  const { schema, pointer } = flat;
  const parts = ["oneOf", "anyOf"].flatMap((name) =>
    elementsOf(schema[name]).map((value, index) => ({
      value,
      pointer: `${pointer}/${name}${step(index)}`,
    })),
  );
  const alternatives = parts.flatMap((one) => flatSchema(document, one) ?? []);
  return parts.length === 0
    ? [flat]
    : alternatives.length < parts.length
      ? undefined
      : alternatives;
}

function areEvents(events: readonly FlatSchema[]): boolean {
  const fields = events.map(({ schema }) => entriesOf(schema["properties"]).map(([name]) => name));
  return (
    fields.every((names) => names.length > 0 && names.every((name) => FIELDS.has(name))) &&
    fields.some((names) => names.includes("data"))
  );
}

function dataOf({ schema, pointer }: FlatSchema): Found {
  const value = member(schema["properties"], "data");
  return { value: value ?? { type: "string" }, pointer: `${pointer}/properties/data` };
}

function isNamed(event: unknown): boolean {
  return member(event, "const") !== undefined || member(event, "enum") !== undefined;
}

// The one text of a last event, such as `[DONE]`.
function endOf({ schema }: FlatSchema): string | undefined {
  const [only, more] =
    schema["const"] === undefined ? elementsOf(schema["enum"]) : [schema["const"]];
  const isText = more === undefined && schema["contentSchema"] === undefined;
  return isText ? textOf(only) : undefined;
}

function isText({ schema, types }: FlatSchema): boolean {
  const isJson = /[/+]json$/i.test(String(schema["contentMediaType"]));
  return types[0] === "string" && !isJson && schema["contentSchema"] === undefined;
}

// A schema that is not of text describes the JSON in it.
function jsonOf({ schema, pointer, types }: FlatSchema): Found {
  const content = schema["contentSchema"];
  return isMembers(content)
    ? { value: content, pointer: `${pointer}/contentSchema` }
    : { value: types[0] === "string" ? {} : schema, pointer };
}
