// Reads the headers of one part of a form strictly (RFC 7578 4): two lenient readers can see two different forms.
import { trimmed, tokenEnd } from "../../shared/http/header-value.ts";
import { strictUtf8 } from "../../shared/internal/encodings.ts";
import { parseMediaType } from "../../shared/http/media-type.ts";
import { parseFormDataDisposition } from "../../shared/http/form-data-disposition.ts";
import { MultipartError } from "./server-error.ts";

export interface PartHeaders {
  readonly name: string;
  readonly filename: string | undefined;
  /** As it was sent; `text/plain` if absent (RFC 7578 4.4), `application/octet-stream` if malformed. */
  readonly mediaType: string;
}

const READ: ReadonlySet<string> = new Set([
  "content-disposition",
  "content-type",
  "content-transfer-encoding",
]);

/** Reads the header lines of a part, without the empty line; throws a `MultipartError`. */
export function parsePartHeaders(bytes: Uint8Array): PartHeaders {
  const headers = readLines(decode(bytes));
  const disposition = parseFormDataDisposition(headers.get("content-disposition") ?? "");
  if (disposition === undefined) {
    throw nameless();
  }
  // 7bit, 8bit and binary mean that nothing is encoded. The other values are for mail (RFC 7578 4.7).
  const encoding = headers.get("content-transfer-encoding") ?? "binary";
  if (!/^(?:7bit|8bit|binary)$/i.test(encoding)) {
    throw new MultipartError("encoding", "must not have a part with a Content-Transfer-Encoding");
  }
  const type = headers.get("content-type") ?? "text/plain";
  const mediaType = parseMediaType(type) ? type : "application/octet-stream";
  return { ...disposition, mediaType };
}

/** The error for a part without a name. */
export function nameless(): MultipartError {
  const text = "must not have a part without Content-Disposition: form-data and a name";
  return new MultipartError("disposition", text);
}

function decode(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw new MultipartError("headers", "must not have a part whose headers are not valid UTF-8");
  }
}

/** The used headers by lower-case name. */
function readLines(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.split("\r\n")) {
    const colon = tokenEnd(line, 0, line.length);
    const name = line.slice(0, colon).toLowerCase();
    // Some readers end a line at a lone CR or LF.
    if (colon === 0 || line[colon] !== ":" || /[\r\n]/.test(line) || headers.has(name)) {
      throw new MultipartError("headers", "must not have a part whose headers are malformed");
    }
    if (READ.has(name)) {
      headers.set(name, trimmed(line.slice(colon + 1)));
    }
  }
  return headers;
}
