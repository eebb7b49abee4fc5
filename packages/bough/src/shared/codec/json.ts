// JSON. The codec rejects text that JSON.parse would silently change: it parses the text and inspects the value; the
// text is scanned only if the value is suspicious, so the checks cost only a few percent. It throws where
// JSON.stringify would silently lose a value.
import { DecodeError, type Codec, type DecodeLimits } from "./codec.ts";
import { PROTO_KEY, protoKeyIn } from "./plain-json.ts";
import { fieldsOf } from "../internal/record.ts";
import { pointerStep } from "../internal/encodings.ts";

/** The options of `json`. */
export interface JsonOptions {
  /** Also rejects repeated keys in an object; default `false`. */
  readonly strict?: boolean;
  /** Whether the keys `__proto__` and `constructor.prototype` are rejected or kept; default `"refuse"`. */
  readonly protoKeys?: "refuse" | "keep";
}

/**
 * Makes the JSON codec. It rejects invalid UTF-8, nesting over the limit (at most 500), integers that JavaScript
 * would change, numbers that are too large for it (RFC 8259 6), and keys that set a prototype.
 */
export function jsonCodec({ strict = false, protoKeys = "refuse" }: JsonOptions = {}): Codec {
  const check = (value: unknown, limits: DecodeLimits): number => {
    const depth = Math.min(limits.depth, DEEPEST);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `JSON.parse` gives no other values
    const flags = inspect(value as JsonValue, depth);
    if (flags & TOO_DEEP) {
      throw new DecodeError(`must not be nested deeper than ${depth} levels`);
    }
    const pointer = flags & SUSPECT_KEY && protoKeys !== "keep" ? protoKeyIn(value) : undefined;
    if (pointer !== undefined) {
      throw new DecodeError(PROTO_KEY, pointer);
    }
    return flags;
  };
  return {
    mediaType: "application/json",
    encode: jsonText,
    decode: (bytes, limits) => {
      const text = decodeText(bytes);
      const value = parse(text);
      const flags = check(value, limits);
      const fault = flags & SUSPECT_NUMBER || strict ? scanJson(text, strict) : undefined;
      if (fault) {
        throw new DecodeError(fault.message, fault.pointer);
      }
      return value;
    },
    "~check": (value, limits) => void check(value, limits),
  };
}

export const defaultJson: Codec = /* @__PURE__ */ jsonCodec();

type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

// The inspection is recursive, and so is most code that uses the value. More levels could overflow the
// stack, so no higher limit is allowed.
const DEEPEST = 500;
const LARGEST = 9_007_199_254_740_991;
const TOO_DEEP = 1;
const SUSPECT_NUMBER = 2;
const SUSPECT_KEY = 4;

// Shared by all bodies: without streaming mode, a decoder has no state.
const utf8: TextDecoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });

function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new DecodeError("must be valid UTF-8");
  }
}

function parse(text: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    // The message of the engine quotes the text.
    throw new DecodeError(text === "" ? "must not be empty" : "must be valid JSON");
  }
}

/** The flags of a value: whether it is too deep, and whether it has a suspicious number or key. */
function inspect(value: JsonValue | undefined, room: number): number {
  // Numbers first: a large list of numbers is where the cost of this function is noticeable.
  if (typeof value === "number") {
    return value > LARGEST || value < -LARGEST ? SUSPECT_NUMBER : 0;
  }
  return typeof value === "object" && value !== null ? inspectMembers(value, room) : 0;
}

function inspectMembers(value: JsonValue[] | { [key: string]: JsonValue }, room: number): number {
  if (room <= 0) {
    return TOO_DEEP;
  }
  let flags = 0;
  if (Array.isArray(value)) {
    // An iterator costs a third more for a list of numbers.
    for (let index = 0; index < value.length; index++) {
      flags |= inspect(value[index], room - 1);
    }
  } else {
    // `for in` uses the keys that the engine caches for the shape of the object; Object.values copies.
    for (const key in value) {
      // `Object.prototype` may have members. Object.hasOwn would cost as much as the rest of this function.
      if (!Object.prototype.hasOwnProperty.call(value, key)) {
        continue;
      }
      if (key === "__proto__" || key === "constructor") {
        flags |= SUSPECT_KEY;
      }
      flags |= inspect(value[key], room - 1);
    }
  }
  return flags;
}

/** A value that JSON cannot represent, and its JSON Pointer (RFC 6901). */
interface Loss {
  readonly what: string;
  readonly pointer: string;
}

/**
 * Writes a value as `JSON.stringify` does. Throws a `TypeError` for values that JSON cannot represent: `undefined`,
 * functions, symbols, bigints, NaN, Infinity, invalid dates, and objects such as `Map`, `Set`, `Error` and promises.
 */
export function jsonText(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    // The engine does not say where a bigint is.
    const loss = error instanceof TypeError ? lossIn(value, DEEPEST_SEARCH, new Set()) : undefined;
    throw loss ? new TypeError(lossMessage(loss), { cause: error }) : error;
  }
  if (text === undefined) {
    throw new TypeError(`a value of type ${typeof value} has no JSON form`);
  }
  // Lost values become null or {}, so the value is searched only if the text contains one of them: the search costs a
  // fifth of writing. It looks for the end of `null`, since the letter `n` is too frequent.
  const loss =
    text.includes("ull") || text.includes("{}") ? lossIn(value, DEEPEST_SEARCH) : undefined;
  if (loss) {
    throw new TypeError(lossMessage(loss));
  }
  return text;
}

function lossMessage({ what, pointer }: Loss): string {
  return `${what}${pointer && ` at ${pointer}`} has no JSON form`;
}

/** Whether a value has the method `toJSON`. A data member may have that name too. */
function hasToJson(value: object): boolean {
  return "toJSON" in value && typeof value.toJSON === "function";
}

// The search is recursive. Deeper values are not searched, and Bough's codec cannot read them.
const DEEPEST_SEARCH = 1_000;

// `seen` is given where a value may contain itself.
function lossIn(value: unknown, room: number, seen?: Set<object>): Loss | undefined {
  if (typeof value === "number") {
    return Number.isFinite(value) ? undefined : lost(String(value));
  }
  if (typeof value === "bigint") {
    return hasToJson(BigInt.prototype) ? undefined : lost("a value of type bigint");
  }
  // `toJSON` of an invalid date returns null.
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? lost(String(value)) : undefined;
  }
  if (typeof value !== "object" || value === null || hasToJson(value) || room === 0) {
    return undefined;
  }
  if (seen?.has(value)) {
    return undefined;
  }
  seen?.add(value);
  const isList = Array.isArray(value);
  const names = isList ? [] : Object.keys(value);
  for (const name of isList ? value.keys() : names) {
    const member = fieldsOf(value)[name];
    const loss = isList && hasNoText(member) ? lost(typeof member) : lossIn(member, room - 1, seen);
    if (loss) {
      return { what: loss.what, pointer: pointerStep(name) + loss.pointer };
    }
  }
  if (isList) {
    return undefined;
  }
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  return names.length === 0 && !WRITTEN.has(kind) ? lost(`a value of type ${kind}`) : undefined;
}

// Plain objects, and wrappers of primitives.
const WRITTEN: ReadonlySet<string> = new Set(["Object", "Number", "String", "Boolean"]);

function hasNoText(element: unknown): boolean {
  return element === undefined || typeof element === "function" || typeof element === "symbol";
}

function lost(what: string): Loss {
  return { what, pointer: "" };
}

/** The first fault in the text, and its JSON Pointer (RFC 6901). */
export interface JsonFault {
  readonly message: string;
  readonly pointer: string;
}

/** An array or object that is open at the current position. */
interface Frame {
  /** The position in an array; -1 in an object. */
  index: number;
  /** The current key of an object as written, with its quotes. */
  key: string;
  awaitsKey: boolean;
  /** The keys so far; `undefined` unless they are compared. */
  readonly keys: Set<string> | undefined;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const NUMBER = /[-\d][-+.\deE]*/y;
const LONGEST_POINTER = 1024;

/** Finds the first number that JavaScript would write with other digits, or the first repeated key if `duplicates` is true. The text must be valid JSON. */
export function scanJson(text: string, duplicates: boolean): JsonFault | undefined {
  const frames: Frame[] = [];
  let top: Frame | undefined;
  for (let position = 0; position < text.length;) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) {
      const end = stringEnd(text, position);
      if (top?.awaitsKey && isSecond(top, text.slice(position, end))) {
        return { message: "must not have the same key twice", pointer: pointerTo(frames) };
      }
      position = end;
    } else if (isNumberCode(code)) {
      // A match would be an array for each number.
      NUMBER.lastIndex = position;
      NUMBER.test(text);
      const { lastIndex } = NUMBER;
      const message = numberFault(text.slice(position, lastIndex));
      if (message) {
        return { message, pointer: pointerTo(frames) };
      }
      position = lastIndex;
    } else {
      position++;
      if (code === COMMA && top) {
        top.awaitsKey = top.index < 0;
        top.index += top.awaitsKey ? 0 : 1;
      } else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
        frames.push((top = frameFor(code === OPENING_BRACE, duplicates)));
      } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) {
        top = frames.pop() && frames.at(-1);
      }
    }
  }
  return undefined;
}

function frameFor(isObject: boolean, duplicates: boolean): Frame {
  const keys = isObject && duplicates ? new Set<string>() : undefined;
  return { index: isObject ? -1 : 0, key: "", awaitsKey: isObject, keys };
}

/** Sets the key of the next member; returns whether the object already has it, in any escaped form. */
function isSecond(frame: Frame, key: string): boolean {
  frame.key = key;
  frame.awaitsKey = false;
  if (!frame.keys) {
    return false;
  }
  const known = frame.keys.size;
  return frame.keys.add(keyText(key)).size === known;
}

function keyText(key: string): string {
  if (!key.includes("\\")) {
    return key.slice(1, -1);
  }
  const text: string = JSON.parse(key);
  return text;
}

function stringEnd(text: string, start: number): number {
  const end = text.indexOf('"', start + 1);
  if (text.charCodeAt(end - 1) !== BACKSLASH) {
    return end + 1;
  }
  // The quote may be escaped, so the string is read character by character.
  let position = start + 1;
  for (let code = text.charCodeAt(position); code !== QUOTE; code = text.charCodeAt(position)) {
    position += code === BACKSLASH ? 2 : 1;
  }
  return position + 1;
}

/** Whether a number can begin with it: a digit or a minus sign. */
function isNumberCode(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2d;
}

function numberFault(literal: string): string | undefined {
  // Every number of up to 15 digits is exact, and the shortest number that overflows has 5 characters: 1e309.
  if (literal.length < 5 || (literal.length < 16 && !/[eE]/.test(literal))) {
    return undefined;
  }
  const value = Number(literal);
  if (!Number.isFinite(value)) {
    return "must not have a number that is too large";
  }
  // Digits alone may be an id. A fraction or an exponent is a measure, which every JSON reader rounds.
  return /[.eE]/.test(literal) || String(value) === literal
    ? undefined
    : "must not have an integer that JavaScript would change: send it as a string";
}

/** The pointer to the current member; empty if it is too long. */
function pointerTo(frames: readonly Frame[]): string {
  let pointer = "";
  for (const { index, key } of frames) {
    pointer += pointerStep(index < 0 ? keyText(key) : index);
  }
  return pointer.length > LONGEST_POINTER ? "" : pointer;
}
