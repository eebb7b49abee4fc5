// One value in several representations, of which the receiver picks one.
import { bodyOf } from "./body-format.ts";
import type { AnyBody, Body, BodyKind } from "./body.ts";
import { formatsOf } from "./declared-body.ts";

/** One of several bodies. */
export interface Alternative extends AnyBody {
  readonly "~given": unknown;
  readonly "~received": unknown;
  readonly "~mediaType": string;
}

/** The body that `oneOfBodies` returns: one value in one of several representations. */
export interface OneOfBodies<B extends Alternative> extends Body<Common<B>, B["~received"]> {
  readonly "~body": "alternatives";
  /** Types only; absent at run time. */
  readonly "~alternatives": B;
  /** Types only: a name for each kind among them. */
  readonly "~kinds": Readonly<Record<KindsOf<B>, true>>;
}
// A body known by its type alone does not tell its kind: it goes both ways.
type KindsOf<B extends Alternative> =
  B extends OneOfBodies<infer Among>
    ? KindsOf<Among>
    : BodyKind extends B["~body"]
      ? never
      : B["~body"];

/**
 * The media types by which a receiver can ask for one of several bodies, without parameters.
 *
 * `MediaTypesOf<CodecBody<Row, Row, "text/csv; charset=utf-8">>` is `"text/csv"`.
 */
export type MediaTypesOf<B> = B extends Alternative
  ? string extends B["~mediaType"]
    ? never
    : EssenceOf<B["~mediaType"]>
  : never;
type EssenceOf<MediaType extends string> = MediaType extends `${infer Essence};${string}`
  ? Essence
  : MediaType;

/** What comes of several bodies where one is asked for by its media type; of any other wish, all. */
export type Picked<B extends Alternative, Accept> =
  Accept extends MediaTypesOf<B> ? PickedOf<B, Accept> : B;
// One whose media type is not known here may be what comes.
type PickedOf<B extends Alternative, Accept> = B extends unknown
  ? Accept extends EssenceOf<B["~mediaType"]>
    ? B
    : never
  : never;

// What fits every representation: asked body by body, since what one takes may be a union.
type Common<B extends Alternative> = (
  B extends unknown ? (given: B["~given"]) => void : never
) extends (given: infer All) => void
  ? All
  : never;

/**
 * Declares one value in one of several representations: `oneOfBodies(json(User), body(csv,
 * User))`. On a response the client picks by `Accept`, and gets the first without it. On a request
 * the client sends the first, and the server reads them all (RFC 9110 12).
 */
export function oneOfBodies<
  const Bodies extends readonly [Alternative, Alternative, ...Alternative[]],
>(...bodies: Bodies): OneOfBodies<Bodies[number]> {
  const mediaTypes = bodies.flatMap((one) => one["~format"]?.mediaTypes ?? []);
  return bodyOf(
    "alternatives",
    { mediaTypes, alternatives: bodies },
    bodies.flatMap(formatsOf),
  ) as OneOfBodies<Bodies[number]>;
}
