// A value as JSON.stringify sees it, and copies that are plain data: each getter and each `toJSON` is asked once, so
// that what is checked is what is sent.

/** A copy of an object. Names come from clients, so none may set a prototype. */
export interface Copy {
  [name: string]: unknown;
}

/** Sets an own member, even one with the name `__proto__`. */
export function put(copy: Copy, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(copy, name, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  } else {
    copy[name] = value;
  }
}

/** The result for a value that is deeper than there is room. */
export const TOO_DEEP: unique symbol = /* @__PURE__ */ Symbol("too deep");

/** What JSON.stringify writes for a member or an element: `undefined` for what it does not write. */
export function seenAs(key: string | number, value: unknown): unknown {
  let sent = value;
  if ((typeof value === "object" && value !== null) || typeof value === "bigint") {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is known about the member, and it may be absent
    const { toJSON } = value as { readonly toJSON?: unknown };
    // Only the author of the method knows its types. JSON.stringify does not ask its result for another one.
    sent = typeof toJSON === "function" ? (toJSON.call(value, String(key)) as unknown) : value;
  }
  if (typeof sent === "object" && sent !== null) {
    const { constructor } = sent;
    // A lookup in a set takes longer than three comparisons.
    return constructor === Number || constructor === String || constructor === Boolean
      ? sent.valueOf()
      : sent;
  }
  return typeof sent === "function" || typeof sent === "symbol" ? undefined : sent;
}

/** The copy of an object; the object itself if it is a `Map` or the like, which the codec refuses, without members. */
export function unlessEmpty(copy: Copy, value: object): object {
  const isPlain =
    Object.keys(value).length > 0 || Object.prototype.toString.call(value) === "[object Object]";
  return isPlain ? copy : value;
}

/** A copy of an object with its own members. The engine copies them faster than a loop does, and asks getters. */
export function membersOf(value: object): object {
  return unlessEmpty({ ...value }, value);
}

/** A copy of a value that `seenAs` returned; `TOO_DEEP` if it has more levels of objects and lists than there is room. */
export function plainCopy(value: unknown, room: number): unknown {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  if (room === 0) {
    return TOO_DEEP;
  }
  return Array.isArray(value) ? listCopy(value, room) : objectCopy(value, room);
}

function objectCopy(value: object, room: number): unknown {
  const copy: Copy = { ...value };
  for (const name in copy) {
    // `Object.prototype` may have members.
    if (!Object.prototype.hasOwnProperty.call(copy, name)) {
      continue;
    }
    const own = copy[name];
    if (typeof own === "string" || typeof own === "number" || typeof own === "boolean") {
      continue;
    }
    const plain = plainCopy(seenAs(name, own), room - 1);
    if (plain === TOO_DEEP) {
      return TOO_DEEP;
    }
    if (plain !== own) {
      put(copy, name, plain);
    }
  }
  return unlessEmpty(copy, value);
}

function listCopy(list: readonly unknown[], room: number): unknown {
  const copy: unknown[] = [];
  for (let index = 0; index < list.length; index++) {
    const plain = plainCopy(seenAs(index, list[index]), room - 1);
    if (plain === TOO_DEEP) {
      return TOO_DEEP;
    }
    copy.push(plain);
  }
  return copy;
}
