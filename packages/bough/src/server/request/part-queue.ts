// What a parser has told of a form and nobody has taken yet: fields and typed parts whole, files in pieces.
// It decides what is a file, and holds a field to its limit and to UTF-8.
import { ByteBuffer } from "../../codec/byte-buffer.ts";
import { parseMediaType } from "../../http/media-type.ts";
import { MultipartError } from "./multipart-error.ts";
import type { PartSink } from "./multipart-parser.ts";
import type { PartHeaders } from "./part-headers.ts";

/** A part that is a text. */
export interface FieldPart {
  readonly kind: "field";
  readonly name: string;
  readonly value: string;
  /** As it was sent; `text/plain` where none was. */
  readonly mediaType: string;
}

/** A part that is a body of its own, as it arrived. */
export interface TypedPart {
  readonly kind: "typed";
  readonly name: string;
  readonly bytes: Uint8Array;
  /** As it was sent; `text/plain` where none was. */
  readonly mediaType: string;
}

/** One step through a form: a field, a typed part, or a file that begins, goes on and ends. */
export type FormStep =
  | FieldPart
  | TypedPart
  | { readonly kind: "file"; readonly headers: PartHeaders }
  | { readonly kind: "content"; readonly bytes: Uint8Array }
  | { readonly kind: "end" };

/** How parts are told apart, and held. */
export interface PartQueueOptions {
  /** How many bytes one field may have. */
  readonly fieldBytes: number;
  /** Whether a part without a file name is a file; one with a file name always is. */
  readonly isFile?: ((name: string) => boolean) | undefined;
  /** Whether a part is a body of its own, with a file name or without: `FormData` gives a `Blob` one. */
  readonly isTyped?: ((name: string) => boolean) | undefined;
}

// A byte order mark is a character of the value like any other.
const utf8: TextDecoder = /* @__PURE__ */ new TextDecoder("utf-8", {
  fatal: true,
  ignoreBOM: true,
});

/** The steps of a form in their order. */
export class PartQueue implements PartSink {
  readonly #options: PartQueueOptions;
  readonly #field = new ByteBuffer();
  #headers: PartHeaders | undefined;
  #steps: FormStep[] = [];

  constructor(options: PartQueueOptions) {
    this.#options = options;
  }

  /** The next step; `undefined` where there is none yet. */
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
