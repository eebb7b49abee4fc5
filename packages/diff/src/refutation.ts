// A shape of the sender that no alternative of the receiver takes whole.
import type { Node } from "./schema.ts";
import type { Shape } from "./shapes.ts";

/** A shape that fits no alternative of a receiver, and the values that were found. */
export interface Refutation {
  readonly shape: Shape;
  readonly other: Node;
  readonly candidates: readonly Shape[];
  readonly failed: readonly unknown[];
  readonly reason: string | undefined;
}
