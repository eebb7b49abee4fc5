// Builds the URL path and query of an endpoint without calling it.
import { encodeQueryComponent } from "../http/query-string.ts";
import { addressOf } from "./address.ts";
import { AddressError } from "./address-error.ts";
import type { UrlArguments } from "./address-types.ts";
import { idsOf } from "./ids.ts";
import type { TypedEndpoint } from "./infer.ts";
import { listStyleOf, writeTexts } from "./parameter-texts.ts";
import { Issue } from "./parameter.ts";
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
  const { data, placement } = endpoint["~endpoint"];
  return addressOf(placement, data.subpath, idsOf(endpoint) ?? {}) + queryOf(endpoint, values);
}

function queryOf(endpoint: AnyEndpoint, values: object | undefined): string {
  let query = "";
  for (const [name, type] of Object.entries(endpoint.parameters)) {
    // Only what the caller has written itself counts: nothing inherited.
    const value: unknown =
      values !== undefined && Object.hasOwn(values, name) ? values[name as never] : undefined;
    const texts = writeTexts(type, value);
    if (texts instanceof Issue) {
      throw new AddressError(endpoint.template, "query", name, texts.message);
    }
    if (texts.length > 0) {
      const key = `${query === "" ? "?" : "&"}${encodeQueryComponent(name)}=`;
      const comma = listStyleOf(type)?.style === "comma";
      query += key + texts.map(encodeQueryComponent).join(comma ? "," : key.replace("?", "&"));
    }
  }
  return query;
}
