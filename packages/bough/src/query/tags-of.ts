// Cache tags of the tree, for the caches of frameworks: `cacheTag` and `revalidateTag` of Next.js, and the like.
import type { Position } from "../declaration/endpoint/position.ts";
import { addressOf, throwing, type AddressSource } from "../declaration/tree/address.ts";
import { idsOf } from "../declaration/tree/ids.ts";
import { isEndpoint } from "../declaration/tree/nodes.ts";
import { chainOf, type AnyResource } from "../declaration/tree/placement.ts";
import type { AnyEndpoint } from "../declaration/tree/placed-endpoint.ts";
import type { NoValueFor } from "../internal/type-error.ts";

/** The arguments of `tagsOf` after the node: none, or the error for an id without a value. */
export type TagArguments<Node> = Node extends { readonly "~position": infer P extends Position }
  ? [P["open"]] extends [never]
    ? []
    : NoValueFor<P["open"]>
  : [];

/**
 * Returns the cache tags of a resource or endpoint with its ids: its own first, then those of the resources above it.
 * `tagsOf(api.users.user("42"))` is `["/v1/users/42", "/v1/users", "/v1"]`. Tag cached data with all of them. The first tag
 * of a resource then invalidates everything below it. Throws `AddressError` like `hrefOf`.
 *
 * @example
 * cacheTag(...tagsOf(api.users.user(id)));
 * revalidateTag(tagsOf(api.users)[0]);
 */
export function tagsOf<Node extends AnyResource | AnyEndpoint>(
  node: Node,
  ...none: TagArguments<Node>
): [string, ...string[]];
export function tagsOf(
  node: AnyResource | AnyEndpoint,
  ..._none: readonly unknown[]
): [string, ...string[]] {
  const ids = idsOf(node);
  const tagOf = (at: AddressSource): string =>
    // Next.js separates tags with commas.
    addressOf(at, ids, throwing(at.template)).replaceAll(",", "%2C") || "/";
  const source = isEndpoint(node) ? node["~endpoint"] : node["~resource"];
  const own = tagOf(source);
  return [
    isEndpoint(node) ? `${node.method} ${own}` : own,
    ...chainOf(source.parent).reverse().map(tagOf),
  ];
}
