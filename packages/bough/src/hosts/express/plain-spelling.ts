// Whether a path writes its static segments without escapes. Express compares undecoded paths, so a guard of
// `/users/me` does not run for `/users/%6de`. No endpoint may answer that either.
import { segmentsOf, type PathSegment } from "../../declare/routing/path-segments.ts";
import type { RoutingTree } from "../../declare/routing/routing-tree.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import { encodeStaticSegment } from "../../shared/http/percent.ts";
import { pathOfUrl } from "../../shared/http/request-target.ts";
import { otherSpelling } from "../../serve/options/base-path.ts";

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
    tree.all(spelled).every(({ entry }) => {
      const raw = spelled.slice(1).split("/");
      return segmentsOf(entry.endpoint).every((segment, index) =>
        isWritten(segment, raw.slice(index)),
      );
    }),
  );
}

function isWritten(segment: PathSegment, [first = "", ...rest]: readonly string[]): boolean {
  if ("text" in segment) {
    // The slash at the end of a path has no escapes, and can be after all remaining segments.
    return segment.text === "" || first === encodeStaticSegment(segment.text);
  }
  const { all, prefix, suffix } = segment;
  const last = all ? [first, ...rest].findLast((raw) => raw !== "") : first;
  return first.startsWith(prefix) && last?.endsWith(suffix) === true;
}
