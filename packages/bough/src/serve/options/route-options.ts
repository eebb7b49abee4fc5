// The options of a route: schemas that only the server uses, and limits.
import type { RouteSentences } from "../../shared/internal/type-error.ts";
import type { OptionalBody } from "../../declare/body/body.ts";
import type { Definition } from "../../declare/endpoint/definition.ts";
import type { DeclaredGiven, InferResponse, TypedEndpoint } from "../../declare/endpoint/infer.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import type { RouteLimits } from "./kernel-options.ts";
import type { TypedResource } from "../handler/routed-node.ts";
import type { RequestSchema, ResponseSchema } from "./schema-fit.ts";

/** The third argument of `route`: schemas that only the server uses, and limits. */
export interface RouteOptions {
  /** The schema that validates the request body. Its output is the handler's `body`. */
  readonly request?: AnySchema;
  /** The schema that validates what the handler returns; its output is sent. `false` sends the value as it is. */
  readonly response?: AnySchema | false;
  /** Limits of this route; each one overrides that of the server. */
  readonly limits?: RouteLimits;
}

/** `O` if `route` accepts it for `N`; otherwise a sentence at the wrong option. */
export type OptionsCheck<N, O> = N extends TypedResource
  ? ResourceOptions
  : EndpointOptions<N, O> & NamedOptions;
// Checks nothing. It makes an editor complete the names.
interface NamedOptions {
  readonly request?: unknown;
  readonly response?: unknown;
  readonly limits?: unknown;
}
interface ResourceOptions {
  readonly request?: RouteSentences["oneEndpoint"];
  readonly response?: RouteSentences["oneEndpoint"];
  readonly limits?: RouteLimits;
}
// A request without its body reaches no schema.
type DeclaredRequest<N extends TypedEndpoint> =
  N["~definition"]["request"] extends OptionalBody<infer B> ? B["~given"] : DeclaredGiven<N>;
/**
 * `O` if one endpoint accepts it; otherwise a sentence at the wrong option. An endpoint whose definition
 * is not known accepts any schema.
 */
export type EndpointOptions<N, O> = {
  readonly [Key in keyof O]: Key extends "request"
    ? N extends TypedEndpoint
      ? O[Key] extends AnySchema
        ? Definition extends N["~definition"]
          ? O[Key]
          : RequestSchema<DeclaredRequest<N>, O[Key]>
        : RouteSentences["schema"]
      : RouteSentences["oneEndpoint"]
    : Key extends "response"
      ? N extends TypedEndpoint
        ? O[Key] extends AnySchema
          ? Definition extends N["~definition"]
            ? O[Key]
            : ResponseSchema<InferResponse<N>, O[Key]>
          : O[Key] extends false
            ? O[Key]
            : RouteSentences["schema"]
        : RouteSentences["oneEndpoint"]
      : Key extends keyof RouteOptions
        ? RouteOptions[Key]
        : RouteSentences["option"];
};
