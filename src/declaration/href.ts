// Builds the URL path and query of an endpoint without calling it.
import { encodeQueryComponent } from "../http/query-string.ts";
import { addressOf } from "./address.ts";
import { AddressError } from "./address-error.ts";
import type { UrlArguments } from "./address-types.ts";
import { idsOf } from "./ids.ts";
import type { TypedEndpoint } from "./infer.ts";
import { listStyleOf, writeTexts } from "./parameter-texts.ts";
import type { AnyEndpoint } from "./placed-endpoint.ts";

/**
 * The URL path and query of an endpoint whose ids are given: `/v1/users?limit=10`.
 * Throws `AddressError` for a value that no URL carries or that the server would refuse.
 */
export function hrefOf<E extends TypedEndpoint>(endpoint: E, ...options: UrlArguments<E>): string {
  const [given] = options as readonly [{ readonly parameters?: object }?];
  return addressWithQuery(endpoint as unknown as AnyEndpoint, given?.parameters);
}

/** The path of an endpoint and its query, from values by parameter name. */
export function addressWithQuery(endpoint: AnyEndpoint, values: object | undefined): string {
  const { template, "~endpoint": place } = endpoint;
  return addressOf(template, place.pieces, idsOf(endpoint) ?? {}) + queryOf(endpoint, values);
}

function queryOf(endpoint: AnyEndpoint, values: object = {}): string {
  let query = "";
  for (const [name, type] of Object.entries(endpoint.parameters)) {
    // Only what the caller has written itself counts: nothing inherited.
    const texts = writeTexts(type, Object.hasOwn(values, name) ? values[name as never] : undefined);
    if ("message" in texts) {
      throw new AddressError(endpoint.template, "query", name, texts.message);
    }
    const key = `&${encodeQueryComponent(name)}=`;
    const comma = listStyleOf(type)?.style === "comma";
    if (texts.length > 0) {
      query += key + texts.map(encodeQueryComponent).join(comma ? "," : key);
    }
  }
  return query && `?${query.slice(1)}`;
}
