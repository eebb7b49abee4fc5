// The types of the arguments of the functions that build URLs.
import type { IsAny } from "../../internal/identity.ts";
import type { NotAnEndpoint, NotInATree, NoValueFor, Refused } from "../../internal/type-error.ts";
import type { Definition } from "../endpoint/definition.ts";
import type { ParametersOf, TypedEndpoint } from "../endpoint/infer.ts";
import type { Position, FreePosition } from "../endpoint/position.ts";
import type { AnyResource } from "./placement.ts";
import type { ParametersInput, RequiredNames } from "../parameter/parameter.ts";

/** The arguments of `hrefOf` and `urlOf` after the endpoint. */
export type UrlArguments<E> = E extends TypedEndpoint
  ? [E["~position"]["open"]] extends [never]
    ? [keyof ParametersOf<E>] extends [never]
      ? [options?: { readonly parameters?: NoneKnown<E["~definition"]> | undefined }]
      : [RequiredNames<ParametersOf<E>>] extends [never]
        ? [
            options?: {
              readonly parameters?: ParametersInput<ParametersOf<E>> | undefined;
            },
          ]
        : [
            options: {
              readonly parameters: ParametersInput<ParametersOf<E>>;
            },
          ]
    : Unbound<E["~position"]>
  : // `any` takes both branches. Here the check costs other endpoints nothing.
    IsAny<E> extends true
    ? [options?: { readonly parameters?: object | undefined }]
    : Refused<E extends AnyResource ? NotAnEndpoint : NotInATree>;

// If the endpoint is any `TypedEndpoint`, its parameters are not known.
type NoneKnown<D extends Definition> = Definition extends D
  ? object
  : Readonly<Record<string, never>>;

/** The error for an endpoint without a URL: it is not in a tree, or an id has no value. */
export type Unbound<P extends Position> = P extends FreePosition
  ? Refused<NotInATree>
  : NoValueFor<P["open"]>;
