// The options that a host adds to those of a server.
import type { Codec } from "../../codec/codec.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import type { Answer } from "../exchange/answer.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { Admission } from "./route.ts";

/** The options that a host adds. */
export interface HostHooks {
  /** Set if there is no host: a request alone is all that handlers need. */
  readonly whole?: boolean;
  /** Returns the initial context of a request's calls. */
  readonly initial?: (exchange: Exchange) => object | undefined;
  /** Called with every new endpoint, before a request can reach it. */
  readonly added?: (endpoint: AnyEndpoint) => void;
  /** Called after all endpoints of a tree. */
  readonly complete?: () => void;
  /** Runs a handler when the host is ready. Without it, the handler runs at once. */
  readonly whenAdmitted?: Admission;
  /** Passes an exception to the host's error handler. `false`: the server answers 500. */
  readonly takeException?: (error: unknown, exchange: Exchange, otherwise: Otherwise) => boolean;
  /** The codecs of rejections. Default: the codecs of the options. */
  readonly codecs?: readonly Codec[] | undefined;
}

/** The answer to an exception, for a host that takes it over. */
export interface Otherwise {
  /** Headers for the host's answer, names and values in turn. */
  readonly headers: readonly string[];
  /** The 500 without these headers, for a project without an error handler. */
  readonly answer: () => Answer;
}
