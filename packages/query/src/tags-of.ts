// Cache tags of the tree, for the caches of frameworks: `cacheTag` and `revalidateTag` of Next.js, and the like.
import { type AnyEndpoint, type AnyResource, type TypedEndpoint, AddressError } from "bough";
import { urlPartsOf } from "bough/client/adapters";
import type { Unbound } from "bough/types";

/** The arguments of `tagsOf` after the node: none, or the error for an id without a value. */
export type TagArguments<Node> = Node extends {
  readonly "~position": infer P extends TypedEndpoint["~position"];
}
  ? [P["open"]] extends [never]
    ? []
    : Unbound<P>
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
  const { method, path, issues } = urlPartsOf(node);
  const wrong = issues.find(([place]) => place === "path");
  if (wrong) {
    throw new AddressError(path.map(({ template }) => template).join(""), ...wrong);
  }
  let address = "";
  const tags = path.map(({ text = "" }) => {
    address += text;
    // Next.js separates tags with commas.
    return address.replaceAll(",", "%2C") || "/";
  });
  const [own = "/", ...above] = tags.reverse();
  return [method ? `${method} ${own}` : own, ...above];
}
