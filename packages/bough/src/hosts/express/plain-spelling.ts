// Whether a path writes its static segments without escapes. Express compares undecoded paths, so a guard of
// `/users/me` does not run for `/users/%6de`. No endpoint may answer that either.
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import { segmentsOf } from "../../declaration/routing/routing-tree.ts";
import type { RoutingTree } from "../../declaration/routing/routing-tree.ts";
import { encodeStaticSegment } from "../../http/percent.ts";
import { otherSpelling } from "../../server/options/slash-mismatch.ts";
import { pathOfUrl } from "../../http/request-target.ts";

/** Whether the target does not reach an endpoint through an escaped static segment. */
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
