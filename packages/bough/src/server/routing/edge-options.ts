// What an edge adds to the options of a server.
import type { Codec } from "../../codec/codec.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import type { Answer } from "../exchange/answer.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { Admission } from "./route-parts.ts";

/** What an edge adds to the options. */
export interface EdgeOptions {
  /** What a request's calls begin with: the initial context. */
  readonly initial?: (exchange: Exchange) => object | undefined;
  /** Hears of every endpoint that becomes known, before a request can name it. */
  readonly added?: (endpoint: AnyEndpoint) => void;
  /** Hears when it has heard of every endpoint of a tree. */
  readonly complete?: () => void;
  /** Runs a handler when the host comes to it; without it, as soon as its request is not refused. */
  readonly whenAdmitted?: Admission;
  /** Hands an exception over to the host's own error handler; `false` leaves it to the 500. */
  readonly takeException?: (error: unknown, exchange: Exchange, otherwise: Otherwise) => boolean;
  /** What rejections are written with; the codecs of the options by default. */
  readonly codecs?: readonly Codec[] | undefined;
}

/** What a host needs where it takes an exception over. */
export interface Otherwise {
  /** Names and values in turn, for whatever answers it. */
  readonly headers: readonly string[];
  /** The 500 without these headers, for a host whose project has no error handler. */
  readonly answer: () => Answer;
}
