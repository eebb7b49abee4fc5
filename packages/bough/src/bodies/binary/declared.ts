// Bytes, complete or as a stream. Without a declared media type, the value has one.
import {
  ByteBuffer,
  isSequence,
  sentStream,
  streamFrom,
  typeName,
} from "../../shared/codec/byte-stream.ts";
import { DecodeError } from "../../shared/codec/codec.ts";
import { parseMediaType } from "../../shared/http/media-type.ts";
import {
  bodyOf,
  type AnyBody,
  type BodyFormat,
  type Sent,
} from "../../declare/body/body-format.ts";
import type { Body } from "../../declare/body/body.ts";
import type { MediaTypeName } from "../../declare/body/media-type-name.ts";
import type { Received } from "../../shared/reception/received.ts";
import { broken, unreadable } from "../../shared/reception/received-content.ts";
import { contentOf, receivedStream, receiving } from "../../shared/reception/received-stream.ts";

/** Complete content. A `File` has its name and media type. */
export type WholeContent = Uint8Array | ArrayBuffer | Blob;

/** Content that may arrive in pieces. Only a `Blob` or `File` can be sent twice. */
export type StreamedContent = WholeContent | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** The body that `bytes` returns. */
export interface BytesBody<MediaType extends string = string> extends Body<
  WholeContent,
  Uint8Array<ArrayBuffer>,
  MediaType
> {
  readonly "~body": "bytes";
}

/** The body that `stream` returns. */
export interface StreamBody<MediaType extends string = string> extends Body<
  StreamedContent,
  ReadableStream<Uint8Array>,
  MediaType
> {
  readonly "~body": "stream";
}

/** Declares bytes that are read as a whole: `bytes("image/png")`. Without a media type, the value has its own. */
export function bytes<const Name extends string = string>(
  mediaType?: MediaTypeName<Name>,
): BytesBody<Name>;
export function bytes(mediaType?: string): AnyBody {
  return binary("bytes", mediaType, receiving(receivedBytes, true));
}

async function receivedBytes(received: Received): Promise<Uint8Array<ArrayBuffer>> {
  const { response, call } = received;
  const limit = call.limits?.body ?? Infinity;
  // Not read by `Response`: some platforms stream answers but cannot create a `Response` of a stream.
  const reader = contentOf(received, response).getReader();
  const gathered = new ByteBuffer();
  try {
    for (;;) {
      const { value } = await reader.read();
      if (!value) {
        return gathered.take().slice();
      }
      gathered.append(value);
      if (gathered.length > limit) {
        throw new DecodeError(tooLarge(limit, response));
      }
    }
  } catch (error) {
    reader.cancel().catch(() => undefined);
    throw error instanceof DecodeError ? unreadable(received, error) : broken(received, error);
  }
}

function tooLarge(limit: number, { headers }: Response): string {
  const length = headers.get("content-length");
  // A smaller length is that of the compressed body.
  const known = Number(length) > limit ? ` (Content-Length: ${length})` : "";
  return `is larger than ${limit} bytes${known}: raise limits.body`;
}

/**
 * Declares bytes that are read as they arrive, at the pace of their reader: `stream("video/mp4")`.
 * Without a media type, the value has its own.
 */
export function stream<const Name extends string = string>(
  mediaType?: MediaTypeName<Name>,
): StreamBody<Name>;
export function stream(mediaType?: string): AnyBody {
  return binary("stream", mediaType, receiving(receivedStream));
}

function binary(
  kind: "bytes" | "stream",
  mediaType: string | undefined,
  receive: BodyFormat["receive"] & {},
): AnyBody {
  return bodyOf(kind, {
    mediaTypes: mediaType === undefined ? [] : [mediaType],
    partial: 206,
    send: (value, signal) => sentOf(value, { mediaType, streams: kind === "stream", signal }),
    receive,
  });
}

interface BinarySending {
  readonly mediaType: string | undefined;
  readonly streams: boolean;
  readonly signal: AbortSignal | undefined;
}

function sentOf(value: unknown, { mediaType, streams, signal }: BinarySending): Sent {
  if (value instanceof Blob) {
    return { body: value, mediaType: mediaType ?? blobType(value) };
  }
  if (value instanceof ArrayBuffer || value instanceof Uint8Array) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `fetch` refuses bytes in shared memory
    return { body: value as Uint8Array<ArrayBuffer>, mediaType: mediaType ?? ANY };
  }
  const sent = streams ? streamOf(value) : undefined;
  if (sent === undefined) {
    throw new TypeError(refusedContent(value, streams));
  }
  return { ...sentStream(sent, signal), mediaType: mediaType ?? ANY };
}

function streamOf(value: unknown): ReadableStream<Uint8Array> | undefined {
  if (value instanceof ReadableStream) {
    return value;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `fetch` refuses a chunk that is not bytes
  return isSequence(value) ? streamFrom(value, (chunk) => chunk as Uint8Array) : undefined;
}

const ANY = "application/octet-stream";

/** Why a value is not content; completes "the value …". */
export function refusedContent(value: unknown, streams: boolean): string {
  return `is ${typeName(value)}, but ${
    streams
      ? "a stream is a ReadableStream, an async iterable of bytes, a Blob, a File or bytes"
      : "bytes are a Uint8Array, an ArrayBuffer, a Blob or a File"
  }`;
}

/** The media type of a Blob: the text that its creator gave, if it is valid. */
export function blobType({ type }: Blob): string {
  return parseMediaType(type) ? type : ANY;
}
