// What a client is configured with. Types only; what each option does stands where
// it is used.
import type { Codec } from "../codec/codec.ts";
import type { ReceivedLimits, Reconnect, Sending } from "../reception/received.ts";
import type { AnyEndpoint } from "../declaration/tree/placed-endpoint.ts";
import type { CallInfo, CallIssue } from "./call-error.ts";

/** `fetch`, or a function that answers like it. A server's own `fetch` makes calls in process. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Header values by name. A header that is `undefined` is not sent. */
export interface HeaderRecord {
  readonly [name: string]: string | undefined;
}

/** An exchange as `around` sees it. */
export interface Exchange {
  readonly endpoint: AnyEndpoint;
  readonly method: string;
  readonly url: string;
  /** The request headers; what is changed here is sent. */
  readonly headers: Headers;
  /** Aborted when the caller aborts or the timeout is over. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs before and after the exchange of a call. `next()` sends the request, with its retries and
 * redirects, and resolves to the response. You can call it again, for instance after a 401 with a
 * fresh token; the first response is then discarded.
 */
export type Around = (
  exchange: Exchange,
  next: () => Promise<Response>,
) => Response | Promise<Response>;

/** When and how often a call is sent again. */
export interface RetryOptions {
  /** How often a call is sent again at most. */
  readonly attempts: number;
  /**
   * Milliseconds before the attempt, the first being 1; a `Retry-After` in seconds goes
   * first. Grows from about 200 by the power of two, up to `maxDelay`, if left out.
   */
  readonly delay?: number | ((attempt: number) => number) | undefined;
  /**
   * The longest `Retry-After` that the client waits for, in milliseconds: 30,000. If a server asks
   * for more, its answer is the outcome of the call.
   */
  readonly maxDelay?: number | undefined;
  /** Answers that are asked for again: 408, 429, 502, 503 and 504 if left out. */
  readonly statuses?: readonly number[] | undefined;
}

/** A request whose redirects are followed. */
export interface RedirectedRequest {
  readonly endpoint: AnyEndpoint;
  readonly url: string;
  readonly init: Sending;
}

/** Sends a request by the `fetch` of the client, and follows the redirects that it chooses. */
export type Redirects = (request: RedirectedRequest, fetch: Fetch) => Response | Promise<Response>;

/** Options of `createClient`. */
export interface ClientOptions {
  /**
   * Where the API is, with or without a path. The page's origin if left out, and
   * `http://localhost` beside a `fetch` of one's own where there is no page.
   */
  readonly baseUrl?: string | URL | undefined;
  /** In place of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** The first encodes bodies, all are asked for and decode; plain JSON if left out. */
  readonly codecs?: readonly Codec[] | undefined;
  /** Headers of every call, or a function that is asked for them at every call. */
  readonly headers?:
    | HeaderRecord
    | ((call: CallInfo) => HeaderRecord | Promise<HeaderRecord>)
    | undefined;
  /** Milliseconds for a whole call, its body and its retries included; no limit if left out. */
  readonly timeout?: number | undefined;
  /**
   * How often, or when, an idempotent call is sent again after no answer or one of a gateway
   * in trouble; never if left out (RFC 9110 9.2.2).
   */
  readonly retry?: number | RetryOptions | undefined;
  /**
   * `followRedirects`, or a function that sends a request and follows the redirects that you
   * choose. If left out, a redirect is an answer like any other.
   */
  readonly redirects?: Redirects | undefined;
  /** How event streams come back after they have broken; `{ attempts: 0 }` for never. */
  readonly reconnect?: Partial<Reconnect> | undefined;
  /** Bounds of what is read; an answer beyond them is an `InvalidResponseError`. */
  readonly limits?: Partial<ReceivedLimits> | undefined;
  /** Runs before and after every exchange. */
  readonly around?: Around | undefined;
  /** `false` leaves out the validation of answers by the schemas of the declaration. */
  readonly validateResponses?: boolean | undefined;
}

/** A client's options with nothing left open that every call needs. */
export interface Settings extends ClientOptions {
  /** At least one. */
  readonly codecs: readonly [Codec, ...Codec[]];
}

/** One call on its way; it inherits the settings it goes by. */
export interface Call extends CallInfo, Settings {
  url: string;
  /** What is wrong with its request. */
  readonly issues: CallIssue[];
  signal?: AbortSignal | undefined;
  /** Whether its answer is read after the call has ended, so that an abort still counts. */
  streams?: boolean;
  /** Hears that such an answer is over. */
  over?: () => void;
}
