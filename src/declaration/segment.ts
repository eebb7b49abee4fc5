// The text of one path segment: what the compiler can see to be none, and how a
// subpath is read. A wide `string` passes here; `verify` looks at the text.
import type { SegmentSentences } from "../internal/type-error.ts";

/** `Name` where it can be one path segment or a parameter's name, else a sentence. */
export type Segment<Name extends string> = Name extends NoSegment ? SegmentFault<Name> : Name;

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
        ? SegmentSentences["empty"]
        : SubpathCheck<Rest> extends Rest
          ? Subpath
          : SubpathCheck<Rest>
      : Segment<First>
    : Segment<Subpath>;
