// Whether a path spells its static segments as they are written. Express compares paths
// undecoded: a guard of `/users/me` does not run for `/users/%6de`, so nothing behind it may.
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import { segmentsOf } from "../../declaration/routing/routing-tree.ts";
import type { RoutingTree } from "../../declaration/routing/routing-tree.ts";
import { encodeStaticSegment } from "../../http/percent.ts";
import { otherSpelling } from "../../server/options/slash-mismatch.ts";
import { pathOfUrl } from "../../http/request-target.ts";

/** Whether no endpoint answers the target by an escaped spelling of a static segment. */
export function isPlainlySpelled(
  target: string,
  tree: RoutingTree<{ readonly endpoint: AnyEndpoint }>,
): boolean {
  if (!target.includes("%")) {
    return true;
  }
  const path = pathOfUrl(target).replace(/\?.*$/s, "");
  return [path, otherSpelling(path) ?? path].every((spelled) =>
    tree.all(spelled).every(({ entry, values }) => {
      const raw = values.values();
      const written = segmentsOf(entry.endpoint).map((segment) =>
        typeof segment === "string" ? encodeStaticSegment(segment) : raw.next().value,
      );
      return `/${written.join("/")}` === spelled;
    }),
  );
}
