// The URL of a call without its API keys, for logs and traces.
import type { AnyEndpoint } from "../declare/tree/placement.ts";
import { queryKeysOf } from "../facts/security/declared.ts";
import { maskedQuery } from "../shared/http/masked-query.ts";

/**
 * Masks the API keys that an endpoint declares in the query of a URL, so that they do not get into logs and traces.
 *
 * @example
 * around: (exchange, next) => {
 *   console.log(exchange.method, maskedUrl(exchange.endpoint, exchange.url));
 *   return next();
 * };
 */
export function maskedUrl(endpoint: AnyEndpoint, url: string, mask = "***"): string {
  return maskedQuery(url, queryKeysOf(endpoint.security), mask);
}
