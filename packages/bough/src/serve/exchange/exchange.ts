// One request and its answer, as an edge gives it to the core. The core asks only for what it needs, so an
// edge makes no `Request`, `Headers` or signal unless code reads one.
import { isUtf8Field, readUtf8 } from "../../shared/http/header-value.ts";
import type { Codec } from "../../shared/codec/codec.ts";
import type { Answer, Content } from "./answer.ts";
import type { Rejection } from "./rejection.ts";
import { essenceOf } from "../../shared/http/media-type.ts";
import type { Ids } from "../../declare/tree/address.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";

/** Why a body was not read. `taken`: other code has read it from the `Request`. */
export type BodyFault = "too-large" | "timeout" | "gone" | "taken";

/** Gets the body, or why it was not read. */
export type BodyReceiver = (body: WholeBody | BodyFault) => void;

/** The limits of a body that is read while it arrives. */
export interface OpenBounds {
  /** Bytes of the whole body. */
  readonly limit: number;
  /** Milliseconds without a chunk. */
  readonly idle: number;
  /** Called with the reason why the stream broke, before its reader gets the error. */
  readonly broken: (fault: BodyFault) => void;
}

/** The error of a body stream that breaks. */
export class BrokenBody extends Error {
  override readonly name = "BrokenBody";
  readonly fault: BodyFault;

  constructor(fault: BodyFault) {
    super(BROKEN[fault]);
    this.fault = fault;
  }
}

const BROKEN: Readonly<Record<BodyFault, string>> = {
  "too-large": "the body is larger than its limit",
  timeout: "the body did not arrive in time",
  gone: "the body did not arrive completely",
  taken: "the body was read before",
};

/** The abort reason for work on an answer that is not sent, as after HEAD. */
export function unread(): DOMException {
  return new DOMException("nobody reads what is sent", "AbortError");
}

/** How a request ended. */
export type Outcome = "answered" | "left" | "broken" | "stalled";

/** How an answer was delivered. */
export interface Ending {
  /** `undefined` if there was no answer. */
  readonly status: number | undefined;
  readonly bytes: number;
  readonly outcome: Outcome;
}

/** The connection of a request, as the host sees it. A proxy in front of the host has another one. */
export interface Connection {
  readonly scheme: "http" | "https";
  /** `host[:port]` as the client sent it; `undefined` if it sent none. */
  readonly authority: string | undefined;
  /** `"1.0"`, `"1.1"`, `"2"` or `"3"`; `undefined` if the host does not know it. */
  readonly httpVersion: string | undefined;
}

/** Records facts about a request for its observers. */
export interface Notes {
  /** Records the answer that is sent. The last one counts. */
  answered(answer: Answer): void;
  /** Records an error that `onError` gets. The first one counts. */
  failed(error: unknown): void;
}

/** A request as the core reads it, and the functions that answer it. */
export interface Exchange {
  readonly method: string;
  /** The raw request target; on a Fetch runtime, the path and query of its URL. */
  readonly target: string;
  /** The `Host` header; `undefined` if the host has checked it. */
  readonly authority: string | undefined;
  readonly accept: string | undefined;
  /** `undefined` if there is none. Two lines arrive joined by a comma, which is not a valid media type. */
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
  /** The declared length of the body in bytes: `undefined` for a chunked body, 0 without a body. */
  readonly contentLength: number | undefined;
  /** Whether the request has credentials. Its answer must not be stored then. */
  readonly authorized: boolean;
  /** The value of `call.host`. */
  readonly host: unknown;
  /** The initial context of the call: the second argument of `server.handle`. */
  readonly context?: object | undefined;
  /** The path at which the host has mounted the routes: `/api`. `target` does not contain it. */
  readonly mount?: string;
  /** A fault in the head. Such a request does not reach an endpoint. */
  readonly fault?: Rejection | undefined;
  /** `limits.stall` of the route, if it differs from the server's. */
  stall?: number | undefined;
  /** Set if an observer sees the request. */
  notes?: Notes | undefined;
  /** Whether another answer can be sent after `send` threw. */
  readonly unsent?: boolean;
  /** A header by its lower-case name. Several lines are joined by a comma. */
  header(name: string): string | undefined;
  /** The connection, for observers. */
  connection(): Connection;
  /** The certificate that the client has proved; `undefined` without one. */
  certificate?(): unknown;
  /** Reads the body. Call it at most once. */
  readBody(limit: number, idle: number, done: BodyReceiver): void;
  /**
   * Opens the body instead of `readBody`, as a stream that reads on demand. It errors with a `BrokenBody`
   * when it exceeds its limits, or when the client has left.
   */
  openBody(bounds: OpenBounds): ReadableStream<Uint8Array>;
  /** The Fetch `Request`. */
  request(): Request;
  /** Aborts when the client has left or the answer is not sent. Does not abort after the answer is complete. */
  signal(): AbortSignal;
  /** Calls `ended` once, when the last byte is written or the client is gone. Call it before `send`. */
  watch(ended: (delivered: Ending) => void): void;
  /** Serializes a value as the host is configured; `undefined` if the codec does it. Throws if that serializer does. */
  serialize?(
    value: unknown,
    as: { readonly codec: Codec; readonly status: number },
  ): Content | undefined;
  /** Sends the answer. This is the last call. */
  send(answer: Answer): void;
}

/** A header as handlers get it: decoded, if its bytes are UTF-8. */
export function headerText(exchange: Exchange, name: string): string | undefined {
  const line = exchange.header(name);
  return line !== undefined && isUtf8Field(name) ? readUtf8(line) : line;
}

/** An already decoded body. */
export class ParsedBody {
  readonly value: unknown;
  /** Whether it was sent as JSON, so that its value is a tree. */
  readonly isJson: boolean;

  constructor(value: unknown, contentType: string | undefined) {
    this.value = value;
    this.isJson = /[/+]json$/.test(essenceOf(contentType ?? ""));
  }
}

/** A body that has arrived completely: its bytes, or the value that the host made of them. */
export type WholeBody = Uint8Array | ParsedBody;

/** The endpoint that a request reached. */
export interface MatchedEndpoint {
  readonly endpoint: AnyEndpoint;
  readonly ids: Ids;
}

/** The methods and endpoints of the path of an `OPTIONS` request. */
export interface Preflight {
  readonly methods: readonly string[];
  readonly endpoints: readonly AnyEndpoint[];
}

/** The request of an answer. */
export interface AnswerContext {
  readonly exchange: Exchange;
  readonly reached: MatchedEndpoint | undefined;
  readonly preflight?: Preflight;
}

/** Returns the answer to send: the same one, or another. */
export type AnswerStep = (answer: Answer, to: AnswerContext) => Answer;

/** Responds to an exception, or returns `false`: the server then answers 500. */
export type TakeException = (error: unknown, exchange: Exchange, otherwise: Otherwise) => boolean;

/** What a host that takes an exception over may use. */
export interface Otherwise {
  /** Headers for the host's answer, names and values in turn. */
  readonly headers: readonly string[];
  /** The 500 without these headers, for a project without an error handler. */
  readonly answer: () => Answer;
  /** Reports the exception. It is already reported when a host gets it. */
  readonly report: () => void;
}
