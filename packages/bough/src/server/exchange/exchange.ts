// One request and its answer as an edge sees them. The core asks an edge for nothing
// it does not need: no `Request`, no `Headers`, no signal unless somebody reads one.
import { isUtf8Field, readUtf8 } from "../../http/utf8-field.ts";
import type { Answer } from "./answer.ts";
import type { Rejection } from "./rejection.ts";

/** Why a body was not read; `taken` by somebody who read it from the `Request`. */
export type BodyFault = "too-large" | "timeout" | "gone" | "taken";

/** Bounds of a body that is read as it arrives. */
export interface OpenBounds {
  /** Bytes of all of it. */
  readonly limit: number;
  /** Milliseconds without a chunk. */
  readonly idle: number;
  /** Hears why the stream broke, before its reader does. */
  readonly broken: (fault: BodyFault) => void;
}

/** What the stream of a body that breaks errors with. */
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

/** Why what is under way for an answer ends that nobody reads, as after HEAD. */
export function unread(): DOMException {
  return new DOMException("nobody reads what is sent", "AbortError");
}

/** How a request ended. */
export type Outcome = "answered" | "left" | "broken" | "stalled";

/** How an answer went out. */
export interface Delivered {
  /** `undefined` if there was no answer. */
  readonly status: number | undefined;
  readonly bytes: number;
  readonly outcome: Outcome;
}

/** Takes notes of a request for its observers. */
export interface Notes {
  /** The answer that is sent; the last one counts. */
  answered(answer: Answer): void;
  /** An error that `onError` gets; the first one counts. */
  failed(error: unknown): void;
}

/** A request as the core reads it, and the way back. */
export interface Exchange {
  readonly method: string;
  /** The raw request target; on a Fetch runtime what its URL shows of it. */
  readonly target: string;
  /** The `Host` header; `undefined` where the host has checked it. */
  readonly authority: string | undefined;
  readonly accept: string | undefined;
  /** `undefined` for none; two lines arrive as one text joined by a comma, which is no media type. */
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
  /** Bytes of the body as declared; `undefined` for a chunked one, 0 for none. */
  readonly contentLength: number | undefined;
  /** Whether the request has credentials: its answer is then not stored. */
  readonly authorized: boolean;
  /** What the host gives to handlers. */
  readonly host: unknown;
  /** The path below which the host has mounted the routes: `/api`; it does not stand in `target`. */
  readonly mount?: string;
  /** What the edge has found wrong with the head: no endpoint gets such a request. */
  readonly fault?: Rejection | undefined;
  /** `limits.stall` of the route, where it has its own. */
  stall?: number | undefined;
  /** Set if an observer sees the request. */
  notes?: Notes | undefined;
  /** Whether a `send` that threw has sent nothing, so that another answer can be sent. */
  readonly unsent?: boolean;
  /** Any header by its lower-case name, several lines joined by a comma. */
  header(name: string): string | undefined;
  /** Reads the body, at most once. */
  readBody(limit: number, idle: number, done: (body: Uint8Array | BodyFault) => void): void;
  /**
   * Opens the body in place of `readBody`: a stream that pulls on demand, and errors with a
   * `BrokenBody` past its bounds, or when its client has gone.
   */
  openBody(bounds: OpenBounds): ReadableStream<Uint8Array>;
  /** The Fetch `Request`. */
  request(): Request;
  /** Aborts when nobody reads the answer, or its client has gone; never after it is handed over. */
  signal(): AbortSignal;
  /** Calls `ended` once, when the last byte is written or the client is gone; called before `send`. */
  watch(ended: (delivered: Delivered) => void): void;
  /** Hands the answer over; the last thing that is called. */
  send(answer: Answer): void;
}

/** A header as a handler gets it: text, where the header's bytes are UTF-8. */
export function headerText(exchange: Exchange, name: string): string | undefined {
  const line = exchange.header(name);
  return line !== undefined && isUtf8Field(name) ? readUtf8(line) : line;
}
