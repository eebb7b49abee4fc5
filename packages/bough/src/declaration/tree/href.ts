// Writes the URL path and query of an endpoint.
import { fieldsOf } from "../../internal/record.ts";
import { addressOf, throwing, type Refuse } from "./address.ts";
import type { UrlArguments } from "./address-types.ts";
import { idsOf, ownOf } from "./ids.ts";
import type { TypedEndpoint } from "../endpoint/infer.ts";
import { Issue } from "../parameter/parameter.ts";
import { textsOf } from "../parameter/parameter-texts.ts";
import type { AnyEndpoint } from "./placed-endpoint.ts";

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
  endpoint: AnyEndpoint,
  values: object | undefined,
  refuse: Refuse = throwing(endpoint.template),
): string {
  const path = addressOf(endpoint["~endpoint"], idsOf(endpoint), refuse);
  let query = "";
  for (const [name, type] of Object.entries(endpoint.parameters)) {
    const pairs = textsOf(type).writeQuery(name, ownOf(values, name), endpoint);
    if (pairs instanceof Issue) {
      refuse("query", name + pairs.at, pairs.message);
    } else {
      query += pairs;
    }
  }
  return path + query.replace("&", "?");
}
