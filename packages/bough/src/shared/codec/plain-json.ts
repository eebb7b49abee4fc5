// JSON as the platform reads it, without keys that set a prototype. It is small because every browser bundle has it;
// `json()` is strict.
import type { Codec } from "./codec.ts";
import { pointerStep } from "../internal/encodings.ts";

const utf8: TextDecoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });

/**
 * The error message for a key that could set a prototype. `JSON.parse` makes it an own member, which is harmless until
 * the value is merged into another object.
 */
export const PROTO_KEY = "must not set __proto__ or constructor.prototype";

/** The JSON Pointer to the first such key (RFC 6901). Recursive: the caller has bounded the depth of the value. */
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
 * Parses JSON with the platform's parser. Throws a `SyntaxError` for invalid JSON, and a `TypeError` with the
 * key as its `pointer` for such a key.
 */
export function parseJson(text: string): unknown {
  // A reviver is slow, so it is used only if the text may contain such a key, plain or escaped.
  return JSON.parse(text, /__proto__|prototype|\\u00[5-7]/.test(text) ? revived : undefined);
}

function revived(key: string, member: unknown): unknown {
  if (setsPrototype(key, member)) {
    throw Object.assign(TypeError(PROTO_KEY), { pointer: key });
  }
  return member;
}

// Own members only, since other code may have changed `Object.prototype`.
function setsPrototype(key: string, member: unknown): boolean {
  return (
    key === "__proto__" || (key === "constructor" && Object.hasOwn(Object(member), "prototype"))
  );
}

/** The default codec of a client, and of typed parts without a media type of their own. */
export const plainJson: Codec = {
  mediaType: "application/json",
  encode: (value) => JSON.stringify(value),
  decode: (bytes) => parseJson(utf8.decode(bytes)),
};
