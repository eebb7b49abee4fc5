// An answer as the parts of a `Response`, and the `Response` of them.
import type { Content } from "./answer.ts";
import { ownBytes } from "./own-bytes.ts";

/** The parts of a `Response`. */
export interface Written {
  readonly status: number;
  /** Names and values in turn. A name may occur several times. */
  readonly headers: readonly string[];
  readonly content: Content | ReadableStream<Uint8Array> | null;
  /** The length of the content in bytes, even for HEAD; `undefined` if it is not sent. */
  readonly length: number | undefined;
}

/** Makes a `Response`. */
export function responseOf({ status, headers, content, length }: Written): Response {
  return new Response(bodyInit(content), { status, headers: headersInit(headers, length) });
}

// Platforms read a plain object fastest, but it cannot have a name twice.
function headersInit(headers: readonly string[], length: number | undefined): HeadersInit {
  const record: Record<string, string> = {};
  for (let index = 0; index < headers.length; index += 2) {
    const name = (headers[index] ?? "").toLowerCase();
    // Nor can it have a name that every object inherits.
    if (name in record) {
      return allLines(headers, length);
    }
    record[name] = headers[index + 1] ?? "";
  }
  if (length !== undefined) {
    record["content-length"] = String(length);
  }
  return record;
}

function allLines(headers: readonly string[], length: number | undefined): Headers {
  const lines = new Headers();
  for (let index = 0; index < headers.length; index += 2) {
    lines.append(headers[index] ?? "", headers[index + 1] ?? "");
  }
  if (length !== undefined) {
    lines.set("content-length", String(length));
  }
  return lines;
}

/** Content of a `Response`; `null` without content. */
export type WrittenContent =
  | string
  | Uint8Array<ArrayBuffer>
  | ReadableStream<Uint8Array<ArrayBuffer>>
  | null;

/** Content in a form that platforms accept. */
export function bodyInit(content: Written["content"]): WrittenContent {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of a stream in the DOM names the memory of its chunks
  return content instanceof Uint8Array ? ownBytes(content) : (content as WrittenContent);
}
