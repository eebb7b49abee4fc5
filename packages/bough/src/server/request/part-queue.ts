// The parsed parts that nobody has taken yet: fields and typed parts complete, files in pieces. Decides which parts
// are files, and checks fields for their limit and for UTF-8.
import { ByteBuffer } from "../../codec/byte-buffer.ts";
import { parseMediaType } from "../../http/media-type.ts";
import { MultipartError } from "./multipart-error.ts";
import type { PartSink } from "./multipart-parser.ts";
import type { PartHeaders } from "./part-headers.ts";

/** A text part. */
export interface FieldPart {
  readonly kind: "field";
  readonly name: string;
  readonly value: string;
  /** As it was sent. Default: `text/plain`. */
  readonly mediaType: string;
}

/** A typed part, as it arrived. */
export interface TypedPart {
  readonly kind: "typed";
  readonly name: string;
  readonly bytes: Uint8Array;
  /** As it was sent. Default: `text/plain`. */
  readonly mediaType: string;
}

/** One step through a form: a field, a typed part, or a file that begins, continues or ends. */
export type FormStep =
  | FieldPart
  | TypedPart
  | { readonly kind: "file"; readonly headers: PartHeaders }
  | { readonly kind: "content"; readonly bytes: Uint8Array }
  | { readonly kind: "end" };

/** How parts are classified and limited. */
export interface PartQueueOptions {
  /** The bytes of one field. */
  readonly fieldBytes: number;
  /** Whether a part without a file name is a file. A part with one always is. */
  readonly isFile?: ((name: string) => boolean) | undefined;
  /** Whether a part is a typed part. It may have a file name: `FormData` gives one to a `Blob`. */
  readonly isTyped?: ((name: string) => boolean) | undefined;
}

// Keeps a byte order mark, which belongs to the value.
const utf8: TextDecoder = /* @__PURE__ */ new TextDecoder("utf-8", {
  fatal: true,
  ignoreBOM: true,
});

/** The steps of a form in order. */
export class PartQueue implements PartSink {
  readonly #options: PartQueueOptions;
  readonly #field = new ByteBuffer();
  #headers: PartHeaders | undefined;
  #steps: FormStep[] = [];

  constructor(options: PartQueueOptions) {
    this.#options = options;
  }

  /** The next step; `undefined` if there is none yet. */
  take(): FormStep | undefined {
    return this.#steps.shift();
  }

  clear(): void {
    this.#steps = [];
  }

  part(headers: PartHeaders): void {
    const { name, filename } = headers;
    const { isFile: isFileName, isTyped } = this.#options;
    const isFile = !isTyped?.(name) && (filename !== undefined || isFileName?.(name));
    this.#headers = isFile ? undefined : headers;
    if (isFile) this.#steps.push({ kind: "file", headers });
  }

  content(bytes: Uint8Array): void {
    if (!this.#headers) {
      this.#steps.push({ kind: "content", bytes });
      return;
    }
    const { fieldBytes } = this.#options;
    if (this.#field.length + bytes.byteLength > fieldBytes) {
      throw new MultipartError("field-size", `must not have a field over ${fieldBytes} bytes`);
    }
    this.#field.append(bytes);
  }

  partEnd(): void {
    const { name, mediaType } = this.#headers ?? {};
    if (name === undefined || mediaType === undefined) {
      this.#steps.push({ kind: "end" });
      return;
    }
    const bytes = this.#field.take();
    this.#steps.push(
      this.#options.isTyped?.(name)
        ? { kind: "typed", name, bytes, mediaType }
        : fieldOf({ name, mediaType }, bytes),
    );
  }
}

function fieldOf({ name, mediaType }: Omit<PartHeaders, "filename">, bytes: Uint8Array): FieldPart {
  const charset = parseMediaType(mediaType)?.parameters.get("charset") ?? "utf-8";
  try {
    if (charset !== "utf-8" && charset !== "us-ascii") throw new TypeError(charset);
    return { kind: "field", name, value: utf8.decode(bytes), mediaType };
  } catch {
    throw new MultipartError("encoding", "must not have a field that is not in UTF-8");
  }
}
