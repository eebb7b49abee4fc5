// Writes the URL path and query of an endpoint.
import { fieldsOf, ownOf, type IsAny } from "../../shared/internal/record.ts";
import { addressOf, throwing, type Ids, type Refuse } from "./address.ts";
import type { TypedEndpoint, ParametersOf } from "../endpoint/infer.ts";
import { Issue, type ParametersInput, type RequiredNames } from "../parameter/parameter.ts";
import { textsOf } from "../parameter/parameter-codec.ts";
import type { AnyEndpoint, AnyResource } from "./placement.ts";
import type {
  NotAnEndpoint,
  NotInATree,
  NoValueFor,
  Refused,
} from "../../shared/internal/type-error.ts";
import type { Definition } from "../endpoint/definition.ts";
import type { Position, FreePosition } from "../endpoint/position.ts";

/**
 * Builds the URL path and query of an endpoint with its ids. Throws `AddressError` for a value that a URL can't carry
 * or that the server would reject.
 *
 * @example
 * hrefOf(api.users.user("42").find); // "/v1/users/42"
 */
export function hrefOf<E extends TypedEndpoint>(endpoint: E, ...options: UrlArguments<E>): string;
export function hrefOf(endpoint: AnyEndpoint, ...[options]: readonly unknown[]): string {
  return addressWithQuery(endpoint, fieldsOf(fieldsOf(options)["parameters"]));
}

/** Writes the path and query of an endpoint. `refuse` is called for each value that is missing or invalid. */
export function addressWithQuery(
  endpoint: AnyEndpoint & { readonly "~ids"?: Ids },
  values: object | undefined,
  refuse: Refuse = throwing(endpoint.template),
): string {
  const path = addressOf(endpoint["~endpoint"], endpoint["~ids"], refuse);
  let query = "";
  for (const [name, type] of Object.entries(endpoint.parameters)) {
    const pairs = textsOf(type).writeQuery(type, name, ownOf(values, name), endpoint);
    if (pairs instanceof Issue) {
      refuse("query", name + pairs.at, pairs.message);
    } else {
      query += pairs;
    }
  }
  return path + query.replace("&", "?");
}

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
  : NoValueFor<P["open"] & string>;
