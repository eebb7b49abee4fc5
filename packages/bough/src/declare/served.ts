// The server's facts beyond its declaration. A contract reads them without the server's code.
import type { ExtractedSchemas } from "../shared/schema/extracted-schemas.ts";
import type { AnySchema } from "../shared/schema/standard-schema.ts";
import type { AnyEndpoint, AnyResource } from "./tree/placement.ts";

/** The trees of a server, and how it serves them. */
export interface ServedData {
  /** The resources at the top of the trees, in the order of registration. */
  readonly roots: readonly AnyResource[];
  /** The media types of the codecs, the default first. */
  readonly mediaTypes: readonly string[];
  /** The path before every template; empty for none. */
  readonly basePath: string;
  readonly limits: NamedLimits;
  /** The option `schemas`. */
  readonly schemas: ExtractedSchemas | undefined;
  /** The options of `route`; `undefined` for an endpoint without a handler. */
  readonly routed: (endpoint: AnyEndpoint) => RouteData | undefined;
}

export interface NamedLimits {
  readonly [name: string]: number;
}

export interface RouteData {
  readonly request?: AnySchema | undefined;
  readonly response?: AnySchema | undefined;
  readonly limits?: object | undefined;
  /** Milliseconds for which the responses of an idempotent endpoint are kept, if its store says so. */
  readonly lifetime?: number | undefined;
}

/** A server, the routes of a host, or a view of them. `createServer` and `routing` return one. */
export interface Serving {
  unrouted(...resources: readonly AnyResource[]): readonly AnyEndpoint[];
}
