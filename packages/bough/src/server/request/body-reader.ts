// How a kind of body is read that no codec reads whole. The parts of a server have one for each such kind.
import type { BodyKind } from "../../declaration/body/body.ts";
import type { OpenRules } from "../options/open-rules.ts";
import type { Limits } from "../options/limits.ts";
import type { Representation } from "./representation.ts";

/** Reads the bodies of one representation. */
export interface BodyReader {
  /** The bytes that a body may have beside `limits.body`. */
  readonly bytes?: number;
  /** Whether the content is text, which has a charset. */
  readonly isText?: boolean;
  /** The value for the handler: at once, or after what the handler needs first. */
  readonly open: (stream: ReadableStream<Uint8Array>, rules: OpenRules) => unknown;
}

/** Makes the reader of a representation, once for each route. */
export type ReaderFor = (way: Representation, limits: Required<Limits>) => BodyReader;

/** The readers by the kind of body. Bodies of other kinds are read whole. */
export type Readers = Readonly<Partial<Record<BodyKind, { readonly reader?: ReaderFor }>>>;
