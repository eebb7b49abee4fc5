// Encodes bodies that no codec handles: bytes, files and ranges of them, streams, events, lines.
import { isSequence, relayed, streamFrom, typeName } from "../../codec/byte-stream.ts";
import { formatComment, formatEvent } from "../../codec/event-stream.ts";
import { formatLine } from "../../codec/json-lines.ts";
import { formatContentDisposition } from "../../http/content-disposition.ts";
import { parseRange } from "../../http/range.ts";
import { blobType, refusedContent } from "../../declaration/body/binary-body.ts";
import type { ParameterParts } from "../../declaration/parameter/parameter.ts";
import type { Output } from "../../schema/output.ts";
import { NO_STORE, NOSNIFF } from "../exchange/answer.ts";
import type { Answer } from "../exchange/answer.ts";
import type { ServerCall } from "../call/call.ts";
import { finish } from "./finish-answer.ts";
import { eventData, eventOf } from "./encode-event.ts";
import type { RawHeaders } from "./encode-headers.ts";
import { HandlerError } from "../call/handler-error.ts";
import { ownBytes } from "../exchange/own-bytes.ts";
import { EventCursor } from "./event-cursor.ts";
import { rejectionAnswer } from "./rejection-answer.ts";
import { rejection } from "../exchange/rejection.ts";
import type { Representation } from "../request/representation.ts";
import type { PlannedRepresentation } from "./response-plan.ts";
import { sentValue } from "./sent-value.ts";
import { sequenceStream } from "./sequence-stream.ts";

/** A value for such a body, and its answer. */
export interface GivenContent {
  readonly status: number;
  /** The declared headers. */
  readonly declared: ParameterParts;
  readonly value: unknown;
  readonly call: ServerCall;
  readonly headers: RawHeaders | undefined;
}

/** Answers with bytes, a file or a stream; throws `HandlerError` for anything else. */
export function binaryAnswer({ kind, mediaType }: Representation, given: GivenContent): Answer {
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

function answerOf(
  { status, declared: headers, call, headers: given }: GivenContent,
  fixed: readonly string[],
  body: Answer["body"],
): Answer {
  try {
    return finish({ status, headers, given, fixed, body }, call);
  } catch (error) {
    // The answer is not sent, so nobody else would end its source.
    if (body instanceof ReadableStream) {
      body.cancel(error).catch(() => undefined);
    }
    throw error;
  }
}

// Reports errors of a stream: the client only sees that it broke.
function told(
  stream: ReadableStream<Uint8Array>,
  { call }: GivenContent,
): ReadableStream<Uint8Array> {
  return relayed(stream, {
    // This may be the body of the request. Ask the client for it before the answer begins.
    atOnce: true,
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

/** Whether a handler gives this body item by item. */
export function isSequenceKind({ kind }: Representation): boolean {
  return kind === "events" || kind === "json-lines";
}

/** Answers with events or lines. Resolves when the head can be sent; rejects with earlier errors. */
export async function sequenceAnswer(
  chosen: PlannedRepresentation,
  given: GivenContent,
): Promise<Answer> {
  const { kind, mediaType = "", format } = chosen;
  const { value, call } = given;
  if (!isSequence(value)) {
    const text = `the value is ${typeName(value)}, but an iterable or async iterable is declared: give an async generator`;
    throw new HandlerError("unencodable-response", call.endpoint, text);
  }
  const isEvents = kind === "events";
  const toWire = async (item: unknown, output: Output | undefined): Promise<unknown> => {
    if (output === undefined) {
      return item;
    }
    return sentValue(await output(item), "an item", call);
  };
  const fixed = ["content-type", mediaType, ...NOSNIFF];
  if (isEvents) {
    // Caches and proxies must not buffer events (HTML 9.2.6).
    fixed.push(...NO_STORE, "x-accel-buffering", "no");
  }
  const place = new EventCursor(call);
  const body = await sequenceStream(value, {
    toText: async (item) => {
      if (!isEvents) {
        const line = await toWire(item, chosen.output);
        return written(call, () => formatLine(line));
      }
      const { message, output, itemCodec } = written(call, () => eventOf(item, chosen));
      const data = await toWire(message.data, output);
      const { end } = format;
      const text = written(call, () =>
        formatEvent({ ...message, data: eventData(data, { itemCodec, end }) }),
      );
      place.reached(message.id);
      return text;
    },
    keepAlive: format.keepAlive,
    comment: formatComment(""),
    last: format.end === undefined ? undefined : formatEvent({ data: format.end }),
    report: (error) => call["~events"].onBreak(error),
  });
  const answer = answerOf(given, fixed, body);
  return isEvents ? { ...answer, resumable: () => place.isKnown } : answer;
}

// Formats an item. An error names the endpoint, as for any other value.
function written<T>({ endpoint }: ServerCall, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    throw new HandlerError("unencodable-response", endpoint, `an item cannot be encoded: ${fault}`);
  }
}
