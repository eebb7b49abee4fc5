// The changes of the representations of a body: media types, kinds, schemas, parts and events.
import type {
  ContractContent,
  ContractFile,
  ContractKind,
  ContractParameter,
  ContractPart,
} from "bough/contract";
import type { Direction } from "./direction.ts";
import type { Findings } from "./findings.ts";
import type { Kind } from "./kinds.ts";
import { compareParameters, compareResponseHeaders } from "./parameter-changes.ts";
import { compareSchemas } from "./schema-changes.ts";

/** The representations of one body before and after. */
export interface Contents {
  readonly place: string;
  readonly before: readonly ContractContent[];
  readonly after: readonly ContractContent[];
}

/** How a kind of body is compared. */
const FORMS: Readonly<Record<ContractKind, { readonly whole: boolean; readonly schema: boolean }>> =
  {
    negotiated: { whole: true, schema: true },
    codec: { whole: true, schema: true },
    text: { whole: true, schema: false },
    form: { whole: true, schema: false },
    bytes: { whole: true, schema: false },
    multipart: { whole: true, schema: false },
    stream: { whole: false, schema: false },
    events: { whole: false, schema: true },
    "json-lines": { whole: false, schema: true },
  };

/** Compares the representations of a body by media type. */
export function compareContents(found: Findings, direction: Direction, contents: Contents): void {
  const { place, before, after } = contents;
  const isRequest = direction.name === "request";
  if (!isRequest && (before.length === 0 || after.length === 0)) {
    if (before.length !== after.length) {
      found.add(after.length > 0 ? "response-body-added" : "response-body-removed", { place });
    }
    return;
  }
  const [old, young] = [byMediaType(before, isRequest), byMediaType(after, isRequest)];
  for (const [key, one] of old) {
    const other = young.get(key) ?? after.find(isAny);
    if (other === undefined) {
      const kind: Kind = isRequest ? "request-media-type-removed" : "response-media-type-removed";
      found.add(kind, { place, name: one.mediaType, before: one.mediaType });
    } else if (one.mediaType === key || isRequest) {
      compareContent(found, direction, { place: `${place}, ${key}`, one, other });
    }
  }
  for (const [key, other] of young) {
    if (!old.has(key) && !before.some(isAny)) {
      const kind: Kind = isRequest ? "request-media-type-added" : "response-media-type-added";
      found.add(kind, { place, name: key, after: other.mediaType });
    }
  }
}

// A server reads the other media types of a representation, too, and sends the first.
function byMediaType(
  contents: readonly ContractContent[],
  isRequest: boolean,
): ReadonlyMap<string, ContractContent> {
  const made = new Map<string, ContractContent>();
  for (const one of contents) {
    for (const name of [one.mediaType, ...(isRequest ? (one.also ?? []) : [])]) {
      const key = name.toLowerCase().replaceAll(/\s|;charset=utf-8$/g, "");
      made.set(key, made.get(key) ?? one);
    }
  }
  return made;
}

function isAny({ mediaType }: ContractContent): boolean {
  return mediaType === "*/*";
}

interface ContentPair {
  readonly place: string;
  readonly one: ContractContent;
  readonly other: ContractContent;
}

function compareContent(
  found: Findings,
  direction: Direction,
  { place, one, other }: ContentPair,
): void {
  const [form, others] = [FORMS[one.kind], FORMS[other.kind]];
  const isNamed = (content: ContractContent): boolean => content.events !== undefined;
  if (
    form.whole !== others.whole ||
    (one.parts === undefined) !== (other.parts === undefined) ||
    isNamed(one) !== isNamed(other)
  ) {
    const kindOf = (content: ContractContent): string =>
      isNamed(content) ? "named events" : content.kind;
    found.add("body-kind-changed", { place, before: kindOf(one), after: kindOf(other) });
    return;
  }
  const [type, otherType] = [one, other].map(({ itemMediaType = JSON_TYPE }) => itemMediaType);
  if (type !== otherType) {
    found.add("event-data-changed", { place, before: type, after: otherType });
    return;
  }
  if (one.end !== other.end) {
    found.add("stream-end-changed", { place, before: one.end ?? null, after: other.end ?? null });
  }
  if (one.parts !== undefined && other.parts !== undefined) {
    compareParts(found, direction, { place, before: one.parts, after: other.parts });
  }
  if (one.events !== undefined && other.events !== undefined) {
    compareEvents(found, direction, { place, before: one.events, after: other.events });
  } else if (form.schema && others.schema) {
    const [before, after] = [one.schema ?? one.item, other.schema ?? other.item];
    if (before === undefined || after === undefined) {
      found.cannotTell(place, NO_SCHEMA);
    } else {
      compareSchemas(found, direction, { place, before, after });
    }
  }
}

/** The reason of a body whose schema nobody knows. */
const NO_SCHEMA = "its schema is not known";
/** The media type of items that have no other. */
const JSON_TYPE = "application/json";

type Events = NonNullable<ContractContent["events"]>;

function compareEvents(
  found: Findings,
  direction: Direction,
  {
    place,
    before,
    after,
  }: { readonly place: string; readonly before: Events; readonly after: Events },
): void {
  const [old, young] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  for (const name of new Set([...old.keys(), ...young.keys()])) {
    const [one, other] = [old.get(name), young.get(name)];
    const at = `${place}, event ${name}`;
    if (one === undefined || other === undefined) {
      found.add(one === undefined ? "event-added" : "event-removed", { place, name });
    } else if (one.mediaType !== other.mediaType) {
      found.add("event-data-changed", { place: at, before: one.mediaType, after: other.mediaType });
    } else {
      compareContent(found, direction, { place: at, one, other });
    }
  }
}

interface Parts {
  readonly place: string;
  readonly before: readonly ContractPart[];
  readonly after: readonly ContractPart[];
}

function isFile(part: ContractPart): part is ContractFile {
  return part.type === "file" && "list" in part;
}

function isParameter(part: ContractPart): part is ContractParameter {
  return !isFile(part) && !("content" in part);
}

// Fields are parameters; files and parts with bodies of their own have a name, too.
function compareParts(
  found: Findings,
  direction: Direction,
  { place, before, after }: Parts,
): void {
  const compare = direction.name === "request" ? compareParameters : compareResponseHeaders;
  const isOther = (part: ContractPart): boolean => !isParameter(part);
  const changed = new Set(
    before
      .filter((one) => {
        const other = after.find(({ name }) => name === one.name);
        return other !== undefined && isParameter(one) !== isParameter(other);
      })
      .map(({ name }) => name),
  );
  const kept = (list: readonly ContractPart[]): readonly ContractPart[] =>
    list.filter(({ name }) => !changed.has(name));
  for (const name of changed) {
    found.add("parameter-changed", { place: `${place}, field ${name}`, name });
  }
  compare(found, direction, {
    place: `${place}, field`,
    before: kept(before).filter(isParameter),
    after: kept(after).filter(isParameter),
  });
  const [old, young] = [kept(before).filter(isOther), kept(after).filter(isOther)];
  for (const name of new Set([...old, ...young].map((part) => part.name))) {
    const [one, other] = [old, young].map((list) => list.find((part) => part.name === name));
    compareOwnPart(found, direction, { place: `${place}, part ${name}`, name, one, other });
  }
}

interface PartPair {
  readonly place: string;
  readonly name: string;
  readonly one: ContractPart | undefined;
  readonly other: ContractPart | undefined;
}

function compareOwnPart(
  found: Findings,
  direction: Direction,
  { place, name, one, other }: PartPair,
): void {
  if (one === undefined || other === undefined) {
    const presence = (one ?? other)?.required === true ? "required" : "optional";
    const change = one === undefined ? "added" : "removed";
    found.add(`parameter-${presence}-${change}`, { place, name });
    return;
  }
  if (one.required !== other.required) {
    const kind: Kind = other.required ? "parameter-now-required" : "parameter-now-optional";
    found.add(kind, { place, name, before: one.required, after: other.required });
  }
  if ("content" in one && "content" in other) {
    compareContents(found, direction, { place, before: one.content, after: other.content });
  }
  const [limits, others] = [limitsOf(one), limitsOf(other)];
  const isNarrower = others.some((value, index) => value < (limits[index] ?? Infinity));
  const isWider = others.some((value, index) => value > (limits[index] ?? Infinity));
  if (isNarrower || isWider) {
    const kind: Kind = !isWider
      ? "parameter-narrowed"
      : isNarrower
        ? "parameter-changed"
        : "parameter-widened";
    found.add(kind, { place, name, before: one, after: other });
  }
  if (isFile(one) && isFile(other)) {
    compareMediaTypes(found, { place, name, one, other });
  } else if (isFile(one) !== isFile(other)) {
    found.add("parameter-changed", { place, name, before: one.type, after: other.type });
  }
}

// How many there may be, and how large.
function limitsOf(part: ContractPart): readonly number[] {
  if (isParameter(part)) {
    return [];
  }
  const isList = "list" in part && part.list;
  return [
    isList ? (part.max ?? Infinity) : 1,
    ("maxBytes" in part ? part.maxBytes : undefined) ?? Infinity,
  ];
}

function compareMediaTypes(
  found: Findings,
  {
    place,
    name,
    one,
    other,
  }: {
    readonly place: string;
    readonly name: string;
    readonly one: ContractFile;
    readonly other: ContractFile;
  },
): void {
  const [old, young] = [one.mediaTypes ?? ["*/*"], other.mediaTypes ?? ["*/*"]];
  const reads = (list: readonly string[], type: string): boolean =>
    list.some(
      (each) =>
        each === type ||
        each === "*/*" ||
        (each.endsWith("/*") && type.startsWith(each.slice(0, -1))),
    );
  const isNarrower = old.some((type) => !reads(young, type));
  const isWider = young.some((type) => !reads(old, type));
  if (isNarrower || isWider) {
    const kind: Kind = isNarrower
      ? isWider
        ? "parameter-changed"
        : "parameter-narrowed"
      : "parameter-widened";
    found.add(kind, { place, name, before: old, after: young });
  }
}
