// The text of one path segment: what the compiler can see to be none, and how a
// subpath is read. A wide `string` passes here; `verify` looks at the text.
import type { NameTwice, SegmentSentences } from "../../internal/type-error.ts";

/**
 * `Name` if it can be one path segment or the name of a parameter, else a sentence for the
 * compiler.
 */
export type Segment<Name extends string> = Name extends NoSegment ? SegmentFault<Name> : Name;

/**
 * The same for the name of a parameter, which is none of those taken in its chain. Where none is,
 * the compiler knows it for a `Segment`: a factory may hand on a name that is its type parameter.
 * From a sentence no name is inferred.
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

/** `Subpath` where it is segments joined by `/`, else a sentence. */
export type SubpathCheck<Subpath extends string> = Subpath extends ""
  ? Subpath
  : Subpath extends `${infer First}/${infer Rest}`
    ? Segment<First> extends First
      ? Rest extends ""
        ? SegmentSentences["subpath"]
        : SubpathCheck<Rest> extends Rest
          ? Subpath
          : SubpathCheck<Rest>
      : First extends ""
        ? SegmentSentences["subpath"]
        : Segment<First>
    : Segment<Subpath>;
