// Copies of objects with some of their members. Names come from clients, so none may set a prototype.

/** A copy of an object. */
export interface Copy {
  [name: string]: unknown;
}

/** Sets an own member, also of the name `__proto__`. */
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
