// What stands beside a handler: schemas that stay on the server, and limits.
import type { RouteSentences } from "../../internal/type-error.ts";
import type { Definition } from "../../declaration/endpoint/definition.ts";
import type {
  InferRequest,
  InferResponse,
  TypedEndpoint,
} from "../../declaration/endpoint/infer.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { RouteLimits } from "./limits.ts";
import type { TypedResource } from "../call/routed-node.ts";
import type { RequestSchema, ResponseSchema } from "./schema-fit.ts";

/** The third argument of `route`: schemas that stay on the server, and limits. */
export interface RouteOptions {
  readonly request?: AnySchema;
  readonly response?: AnySchema;
  readonly limits?: RouteLimits;
}

/** `O` where `route` takes it beside `N`, else a sentence at the option that is wrong. */
export type OptionsCheck<N, O> = N extends TypedResource
  ? ResourceOptions
  : EndpointOptions<N, O> & NamedOptions;
// Asks for nothing: by it an editor proposes the names.
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
/**
 * `O` where one endpoint takes it, else a sentence at the option that is wrong. An endpoint whose
 * definition is not known takes any schema.
 */
export type EndpointOptions<N, O> = {
  readonly [Key in keyof O]: Key extends "request"
    ? N extends TypedEndpoint
      ? O[Key] extends AnySchema
        ? Definition extends N["~definition"]
          ? O[Key]
          : RequestSchema<InferRequest<N>, O[Key]>
        : RouteSentences["schema"]
      : RouteSentences["oneEndpoint"]
    : Key extends "response"
      ? N extends TypedEndpoint
        ? O[Key] extends AnySchema
          ? Definition extends N["~definition"]
            ? O[Key]
            : ResponseSchema<InferResponse<N>, O[Key]>
          : RouteSentences["schema"]
        : RouteSentences["oneEndpoint"]
      : Key extends keyof RouteOptions
        ? RouteOptions[Key]
        : RouteSentences["option"];
};
