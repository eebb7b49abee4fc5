// The options of the call of one page, for caches that keep the bodies of pages alone.
import type { ParametersOf, TypedEndpoint } from "../declaration/endpoint/infer.ts";
import type { ParametersInput } from "../declaration/parameter/parameter.ts";
import type { AnyEndpoint } from "../declaration/tree/placed-endpoint.ts";
import type { Client } from "./create-client.ts";
import { firstCall, itemsOf, nextCall, type PageParts } from "./next-page.ts";
import type { RequestOptions } from "./request-arguments.ts";

/** A page that was read. */
export interface PageBefore {
  readonly body: unknown;
  /** Its header `Link`. */
  readonly link?: string | null | undefined;
  /** Its status, for errors. */
  readonly status?: number | undefined;
  /** The body of the first page, if this is another one: pages are as long as the first. */
  readonly first?: unknown;
}

/** The options of a call by which one page differs from the others: `{ ...options, ...next }` is the call of the next one. */
export interface PageOptions<E extends TypedEndpoint> {
  readonly parameters?: ParametersInput<ParametersOf<E>>;
  readonly url?: string | URL;
}

/**
 * Returns the options for one page of an endpoint with `.paged()`: the first page, or the page after `before`, which was
 * read with `options`; `undefined` after the last page. Throws an `InvalidResponseError` if `before` is not as declared.
 *
 * @example
 * const { body, response } = await client.request(api.users.list, options);
 * const link = response.headers.get("link");
 * const next = pageOptions(client, api.users.list, options, { body, link });
 */
export function pageOptions<E extends TypedEndpoint>(
  client: Client,
  endpoint: E,
  options: RequestOptions<E>,
  before?: PageBefore,
): PageOptions<E> | undefined;
export function pageOptions(
  client: Client,
  endpoint: AnyEndpoint,
  options: PageParts,
  before?: PageBefore,
): PageParts | undefined {
  const call = firstCall(client, endpoint, options);
  if (!before) {
    return call.parts;
  }
  const { status = 200, body, link, first = body } = before;
  const page = { status, body, list: itemsOf(call, status, body), link };
  return nextCall(client, call, page, itemsOf(call, status, first).length)?.parts;
}
