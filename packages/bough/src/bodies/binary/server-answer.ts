// Answers with bytes, files and ranges of them, and streams.
import { isSequence, relayed, streamFrom } from "../../shared/codec/byte-stream.ts";
import { formatContentDisposition } from "../../shared/http/content-disposition.ts";
import { parseRange } from "../../shared/http/range.ts";
import { blobType, refusedContent } from "./declared.ts";
import { NOSNIFF, type Answer } from "../../serve/exchange/answer.ts";
import { answerOf, type GivenContent } from "../../serve/response/write-body.ts";
import type { RawHeaders } from "../../serve/response/write-headers.ts";
import { HandlerError } from "../../serve/handler/handler-error.ts";
import { ownBytes } from "../../serve/exchange/fetch-exchange.ts";
import { rejectionAnswer } from "../../serve/response/write-failure.ts";
import { rejection } from "../../serve/exchange/rejection.ts";

/** Answers with bytes, a file or a stream; throws `HandlerError` for anything else. */
export function binaryAnswer(
  kind: "bytes" | "stream",
  mediaType: string | undefined,
  given: GivenContent,
): Answer {
  const { value } = given;
  const type = mediaType ?? (value instanceof Blob ? blobType(value) : "application/octet-stream");
  const fixed = ["content-type", type, ...NOSNIFF];
  if (value instanceof File && value.name !== "") {
    fixed.push("content-disposition", formatContentDisposition(value.name));
  }
  if (value instanceof Blob) {
    const part = (start: number, end: number): ReadableStream<Uint8Array> =>
      told(value.slice(start, end).stream(), given);
    return ranged(value.size, part, fixed, given);
  }
  if (value instanceof Uint8Array || value instanceof ArrayBuffer) {
    const bytes = ownBytes(value instanceof ArrayBuffer ? new Uint8Array(value) : value);
    return ranged(bytes.byteLength, (start, end) => bytes.subarray(start, end), fixed, given);
  }
  if (kind === "stream" && value instanceof ReadableStream) {
    return answerOf(given, fixed, told(value, given));
  }
  if (kind === "stream" && isSequence(value)) {
    const body = streamFrom(value, asBytes);
    return answerOf(given, fixed, told(body, given));
  }
  const text = `the value ${refusedContent(value, kind === "stream")}`;
  throw new HandlerError("unencodable-response", given.call.endpoint, text);
}

// Reports errors of a stream: the client only sees that it broke.
function told(
  stream: ReadableStream<Uint8Array>,
  { call }: GivenContent,
): ReadableStream<Uint8Array> {
  // This may be the body of the request. Ask the client for it before the answer begins.
  return relayed(stream.getReader(), {
    chunk: asBytes,
    broken: (error) => {
      call["~events"].onBreak(error);
      return error;
    },
  });
}

function asBytes(chunk: unknown): Uint8Array {
  if (!(chunk instanceof Uint8Array)) {
    throw new TypeError("a chunk of a stream is a Uint8Array");
  }
  return ownBytes(chunk);
}

// The requested range (RFC 9110 14.2): only for GET, and only of unchanged content.
function ranged(
  size: number,
  part: (start: number, end: number) => Uint8Array | ReadableStream<Uint8Array>,
  fixed: readonly string[],
  given: GivenContent,
): Answer {
  const { status, call, headers } = given;
  const exchange = call["~exchange"];
  if (status !== 200 || (exchange.method !== "GET" && exchange.method !== "HEAD")) {
    return sized(given, fixed, part(0, size), size);
  }
  const asked =
    exchange.method === "GET" && isUnchanged(exchange.header("if-range"), headers)
      ? exchange.header("range")
      : undefined;
  const range = parseRange(asked, size);
  if (range === "whole") {
    return sized(given, [...fixed, ...RANGES], part(0, size), size);
  }
  if (range === "unsatisfiable") {
    return rejectionAnswer(
      rejection(416, `the content has ${size} bytes`, ["content-range", `bytes */${size}`]),
    );
  }
  const { start, end } = range;
  const bounds = ["content-range", `bytes ${start}-${end}/${size}`];
  const body = part(start, end + 1);
  const answer = sized(given, [...fixed, ...RANGES, ...bounds], body, end - start + 1);
  return { ...answer, status: 206 };
}

// The length of a stream is not known to the host that writes it.
function sized(
  given: GivenContent,
  fixed: readonly string[],
  body: Uint8Array | ReadableStream<Uint8Array>,
  size: number,
): Answer {
  const length = body instanceof ReadableStream ? ["content-length", String(size)] : [];
  return answerOf(given, [...fixed, ...length], body);
}

const RANGES = ["accept-ranges", "bytes"];

// A range only fits the client's other ranges if the tag or date is the same (RFC 9110 13.1.5).
function isUnchanged(ifRange: string | undefined, headers: RawHeaders | undefined): boolean {
  return (
    ifRange === undefined ||
    (!ifRange.startsWith("W/") &&
      Object.entries(headers ?? {}).some(
        ([name, text]) => /^(?:etag|last-modified)$/i.test(name) && text === ifRange,
      ))
  );
}
