// Encodes a form with files as `multipart/form-data` for `fetch` (RFC 7578, HTML 4.10.22.8).
// FormData is not used: it changes line ends in fields and names, and names an unnamed file "blob".
// Without streams the body is a Blob, which has a length and can be sent again; otherwise it is a stream.
import { parseMediaType } from "../../shared/http/media-type.ts";
import { formatFormDataDisposition } from "../../shared/http/form-data-disposition.ts";
import { streamOfPieces, type Piece, type PieceSource } from "../../shared/codec/piece-stream.ts";

/** The content of a file. A `File` brings its name and media type, a `Blob` its media type. */
export type FileContent =
  | File
  | Blob
  | Uint8Array
  | ReadableStream<Uint8Array>
  | {
      readonly content: Blob | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;
      readonly filename?: string | undefined;
      readonly mediaType?: string | undefined;
    };

/** Encodes the entries in order; a string is a field. Throws a `TypeError` for values that a form cannot carry. */
export function multipartOf(
  entries: Iterable<readonly [name: string, value: string | FileContent]>,
): { readonly body: Blob | ReadableStream<Uint8Array>; readonly mediaType: string } {
  const boundary = createBoundary();
  const pieces: Piece[] = [];
  for (const [name, value] of entries) {
    pieces.push(`--${boundary}\r\n`, ...partOf(name, value), "\r\n");
  }
  pieces.push(`--${boundary}--\r\n`);
  const mediaType = `multipart/form-data; boundary=${boundary}`;
  return { body: wholeOf(pieces) ?? streamOfPieces(pieces), mediaType };
}

/** All pieces as one Blob; `undefined` if one of them is a stream. */
function wholeOf(pieces: Piece[]): Blob | undefined {
  if (!pieces.every(isWhole)) {
    return undefined;
  }
  const whole = new Blob(pieces);
  const sizes = pieces.map((piece) =>
    piece instanceof Blob ? piece.size : new Blob([piece]).size,
  );
  // Bun silently leaves out the part of a file on disk that it has not read yet.
  return whole.size === sizes.reduce((sum, size) => sum + size, 0) ? whole : undefined;
}

/** 128 random bits, so content cannot contain the boundary, by chance or on purpose. */
function createBoundary(): string {
  const random = crypto.getRandomValues(new Uint8Array(16));
  return `bough-${[...random].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

function isWhole(piece: Piece): piece is string | Blob | Uint8Array<ArrayBuffer> {
  return typeof piece === "string" || piece instanceof Blob || piece instanceof Uint8Array;
}

function partOf(name: string, value: string | FileContent): [headers: string, content: Piece] {
  if (typeof value === "string") {
    if (/\p{Surrogate}/u.test(value)) {
      throw new TypeError(`${name} must not contain a lone surrogate`);
    }
    return [`${disposition(name, undefined)}\r\n`, value];
  }
  const file =
    typeof value === "object" && value !== null && "content" in value ? value : { content: value };
  const { content } = file;
  // An empty name would mean that no file was chosen (HTML 4.10.22.8).
  const filename =
    file.filename ?? (content instanceof File ? content.name || undefined : undefined);
  const mediaType = mediaTypeOf(name, file.mediaType, content);
  const headers = `${disposition(name, filename)}Content-Type: ${mediaType}\r\n\r\n`;
  return [headers, pieceOf(name, content)];
}

function disposition(name: string, filename: string | undefined): string {
  return `Content-Disposition: ${formatFormDataDisposition({ name, filename })}\r\n`;
}

type Content = Blob | PieceSource | Uint8Array;

function mediaTypeOf(name: string, given: string | undefined, content: Content): string {
  if (given !== undefined && parseMediaType(given) === undefined) {
    throw new TypeError(
      `${name}: expected a media type such as "image/png", received ${JSON.stringify(given)}`,
    );
  }
  // The type of a Blob may be empty or invalid.
  const own = content instanceof Blob && parseMediaType(content.type) ? content.type : undefined;
  return given ?? own ?? "application/octet-stream";
}

function pieceOf(name: string, content: Content): Piece {
  // A Blob does not accept shared memory.
  if (content instanceof Uint8Array) {
    return hasOwnMemory(content) ? content : content.slice();
  }
  const given: object = Object(content);
  if ("locked" in given && given.locked === true) {
    throw new TypeError(`${name}: the stream is already being read: pass an unread stream`);
  }
  if (!(content instanceof Blob || "getReader" in given || Symbol.asyncIterator in given)) {
    throw new TypeError(`${name} must be a File, a Blob, bytes, a stream, or { content } of those`);
  }
  return content;
}

function hasOwnMemory(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer;
}
