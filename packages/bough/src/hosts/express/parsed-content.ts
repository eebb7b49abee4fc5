// The result of a body parser that ran before the routes, as a body. Express does not record which parser it
// was, so the value and its media type decide.
import { bytesOf } from "../../shared/codec/byte-stream.ts";
import { essenceOf } from "../../shared/http/media-type.ts";
import { ParsedBody, type WholeBody } from "../../serve/exchange/exchange.ts";

/** The content of `req.body`: bytes and texts as they were sent, and other values unchanged. */
export function parsedContent(value: unknown, contentType: string): WholeBody {
  if (value instanceof Uint8Array) {
    return value;
  }
  const type = essenceOf(contentType);
  if (type === "application/x-www-form-urlencoded" && typeof value === "object") {
    return bytesOf(urlEncoded(value ?? {}));
  }
  if (typeof value === "string" && type !== "application/json") {
    return bytesOf(value);
  }
  return new ParsedBody(value, contentType);
}

function urlEncoded(fields: object): string {
  const pairs = Object.entries(fields).flatMap(([name, given]) => pairsOf(name, given));
  return new URLSearchParams(pairs).toString();
}

// Writes an object that was parsed from `a[b]=1` as `a[b]=1` again, because the fields of a form are texts.
function pairsOf(name: string, given: unknown): string[][] {
  if (Array.isArray(given)) {
    return given.flatMap((item: unknown) => pairsOf(name, item));
  }
  return typeof given === "object" && given !== null
    ? Object.entries(given).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner))
    : [[name, String(given)]];
}
