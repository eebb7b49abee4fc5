// Values of a parsed document. Names come from users, so only own members are read.
import { isRecord } from "../record.ts";

/** A member of an object; `undefined` if there is no object, or no such member. */
export function member(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The value at a JSON pointer, also of one in a URL fragment; `undefined` if there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const encoded of pointer.split("/").slice(1)) {
    const name = decoded(encoded).replaceAll("~1", "/").replaceAll("~0", "~");
    value = Array.isArray(value) ? (value as unknown[])[Number(name)] : member(value, name);
  }
  return value;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
