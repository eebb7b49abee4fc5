// How a server is set up.
import type { Codec } from "../../codec/codec.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import type { CorsOptions } from "./cors-options.ts";
import type { Limits } from "./limits.ts";
import type { Observer } from "./observe.ts";
import type { TrailingSlashMismatch } from "./slash-mismatch.ts";

/** The options of `createServer`. */
export interface ServerOptions {
  /** What bodies are sent and read with; the first is used where a client has no wish. JSON by default. */
  readonly codecs?: readonly Codec[];
  readonly limits?: Limits;
  /** Stands before every path: `/api`; mirrors the path of a client's `baseUrl`. */
  readonly basePath?: string;
  /** Who may call from pages of other origins; nobody if left out. */
  readonly cors?: CorsOptions;
  /** The origin under which the server is reached, for `urlOf`: `https://example.com`. */
  readonly publicUrl?: string;
  /** Answers 400 to query parameters that are not declared. */
  readonly strictParameters?: boolean;
  /**
   * What happens to a request whose path differs from that of an endpoint only by the slash at its
   * end: 404, by default; the endpoint answers; or a redirect, 308, to the path of the endpoint.
   */
  readonly trailingSlashMismatch?: TrailingSlashMismatch;
  /** `false` sends what handlers return as it is, without its schema. */
  readonly validateResponses?: boolean;
  /** Refuses to route an endpoint whose request body has no schema anywhere. */
  readonly requireSchemas?: boolean;
  /** Hears of every error that a client only sees as a 500; `console.error` by default. */
  readonly onError?: (error: unknown, call: ErrorCall | undefined) => void;
  /** Runs around every request that the server answers, for logs, traces and metrics; several run in order. */
  readonly observe?: Observer | readonly Observer[];
}

/** The call in which an error occurred, with the fields that were known by then. */
export interface ErrorCall {
  readonly endpoint: AnyEndpoint;
  readonly ids: Readonly<Record<string, unknown>>;
  readonly request: Request;
  readonly header: (name: string) => string | undefined;
  readonly host: unknown;
}
