// What a body parser that stands before the routes has made of a body, handed on as a
// body. Which parser it was, Express does not tell: the value and its media type do.
import { essenceOf } from "../../http/media-type.ts";
import { ParsedBody } from "../../server/request/parsed-body.ts";

const utf8: TextEncoder = /* @__PURE__ */ new TextEncoder();

/** The content of `req.body`: bytes and texts as they were sent, other values as they are. */
export function parsedContent(value: unknown, contentType: string): Uint8Array {
  if (value instanceof Uint8Array) {
    return value;
  }
  const type = essenceOf(contentType);
  if (type === "application/x-www-form-urlencoded" && typeof value === "object") {
    return utf8.encode(urlEncoded(value ?? {}));
  }
  if (typeof value === "string" && type !== "application/json") {
    return utf8.encode(value);
  }
  return new ParsedBody(value, contentType);
}

function urlEncoded(fields: object): string {
  const pairs = Object.entries(fields).flatMap(([name, given]) => pairsOf(name, given));
  return new URLSearchParams(pairs).toString();
}

// What `a[b]=1` was read as is sent as that again: a form has no field that is an object.
function pairsOf(name: string, given: unknown): string[][] {
  if (Array.isArray(given)) {
    return given.flatMap((item: unknown) => pairsOf(name, item));
  }
  return typeof given === "object" && given !== null
    ? Object.entries(given).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner))
    : [[name, String(given)]];
}
