// The options of a client, as types.
import type { Codec } from "../shared/codec/codec.ts";
import type { ClientFormat } from "../declare/body/body-format.ts";
import type { Issue } from "../declare/parameter/parameter.ts";
import type { AnyEndpoint } from "../declare/tree/placement.ts";
import type { AnyScheme } from "../facts/security/declared.ts";
import type { ClientSentences } from "../shared/internal/type-error.ts";
import type { ReceivedLimits, Reconnect, Sending } from "../shared/reception/received.ts";
import type { CallInfo, CallIssue } from "./call-error.ts";

/** `fetch`, or a function that responds like it. Pass a server's own `fetch` to call the server in the same process. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Header values by name. A header that is `undefined` is not sent. */
export interface HeaderRecord {
  readonly [name: string]: string | undefined;
}

/** A request and its response, for `around`. */
export interface ClientExchange {
  readonly endpoint: AnyEndpoint;
  readonly method: string;
  readonly url: string;
  /** The request headers. Changes are sent. */
  readonly headers: Headers;
  /** Aborts with the caller's signal or the timeout. */
  readonly signal: AbortSignal | undefined;
  /** Sends each request of `next()`. Replace it to see all of them: retries, redirects, and the one after a 401. */
  fetch: Fetch;
}

/**
 * Runs before and after the exchange of a call. `next()` sends the request, with its retries and
 * redirects, and resolves to the response. You can call it again, for instance after a 401 with a
 * fresh token; the first response is then discarded.
 */
export type ClientAround = (
  exchange: ClientExchange,
  next: () => Promise<Response>,
) => Response | Promise<Response>;

/** When and how often a call is sent again. */
export interface RetryOptions {
  /** The largest number of retries. */
  readonly attempts: number;
  /**
   * Milliseconds before a retry, or a function of the retry's number, which starts at 1. A `Retry-After` in seconds has
   * precedence. Default: about 200, doubled for each further retry up to `maxDelay`.
   */
  readonly delay?: number | ((attempt: number) => number) | undefined;
  /**
   * The longest `Retry-After` that the client waits for, in milliseconds: 30,000. If a server asks
   * for more, the call ends with its response.
   */
  readonly maxDelay?: number | undefined;
  /** The statuses after which a call is sent again: 408, 429, 502, 503 and 504 by default. */
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

/** A credential of a client; `credential` makes it. */
export interface Credential {
  readonly scheme: AnyScheme;
  readonly "~source": CredentialSource;
  /** Sends a request with the credentials of its call. */
  readonly "~send": (call: Call, init: Sending, fetch: Fetch) => Promise<Response>;
}
/** Gives a credential to calls. */
export interface CredentialSource {
  /** Whether it is always the same. */
  readonly isFixed: boolean;
  ask(): Promise<CredentialValue>;
  /** Renews what a call got in this round, once for all calls of the round. */
  renewed(round: number): Promise<CredentialValue>;
}
/** A value, and how often it was renewed before. */
export interface CredentialValue {
  readonly value: unknown;
  readonly round: number;
}

/** Options of `createClient`. */
export interface ClientOptions {
  /**
   * The URL of the API, with or without a path. `"/api"` is this path of the page's origin, even in a worker.
   * Default: the page's origin; without a page and with a custom `fetch`, `http://localhost`.
   */
  readonly baseUrl?: string | URL | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** The first one encodes bodies. The client accepts and decodes all of them. Default: JSON. */
  readonly codecs?: readonly Codec[] | undefined;
  /** Headers of every call, or a function that returns them for a call. */
  readonly headers?:
    | HeaderRecord
    | ((call: CallInfo) => HeaderRecord | Promise<HeaderRecord>)
    | undefined;
  /**
   * Credentials, which the client sends to the endpoints whose security asks for them:
   * `[credential(UserToken, token)]`.
   */
  readonly credentials?:
    | readonly (ClientSentences["scheme"] | Credential)[]
    | ClientSentences["credentials"]
    | undefined;
  /** Milliseconds for a whole call with its body and its retries. Default: no limit. */
  readonly timeout?: number | undefined;
  /**
   * How often the client sends an idempotent call again (RFC 9110 9.2.2): a number of retries, or `RetryOptions`. It
   * retries after a lost connection, after its `statuses` (408, 429, 502, 503 and 504), and while another call with the
   * same idempotency key runs. Default: never.
   */
  readonly retry?: number | RetryOptions | undefined;
  /**
   * `followRedirects`, or a function that sends a request and follows the redirects that you
   * choose. Default: a redirect is a response like any other.
   */
  readonly redirects?: Redirects | undefined;
  /** How the keys of `.idempotent()` endpoints are sent: `{ quoted: false }` for servers that refuse quotes. */
  readonly idempotency?: { readonly quoted?: boolean | undefined } | undefined;
  /** How event streams come back after they have broken; `{ attempts: 0 }` for never. */
  readonly reconnect?: Partial<Reconnect> | undefined;
  /** Bounds of a response; a larger one is an `InvalidResponseError`. */
  readonly limits?: Partial<ReceivedLimits> | undefined;
  /** Runs before and after every request. */
  readonly around?: ClientAround | undefined;
  /** `false` turns off the validation of responses by the declared schemas. */
  readonly validateResponses?: boolean | undefined;
}

/** The options of a client with the defaults that every call needs. */
export interface Settings extends ClientOptions {
  /** At least one. */
  readonly codecs: readonly [Codec, ...Codec[]];
  readonly base?: string | undefined;
  /** `Accept` by the responses of an endpoint. */
  readonly accepted: WeakMap<AnyEndpoint["responses"], string>;
}

/** A running call. It inherits the settings of its client. */
export interface Call extends CallInfo, Settings {
  url: string;
  /** Its own, then those of its client. */
  readonly credentials: readonly Credential[];
  readonly limits: Partial<ReceivedLimits>;
  /** How its body is sent; `undefined` for none. */
  readonly format: Partial<ClientFormat> | undefined;
  /** The faults of its request. */
  readonly issues: CallIssue[];
  signal?: AbortSignal | undefined;
  /** Whether the answer is read after the call has ended, so an abort still has an effect. */
  streams?: boolean;
  /** Called when such an answer has ended. */
  over?: () => void;
}

/** Sets the headers that a fact sends in a call, by the value of its option. */
export type FactHeaders<Given> = (
  given: Given,
  endpoint: AnyEndpoint,
  set: (name: string, line: string | Issue) => void,
  settings: Settings,
) => void;
