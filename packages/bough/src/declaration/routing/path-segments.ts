// The segments of an endpoint's path, as routing and hosts compare them: fixed text, or an id with text
// around it.
import { encodePath, isWellFormed } from "../../http/percent.ts";
import type { AnyEndpoint } from "../tree/placed-endpoint.ts";
import { takesAllSegments } from "../tree/placement.ts";
import type { Placement, ResourceData } from "../tree/placement.ts";

/** A segment, or several if its id takes all that remain. */
export type PathSegment = FixedSegment | IdSegment;

/** A segment without an id. The last one is empty if the path ends in a slash. */
export interface FixedSegment {
  readonly text: string;
  /** The verb that the text ends in, encoded: `:publish`. Empty if there is none. */
  readonly verb: string;
}

/** A segment with an id. */
export interface IdSegment {
  readonly data: ResourceData;
  /** Whether the id takes all remaining segments. */
  readonly all: boolean;
  /** The text before and after the id, encoded. */
  readonly prefix: string;
  readonly suffix: string;
}

/** The segments of an endpoint's path. */
export function segmentsOf(endpoint: AnyEndpoint): PathSegment[] {
  const { data, parent, template } = endpoint["~endpoint"];
  const segments = segmentsTo(parent);
  // `verify` reports a subpath that is not a string.
  const subpath: unknown = data.subpath;
  const [first = "", ...more] = String(subpath).split("/");
  if (first.startsWith(":")) {
    segments.push(withVerb(segments.pop(), first));
  } else if (first !== "") {
    segments.push(fixed(first));
  }
  segments.push(...more.map(fixed));
  if (template.endsWith("/") && template !== "/") {
    segments.push(fixed(""));
  }
  return segments;
}

function segmentsTo({ data, parent }: Placement): PathSegment[] {
  const segments = parent === undefined ? [] : segmentsTo(parent);
  const { kind, segment, prefix, suffix } = data;
  if (kind === "dynamic") {
    segments.push({
      data,
      all: takesAllSegments(data),
      prefix: encoded(prefix),
      suffix: encoded(suffix),
    });
  } else if (segment !== undefined) {
    segments.push(fixed(segment));
  }
  return segments;
}

function fixed(text: string): FixedSegment {
  return { text, verb: "" };
}

function withVerb(segment: PathSegment | undefined, subpath: string): PathSegment {
  const verb = encoded(subpath);
  if (segment !== undefined && "data" in segment) {
    return { ...segment, suffix: segment.suffix + verb };
  }
  return { text: (segment?.text ?? "") + subpath, verb };
}

// `verify` reports an affix that is not text, or that cannot be encoded.
function encoded(affix: unknown): string {
  return typeof affix === "string" && isWellFormed(affix) ? encodePath(affix) : "";
}
