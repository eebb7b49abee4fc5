// Compares the representations of requests and responses.
import type { ContractContent, ContractFile, ContractPart } from "bough/contract";
import { fieldKey, mediaTypeKey } from "./content-key.ts";
import { BOTH, ifLooser, ifStricter, type Side } from "./difference.ts";
import { compareParameters, type Comparing } from "./parameters.ts";

/** The representations of one body. */
export interface ComparedBody {
  readonly declared: readonly ContractContent[];
  readonly documented: readonly ContractContent[];
  /** `request body`, `response 200`. */
  readonly place: string;
  readonly side: Side;
  /** Keys of media types and fields whose schema is a type or a function, which cannot be compared. */
  readonly opaque: ReadonlySet<string>;
}

/** Compares bodies by media type. */
export function compareBodies(comparing: Comparing, given: ComparedBody): void {
  const { declared, documented, place, side, opaque } = given;
  const { found } = comparing;
  const there = new Map(documented.map((one) => [mediaTypeKey(one), one]));
  for (const one of declared) {
    const other = there.get(mediaTypeKey(one)) ?? documented.find(isAny);
    there.delete(mediaTypeKey(one));
    if (other === undefined) {
      found.differs(place, `${one.mediaType} is not in the document`, ifLooser(side));
    } else if (opaque.has(mediaTypeKey(one)) && saysSomething(other)) {
      found.cannotTell(place, `the schema of ${one.mediaType} is not known`);
    } else {
      compareContent(comparing, { one, other, place, side, opaque });
    }
  }
  for (const other of there.values()) {
    if (isAny(other) || declared.some(isAny)) {
      continue;
    }
    found.differs(place, `${other.mediaType} is not declared`, ifStricter(side));
  }
}

function isAny({ mediaType }: ContractContent): boolean {
  return mediaType === "*/*";
}

// A document that allows every value cannot differ.
function saysSomething({ schema, item, parts, events }: ContractContent): boolean {
  return (
    parts !== undefined || events !== undefined || Object.keys(schema ?? item ?? {}).length > 0
  );
}

interface Contents {
  readonly one: ContractContent;
  readonly other: ContractContent;
  readonly place: string;
  readonly side: Side;
  readonly opaque: ReadonlySet<string>;
}

function compareContent(comparing: Comparing, given: Contents): void {
  const { one, other, place } = given;
  const { found, schemas } = comparing;
  if (one.parts !== undefined && other.parts !== undefined) {
    compareParts(comparing, given);
    return;
  }
  if (one.events !== undefined && other.events !== undefined) {
    compareEvents(comparing, given, [one.events, other.events]);
    return;
  }
  if (one.events !== undefined || other.events !== undefined) {
    const message =
      one.events === undefined
        ? "its events have no names, and they have in the document"
        : "its events have names, and they have none in the document";
    found.differs(place, message, BOTH);
    return;
  }
  const difference =
    schemas.difference(one.schema, other.schema) ?? schemas.difference(one.item, other.item);
  if (difference === undefined) {
    return;
  }
  const { pointer, message } = difference;
  const at = pointer === "" ? "" : ` at ${pointer}`;
  found.differs(place, `the schema of ${one.mediaType} differs${at}: ${message}`, BOTH);
}

type Events = NonNullable<ContractContent["events"]>;

// A client skips events that it does not know.
function compareEvents(
  comparing: Comparing,
  { place, side, opaque }: Contents,
  [declared, documented]: readonly [declared: Events, documented: Events],
): void {
  const { found } = comparing;
  const there = new Map(Object.entries(documented));
  for (const [name, one] of Object.entries(declared)) {
    const other = there.get(name);
    there.delete(name);
    const at = `${place}, event "${name}"`;
    if (other === undefined) {
      found.differs(at, "is not in the document", ifLooser(side));
    } else if (opaque.has(fieldKey(name))) {
      found.cannotTell(at, "its schema is not known");
    } else {
      compareContent(comparing, { one, other, place: at, side, opaque });
    }
  }
  for (const name of there.keys()) {
    found.differs(`${place}, event "${name}"`, "is not declared", ifStricter(side));
  }
}

type Parameter = Exclude<ContractPart, ContractFile | { readonly content: unknown }>;

function isFile(part: ContractPart): part is ContractFile {
  return part.type === "file" && "list" in part;
}

function isBody(part: ContractPart): part is Extract<ContractPart, { readonly content: unknown }> {
  return "content" in part;
}

function isList(part: ContractPart): boolean {
  return "list" in part && part.list;
}

function isParameter(part: ContractPart): part is Parameter {
  return !isFile(part) && !isBody(part);
}

function compareParts(
  comparing: Comparing,
  { one, other, place, side, opaque: all }: Contents,
): void {
  const { parts: declared = [] } = one;
  const { parts: documented = [] } = other;
  const noun = "field";
  const names = [...declared, ...documented].map(({ name }) => name);
  const opaque = new Set(names.filter((name) => all.has(fieldKey(name))));
  compareParameters(comparing, {
    declared: declared.filter(isParameter),
    documented: documented.filter(isParameter),
    noun,
    within: place,
    side,
    opaque,
  });
  compareOwnParts(comparing, {
    declared: declared.filter((part) => !isParameter(part)),
    documented: documented.filter((part) => !isParameter(part)),
    place,
    side,
    opaque,
  });
}

// Files, and parts that are bodies of their own.
function compareOwnParts(
  comparing: Comparing,
  {
    declared,
    documented,
    place,
    side,
    opaque,
  }: {
    readonly declared: readonly ContractPart[];
    readonly documented: readonly ContractPart[];
    readonly place: string;
    readonly side: Side;
    readonly opaque: ReadonlySet<string>;
  },
): void {
  const { found } = comparing;
  const there = new Map(documented.map((one) => [one.name, one]));
  for (const one of declared) {
    const other = there.get(one.name);
    there.delete(one.name);
    const at = `${place}, part "${one.name}"`;
    if (other === undefined) {
      found.differs(at, "is not in the document", one.required ? BOTH : ifLooser(side));
      continue;
    }
    if (one.required !== other.required) {
      const [message, breaks] = one.required
        ? ["is required, and optional in the document", ifStricter(side)]
        : ["is optional, and required in the document", ifLooser(side)];
      found.differs(at, message, breaks);
    }
    if (isList(one) !== isList(other) && isBody(one) === isBody(other)) {
      const kind = isBody(one) ? "part" : "file";
      found.differs(
        at,
        `is ${isList(one) ? "a list" : `one ${kind}`}, and not in the document`,
        BOTH,
      );
    }
    if (isBody(one) && isBody(other)) {
      const { content } = one;
      compareBodies(comparing, {
        declared: content,
        documented: other.content,
        place: at,
        side,
        opaque: new Set(opaque.has(one.name) ? content.map(mediaTypeKey) : []),
      });
    } else if (isBody(one) !== isBody(other)) {
      found.differs(at, "has another kind in the document", BOTH);
    }
  }
  for (const other of there.values()) {
    const at = `${place}, part "${other.name}"`;
    found.differs(at, "is not declared", other.required ? BOTH : ifStricter(side));
  }
}
