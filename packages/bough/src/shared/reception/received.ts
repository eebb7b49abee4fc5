// An answer whose content a body reads by itself: what the client passes to the `receive` of a format.
import type { SentFault } from "../codec/codec.ts";

/** An answer, and what the client does with it. */
export interface Received {
  readonly response: Response;
  readonly call: ReceivedCall;
  /** The request that was sent. */
  readonly outgoing: Sending;
  /** Sends a request of the call, as a broken event stream does. */
  exchange(this: void, call: ReceivedCall, outgoing: Sending): Response | Promise<Response>;
  /** The result of a later answer of the call; rejects if it is not as declared. */
  decode(
    this: void,
    call: ReceivedCall,
    response: Response,
    outgoing: Sending,
  ): Promise<DecodedResult>;
  /** The error for an answer that ended too early. */
  lost(this: void, call: ReceivedCall, outgoing: Sending, cause: unknown): Error;
  /** The error for content that is not as declared. */
  invalid(this: void, call: ReceivedCall, response: Response, fields: InvalidContent): Error;
  /** The result with the declared headers and no body yet; rejects if the headers are not as declared. */
  resultOf(this: void, headers: object): Promise<ReceivedResult>;
}

/** A result that gets its body, or whose failure gets it. */
export interface ReceivedResult {
  body?: unknown;
  readonly failure?: { body?: unknown } | undefined;
}

/** A result, whose failure `bodyOrThrow` throws. */
export interface DecodedResult {
  readonly failure?: object | undefined;
  bodyOrThrow(): unknown;
}

/** The part of a call that its answer depends on. */
export interface ReceivedCall {
  readonly method: string;
  /** Aborts with the caller's signal or the timeout. */
  readonly signal?: AbortSignal | undefined;
  /** Called when an answer that streams on after the call has ended: an abort has no effect after it. */
  readonly over?: (() => void) | undefined;
  /** Whether the answer is read after the call has ended, so an abort still has an effect. */
  streams?: boolean;
  /** `false` leaves out validation by the declared schemas. */
  readonly validateResponses?: boolean | undefined;
  readonly limits?: Partial<ReceivedLimits> | undefined;
  readonly reconnect?: Partial<Reconnect> | undefined;
}

/** A request that may be sent again. */
export interface Sending extends RequestInit {
  readonly headers: Record<string, string>;
  /** `"half"` if the body is a stream, which can be sent once. */
  // As narrow as `@types/node` has it: a library file is checked against either.
  readonly duplex?: "half";
  /** Ends that stream if the call has no answer. */
  readonly end?: (reason: unknown) => void;
  /** What is wrong with the source of that stream, if it broke. */
  readonly fault?: () => SentFault | undefined;
}

/** What is wrong with content, as the fields of an error. */
export interface InvalidContent {
  readonly issues: readonly ReceivedIssue[];
  readonly cause?: unknown;
}

/** One fault in a body, or its media type. */
export interface ReceivedIssue {
  readonly in: "body" | "header";
  readonly name: string;
  readonly message: string;
}

/** Bounds of what a client reads; `Infinity` for no bound. */
export interface ReceivedLimits {
  /**
   * Bytes of a response that is read as a whole, after any content coding. Default: 10 MiB for JSON, text and codecs;
   * no bound for `bytes()`, and none in browsers and React Native.
   */
  readonly body: number;
  /** Bytes of one JSON line, characters of one event: 1 MiB by default. */
  readonly item: number;
}

/** How an event stream reconnects. */
export interface Reconnect {
  /** Attempts without an event before the stream fails: 5 by default; 0 for never. */
  readonly attempts: number;
  /**
   * Milliseconds before the first attempt, doubled for each further one: 1,000. A server's
   * `retry` has precedence; after an attempt without an event it cannot shorten the delay.
   */
  readonly delay: number;
  /** The longest delay in milliseconds: 30,000 by default. */
  readonly maxDelay: number;
}
