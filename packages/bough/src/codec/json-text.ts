// Writes JSON, and throws where JSON.stringify would silently lose a value. Lost values become null or {}, so the
// value is searched only if the text contains one of them: the search costs a fifth of writing.
import { fieldsOf } from "../internal/record.ts";
import { pointerStep } from "../internal/json-pointer.ts";

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
  const text = stringified(value);
  if (text === undefined) {
    throw new TypeError(`a value of type ${typeof value} has no JSON form`);
  }
  // Searches for the end of `null`, since the letter `n` is too frequent.
  const loss = text.includes("ull") || text.includes("{}") ? lossIn(value, DEEPEST) : undefined;
  if (loss) {
    throw new TypeError(`${loss.what}${at(loss.pointer)} has no JSON form`);
  }
  return text;
}

// The error of JSON.stringify for a bigint does not say where it is.
function stringified(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    const pointer = error instanceof TypeError ? bigintIn(value, DEEPEST, new Set()) : undefined;
    if (pointer === undefined) {
      throw error;
    }
    throw new TypeError(`a value of type bigint${at(pointer)} has no JSON form`, { cause: error });
  }
}

/** The pointer to the first bigint without `toJSON`. Each object is visited once, since a value may contain itself. */
function bigintIn(value: unknown, room: number, seen: Set<object>): string | undefined {
  if (typeof value === "bigint") {
    return hasToJson(BigInt.prototype) ? undefined : "";
  }
  if (typeof value !== "object" || value === null || hasToJson(value)) {
    return undefined;
  }
  if (room === 0 || seen.has(value)) {
    return undefined;
  }
  seen.add(value);
  for (const [name, member] of Object.entries(value)) {
    const pointer = bigintIn(member, room - 1, seen);
    if (pointer !== undefined) {
      return pointerStep(name) + pointer;
    }
  }
  return undefined;
}

/** Whether a value has the method `toJSON`. A data member may have that name too. */
function hasToJson(value: object): boolean {
  return "toJSON" in value && typeof value.toJSON === "function";
}

function at(pointer: string): string {
  return pointer && ` at ${pointer}`;
}

// The search is recursive. Deeper values are not searched, and Bough's codec cannot read them.
const DEEPEST = 1_000;

function lossIn(value: unknown, room: number): Loss | undefined {
  if (typeof value === "number") {
    return Number.isFinite(value) ? undefined : lost(String(value));
  }
  // `toJSON` of an invalid date returns null.
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? lost(String(value)) : undefined;
  }
  if (typeof value !== "object" || value === null || hasToJson(value) || room === 0) {
    return undefined;
  }
  return Array.isArray(value) ? lossInList(value, room - 1) : lossInObject(value, room - 1);
}

function lossInList(list: readonly unknown[], room: number): Loss | undefined {
  for (const [index, element] of list.entries()) {
    const loss = hasNoText(element) ? lost(typeof element) : lossIn(element, room);
    if (loss) {
      return below(index, loss);
    }
  }
  return undefined;
}

function lossInObject(value: object, room: number): Loss | undefined {
  const names = Object.keys(value);
  for (const name of names) {
    const loss = lossIn(fieldsOf(value)[name], room);
    if (loss) {
      return below(name, loss);
    }
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

function below(name: string | number, { what, pointer }: Loss): Loss {
  return { what, pointer: pointerStep(name) + pointer };
}
