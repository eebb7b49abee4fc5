// The arguments of a call as one object, from what `options`, `next` and `mutate` are given.
import { formatsOf } from "../declaration/body/declared-body.ts";
import type { Ids } from "../declaration/tree/ids.ts";
import type { AnyEndpoint } from "../declaration/tree/placed-endpoint.ts";
import { isOpen } from "./query-key.ts";
import type { CallParts } from "./query-options.ts";

/** From the arguments of `client.request` after the endpoint. */
export function partsOf(endpoint: AnyEndpoint, [first, last]: readonly unknown[]): CallParts {
  return formatsOf(endpoint.request)[0]
    ? { ...(last as object), body: first }
    : Object(first ?? {});
}

/** Of a page, from those of the first page and what differs. */
export function partsOfPage(first: CallParts, page: CallParts = {}): CallParts {
  const { parameters, headers } = first;
  return {
    ...first,
    ...page,
    parameters: { ...parameters, ...page.parameters },
    headers: { ...headers, ...page.headers },
  };
}

/** From the variables of a mutation: the body alone, or an object if there is more to say. */
export function partsOfVariables(
  endpoint: AnyEndpoint,
  variables: unknown,
): CallParts & { readonly ids?: Ids } {
  const { parameters, headers } = endpoint;
  const hasMore = isOpen(endpoint) || Object.keys({ ...parameters, ...headers })[0];
  return hasMore ? Object(variables ?? {}) : { body: variables };
}
