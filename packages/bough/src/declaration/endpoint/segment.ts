// Checks segments and subpaths that the compiler knows as literals. Any other `string` passes here, and
// `verify` checks it.
import type { NameTwice, SegmentSentences } from "../../internal/type-error.ts";

/**
 * `Name` if it can be one path segment or the name of a parameter, else a sentence for the
 * compiler.
 */
export type Segment<Name extends string> = Name extends NoSegment ? SegmentFault<Name> : Name;

/**
 * The same for the name of a parameter, which must not be one of `Taken`. If `Taken` is `never`, it is a
 * `Segment` to the compiler, so a generic function may pass on a name. No name is inferred from an error.
 */
export type SegmentBut<Name extends string, Taken> = Name extends NoSegment | Taken
  ? NoInfer<NameFault<Name, Taken>>
  : Name;
type NameFault<Name extends string, Taken> = [Taken] extends [never]
  ? SegmentFault<Name>
  : Name extends Taken
    ? NameTwice<Name>
    : SegmentFault<Name>;

type NoSegment = "" | "." | ".." | `${string}${"/" | "{" | "}"}${string}`;
type SegmentFault<Name extends string> = Name extends ""
  ? SegmentSentences["empty"]
  : Name extends `${string}/${string}`
    ? SegmentSentences["slash"]
    : Name extends "." | ".."
      ? SegmentSentences["dot"]
      : SegmentSentences["brace"];

/** `Subpath` if it consists of segments joined by `/`, or begins with a verb, else an error. */
export type SubpathCheck<Subpath extends string> = Subpath extends ""
  ? Subpath
  : Subpath extends ":" | `:/${string}`
    ? SegmentSentences["verb"]
    : SegmentsCheck<Subpath>;
type SegmentsCheck<Subpath extends string> = Subpath extends `${infer First}/${infer Rest}`
  ? Segment<First> extends First
    ? Rest extends ""
      ? SegmentSentences["subpath"]
      : SegmentsCheck<Rest> extends Rest
        ? Subpath
        : SegmentsCheck<Rest>
    : First extends ""
      ? SegmentSentences["subpath"]
      : Segment<First>
  : Segment<Subpath>;
