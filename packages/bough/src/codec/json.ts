// The JSON codec: strict where JSON's own readers change a value silently.
// The value is parsed first and walked after; the text is read again only on suspicion,
// which makes strictness cost a few percent. It knows no schema and revives no types.
import { type Codec, DecodeError, type DecodeLimits } from "./codec.ts";
import { scanJson } from "./json-scan.ts";
import { jsonText } from "./json-text.ts";
import { PROTO_KEY, protoKeyIn } from "./proto-keys.ts";

/** The options of `json`. */
export interface JsonOptions {
  /** Also refuse an object that has a key twice; default `false`. */
  readonly strict?: boolean;
  /** Whether the keys `__proto__` and `constructor.prototype` are refused or kept; default `"refuse"`. */
  readonly protoKeys?: "refuse" | "keep";
}

/**
 * The JSON codec; refuses invalid UTF-8, nesting over the limit (1,000 at most), numbers that a double
 * does not hold (RFC 8259), and keys that set a prototype.
 */
export function jsonCodec({ strict = false, protoKeys = "refuse" }: JsonOptions = {}): Codec {
  const check = (value: unknown, limits: DecodeLimits): number => {
    const depth = Math.min(limits.depth, DEEPEST);
    const flags = inspect(value as JsonValue, depth);
    if (flags & TOO_DEEP) throw new DecodeError(`must not be nested deeper than ${depth} levels`);
    const pointer = flags & SUSPECT_KEY && protoKeys !== "keep" ? protoKeyIn(value) : undefined;
    if (pointer !== undefined) throw new DecodeError(PROTO_KEY, pointer);
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
      if (fault) throw new DecodeError(fault.message, fault.pointer);
      return value;
    },
    "~check": (value, limits) => void check(value, limits),
  };
}

/** The codec that is used where none is configured. */
export const defaultJson: Codec = /* @__PURE__ */ jsonCodec();

type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

// The walk below recurses, as does whatever reads the value next: more levels than this
// could overflow the stack, whatever limit was asked for.
const DEEPEST = 1000;
const LARGEST = 9_007_199_254_740_991;
const TOO_DEEP = 1;
const SUSPECT_NUMBER = 2;
const SUSPECT_KEY = 4;

// One decoder serves all bodies: it is never used in streaming mode, so it keeps no state.
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
    // The engine's own message quotes the text.
    throw new DecodeError(text === "" ? "must not be empty" : "must be valid JSON");
  }
}

/** The flags of a value: whether it is too deep, or has a number or key that needs a second look. */
function inspect(value: JsonValue | undefined, room: number): number {
  // Numbers first: a list of them is the only body on which this walk is felt.
  if (typeof value === "number") return value > LARGEST || value < -LARGEST ? SUSPECT_NUMBER : 0;
  return typeof value === "object" && value !== null ? inspectMembers(value, room) : 0;
}

function inspectMembers(value: JsonValue[] | { [key: string]: JsonValue }, room: number): number {
  if (room <= 0) return TOO_DEEP;
  let flags = 0;
  if (Array.isArray(value)) {
    // By index: an iterator costs a third more on a list of numbers.
    for (let index = 0; index < value.length; index++) flags |= inspect(value[index], room - 1);
  } else {
    // `for in` reads the keys that the engine has cached for the shape; Object.values copies.
    for (const key in value) {
      // `Object.prototype` may have members. Object.hasOwn would cost as much as the rest of the walk.
      if (!Object.prototype.hasOwnProperty.call(value, key)) continue;
      if (key === "__proto__" || key === "constructor") flags |= SUSPECT_KEY;
      flags |= inspect(value[key], room - 1);
    }
  }
  return flags;
}
