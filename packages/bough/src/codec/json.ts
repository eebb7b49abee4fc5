// The JSON codec rejects text that JSON.parse would silently change. It parses the text and inspects the value; the
// text is scanned only if the value is suspicious, so the checks cost only a few percent.
import { type Codec, DecodeError, type DecodeLimits } from "./codec.ts";
import { scanJson } from "./json-scan.ts";
import { jsonText } from "./json-text.ts";
import { PROTO_KEY, protoKeyIn } from "./proto-keys.ts";

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

/** The default codec. */
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
