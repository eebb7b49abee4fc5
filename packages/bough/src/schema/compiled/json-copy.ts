// A value as JSON.stringify sees it, as a copy that is plain data: each getter and each `toJSON` is asked once, so that
// what is checked is what is sent.
import { put } from "./copy.ts";
import type { Copy } from "./copy.ts";

/** Deeper values, also those that contain themselves, have no copy. The JSON codec reads none. */
const DEEPEST = 1_000;

/** The result for a deeper value. */
export const TOO_DEEP: unique symbol = /* @__PURE__ */ Symbol("too deep");

/** The copy of a value; `undefined` for what JSON.stringify does not write, `TOO_DEEP` for a value without an end. */
export function jsonCopy(value: unknown): unknown {
  return copyOf(value, "", DEEPEST);
}

function copyOf(value: unknown, key: string | number, room: number): unknown {
  if (typeof value === "object" && value !== null) {
    return withoutMethod(value, key, room);
  }
  if (typeof value === "bigint") {
    const sent = sentBy(value, key);
    return sent === value ? value : dataOf(sent, room);
  }
  return typeof value === "function" || typeof value === "symbol" ? undefined : value;
}

function withoutMethod(value: object, key: string | number, room: number): unknown {
  const sent = sentBy(value, key);
  return sent === value ? objectCopy(value, room) : dataOf(sent, room);
}

/** The result of the `toJSON` of a value; the value itself if it has no such method. */
function sentBy(value: object | bigint, key: string | number): unknown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is known about the member, and it may be absent
  const { toJSON } = value as { readonly toJSON?: unknown };
  // Only the author of the method knows its types.
  return typeof toJSON === "function" ? (toJSON.call(value, String(key)) as unknown) : value;
}

/** The copy of what `toJSON` returned, whose own `toJSON` JSON.stringify does not call. */
function dataOf(value: unknown, room: number): unknown {
  if (typeof value === "object" && value !== null) {
    return objectCopy(value, room);
  }
  return typeof value === "function" || typeof value === "symbol" ? undefined : value;
}

const BOXES: ReadonlySet<unknown> = /* @__PURE__ */ new Set([Number, String, Boolean]);

function objectCopy(value: object, room: number): unknown {
  if (room === 0) {
    return TOO_DEEP;
  }
  if (Array.isArray(value)) {
    return listCopy(value, room);
  }
  // The engine copies own members faster than a loop does, and asks getters.
  const copy: Copy = { ...value };
  let isEmpty = true;
  for (const name in copy) {
    isEmpty = false;
    const own = copy[name];
    if (typeof own === "string" || typeof own === "number" || typeof own === "boolean") {
      continue;
    }
    // `Object.prototype` may have members.
    if (!Object.prototype.hasOwnProperty.call(copy, name)) {
      continue;
    }
    const seen = copyOf(own, name, room - 1);
    if (seen === TOO_DEEP) {
      return TOO_DEEP;
    }
    if (seen !== own) {
      put(copy, name, seen);
    }
  }
  const { constructor } = value;
  if (constructor !== Object && BOXES.has(constructor)) {
    return value.valueOf();
  }
  // The codec refuses a `Map` and the like, of which a copy would be an empty object.
  return isEmpty && Object.prototype.toString.call(value) !== "[object Object]" ? value : copy;
}

function listCopy(list: readonly unknown[], room: number): unknown {
  const copy: unknown[] = [];
  for (let index = 0; index < list.length; index++) {
    const seen = copyOf(list[index], index, room - 1);
    if (seen === TOO_DEEP) {
      return TOO_DEEP;
    }
    copy.push(seen);
  }
  return copy;
}
