// The options of a server that its kernel reads. `ServerOptions` has them, and those of the parts.
import type { Codec } from "../../codec/codec.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { ServerCall } from "../call/call.ts";
import type { Limits, RouteLimits } from "./limits.ts";
import type { TrailingSlashMismatch } from "./slash-mismatch.ts";

/** The options of the kernel. */
export interface KernelOptions {
  readonly codecs?: readonly Codec[];
  readonly limits?: Limits;
  readonly basePath?: string;
  readonly publicUrl?: string;
  readonly strictParameters?: boolean;
  readonly trailingSlashMismatch?: TrailingSlashMismatch;
  readonly validateResponses?: boolean;
  readonly requireSchemas?: boolean;
  readonly onError?: (error: unknown, call: ServerCall | undefined) => void;
}

/** The options of `route`, at run time. */
export interface RawRouteOptions {
  readonly request?: AnySchema | undefined;
  /** `false` sends the value as the handler returns it. */
  readonly response?: AnySchema | false | undefined;
  readonly limits?: RouteLimits | undefined;
}

/** The options of two views that a handler passes. An outer one that is `undefined` keeps the inner schema. */
export function joinedOptions(
  outer: RawRouteOptions | undefined,
  inner: RawRouteOptions | undefined,
): RawRouteOptions {
  const limits = outer?.limits ?? inner?.limits;
  return {
    request: outer?.request ?? inner?.request,
    response: outer?.response ?? inner?.response,
    limits: limits && { ...inner?.limits, ...outer?.limits },
  };
}
