// Keys of JSON objects that set a prototype once the value is merged or assigned into another
// object. `JSON.parse` makes them own members, which harm nobody until then.
import { pointerStep } from "../internal/json-pointer.ts";

/** The error message for such a key. */
export const PROTO_KEY = "must not set __proto__ or constructor.prototype";

/** The JSON Pointer to the first such key; recurses, so the depth of the value is bounded (RFC 6901). */
export function protoKeyIn(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) {
    return undefined;
  }
  for (const [key, member] of Object.entries(value)) {
    const below = setsPrototype(key, member) ? "" : protoKeyIn(member);
    if (below !== undefined) {
      return pointerStep(key) + below;
    }
  }
  return undefined;
}

/**
 * Parses JSON text with the parser of the platform and refuses such keys: a `SyntaxError`, or a
 * `TypeError` with the key as its `pointer`.
 */
export function parseJson(text: string): unknown {
  // Mostly no such key is there, not even written with escapes, and a reviver is slow.
  return JSON.parse(text, /__proto__|prototype|\\u00[5-7]/.test(text) ? revived : undefined);
}

function revived(key: string, member: unknown): unknown {
  if (setsPrototype(key, member)) {
    throw Object.assign(TypeError(PROTO_KEY), { pointer: key });
  }
  return member;
}

// Own members only: something may hide or feign one on `Object.prototype`.
function setsPrototype(key: string, member: unknown): boolean {
  return (
    key === "__proto__" || (key === "constructor" && Object.hasOwn(Object(member), "prototype"))
  );
}
