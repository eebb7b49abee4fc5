// The argument of a handler of any endpoint.
import type { AnyEndpoint, AnyFailure } from "bough";
import type { Ids } from "./rules.ts";

/** The options of `respond`. */
export interface RespondOptions {
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly mediaType?: string | undefined;
  readonly link?: string | undefined;
  /** The version of a conditional response whose declaration names none. */
  readonly etag?: string | undefined;
}

/** The options of `fail`. */
export interface FailOptions {
  readonly status?: number | undefined;
  readonly detail?: string | undefined;
  readonly instance?: string | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
}

export interface RawCall {
  readonly endpoint: AnyEndpoint;
  readonly request: Request;
  readonly ids: Ids;
  readonly body: unknown;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly header: (name: string) => string | undefined;
  /** The versions that the client has seen; only writes of conditional endpoints have it. */
  readonly ifMatch?: unknown;
  readonly fail: (failure: AnyFailure, data?: unknown, options?: FailOptions) => never;
  readonly respond: (value: unknown, options?: RespondOptions) => unknown;
}

export type RawHandler = (call: RawCall) => unknown;
