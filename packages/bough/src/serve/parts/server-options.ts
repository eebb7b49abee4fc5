// The options of a server.
import type { Codec } from "../../shared/codec/codec.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import type { ExtractedSchemas } from "../../shared/schema/extracted-schemas.ts";
import type { CorsOptions } from "./cors/cors-options.ts";
import type { Limits } from "../options/kernel-options.ts";
import type { Observer } from "./observers/observe.ts";
import type { TrailingSlashMismatch } from "../options/base-path.ts";

/** The options of `createServer`. */
export interface ServerOptions {
  /** The codecs of bodies. The first one is used if a client accepts any. JSON by default. */
  readonly codecs?: readonly Codec[];
  /** Limits of requests and connections by name. */
  readonly limits?: Limits;
  /** The path before every template: `/api`. A client has it in its `baseUrl`. */
  readonly basePath?: string;
  /** The pages of other origins that may call the API. None by default. */
  readonly cors?: CorsOptions;
  /**
   * The URL under which clients reach the server, for `urlOf`: `https://example.com`. If it begins with
   * `http://`, cookies are not `Secure` by default.
   */
  readonly publicUrl?: string;
  /** Rejects undeclared query parameters with 400. */
  readonly strictParameters?: boolean;
  /**
   * How to respond to a path that differs from an endpoint's only by a trailing slash: with 404 (`"refuse"`, the
   * default), or with a 308 to the endpoint's path (`"redirect"`).
   */
  readonly trailingSlashMismatch?: TrailingSlashMismatch;
  /** `false` sends what handlers return unchecked, undeclared properties included. */
  readonly validateResponses?: boolean;
  /** Whether `route` refuses an endpoint whose request body has no schema. */
  readonly requireSchemas?: boolean;
  /** Whether `route` refuses an endpoint that declares neither a security scheme nor `anonymous`. */
  readonly requireSecurity?: boolean;
  /**
   * Origins whose pages may send requests that a cookie authenticates: `["https://app.example.com"]`. The
   * server's own origin, and those that `cors` lists with `credentials: true`, may do so by default.
   */
  readonly trustedOrigins?: readonly string[];
  /**
   * The schemas that `bough schemas` writes. Bodies without a schema are then validated by their types, and
   * responses are sent without undeclared properties.
   */
  readonly schemas?: ExtractedSchemas;
  /**
   * What to send if a response does not fit its schema of `schemas`: a 500 (`"refuse"`, the default), or the
   * response without wrong optional properties, if the others fit (`"strip"`). `onError` gets the reason.
   */
  readonly responses?: "refuse" | "strip";
  /** Gets every error that a client only sees as a 500. `console.error` by default. */
  readonly onError?: (error: unknown, call: ErrorCall | undefined) => void;
  /** Runs around every request, for logs, traces and metrics; several run in order. */
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
