// One value in several representations, of which the receiver picks one.
import { bodyOf } from "./body-format.ts";
import type { AnyBody, Body } from "./body.ts";
import { formatsOf } from "./declared-body.ts";

interface TypedBody extends AnyBody {
  readonly "~given": unknown;
  readonly "~received": unknown;
}

/** A body in one of several representations. */
export interface OneOfBodies<B extends TypedBody> extends Body<Common<B>, B["~received"]> {
  readonly "~body": "alternatives";
}

// What fits every representation: asked body by body, since what one takes may be a union.
type Common<B extends TypedBody> = (
  B extends unknown ? (given: B["~given"]) => void : never
) extends (given: infer All) => void
  ? All
  : never;

/**
 * One value in one of several representations: `oneOfBodies(json(User), body(csv, User))`. On a
 * response the client picks by `Accept`, the first where it has no wish; on a request it sends
 * the first, and the server reads them all (RFC 9110 12).
 */
export function oneOfBodies<const Bodies extends readonly [TypedBody, TypedBody, ...TypedBody[]]>(
  ...bodies: Bodies
): OneOfBodies<Bodies[number]> {
  const mediaTypes = bodies.flatMap((one) => one["~format"]?.mediaTypes ?? []);
  return bodyOf("alternatives", {
    mediaTypes,
    alternatives: bodies,
    formats: bodies.flatMap(formatsOf),
  }) as OneOfBodies<Bodies[number]>;
}
