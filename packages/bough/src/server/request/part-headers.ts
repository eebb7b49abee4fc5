// The headers of one part of a form: what it is called, what it is, and nothing else (RFC 7578 4).
// Read strictly: two readers that forgive differently see two different forms.
import { parseMediaType } from "../../http/media-type.ts";
import { parseFormDataDisposition } from "../../http/form-data-disposition.ts";
import { tokenEnd } from "../../http/token.ts";
import { MultipartError } from "./multipart-error.ts";

/** What the headers of a part say. */
export interface PartHeaders {
  readonly name: string;
  readonly filename: string | undefined;
  /** As it was sent; `text/plain` for none (RFC 7578 4.4), `application/octet-stream` for what is none. */
  readonly mediaType: string;
}

const READ: ReadonlySet<string> = new Set([
  "content-disposition",
  "content-type",
  "content-transfer-encoding",
]);

// A byte order mark is a character like any other here.
const utf8: TextDecoder = /* @__PURE__ */ new TextDecoder("utf-8", {
  fatal: true,
  ignoreBOM: true,
});

/** Reads the lines of a part's headers, without the empty one; throws a `MultipartError`. */
export function parsePartHeaders(bytes: Uint8Array): PartHeaders {
  const headers = readLines(decode(bytes));
  const disposition = parseFormDataDisposition(headers.get("content-disposition") ?? "");
  if (disposition === undefined) {
    throw nameless();
  }
  // 7bit, 8bit and binary say that nothing was encoded; the others are for mail (RFC 7578 4.7).
  const encoding = headers.get("content-transfer-encoding") ?? "binary";
  if (!/^(?:7bit|8bit|binary)$/i.test(encoding)) {
    throw new MultipartError("encoding", "must not have a part with a Content-Transfer-Encoding");
  }
  const type = headers.get("content-type") ?? "text/plain";
  const mediaType = parseMediaType(type) ? type : "application/octet-stream";
  return { ...disposition, mediaType };
}

/** The error for a part that does not say what it is called. */
export function nameless(): MultipartError {
  const text = "must not have a part without Content-Disposition: form-data and a name";
  return new MultipartError("disposition", text);
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new MultipartError("headers", "must not have a part whose headers are not valid UTF-8");
  }
}

/** The headers that mean something here, by lower-case name. */
function readLines(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.split("\r\n")) {
    const colon = tokenEnd(line, 0, line.length);
    const name = line.slice(0, colon).toLowerCase();
    // A CR or LF by itself is a line end to some readers.
    if (colon === 0 || line[colon] !== ":" || /[\r\n]/.test(line) || headers.has(name)) {
      throw new MultipartError("headers", "must not have a part whose headers are malformed");
    }
    if (READ.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}
