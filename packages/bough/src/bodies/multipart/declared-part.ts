// A body as a part of `multipart` that may be left out, or be sent any number of times. A body alone is sent once.
import { refuseOthers } from "../../shared/internal/wrong-argument.ts";
import type { BodySentences, ParameterSentences } from "../../shared/internal/type-error.ts";
import type { AnyBody, Bodied, PartBody } from "../../declare/body/body.ts";
import type { AnyBodyPart, PartBounds } from "../../declare/body/body-format.ts";
import type { Bounds } from "../../declare/parameter/parameter-types.ts";

/** A body as a part of `multipart`. */
export interface BodyPart<
  B,
  P extends "required" | "optional" | "list" = "required",
> extends AnyBodyPart {
  /** Types only; absent at run time. */
  readonly "~typed": B;
  /** Types only; absent at run time. */
  readonly "~given": PartGiven<Bodied<B>["~given"]>[P];
  /** Types only; absent at run time. */
  readonly "~received": PartReceived<Bodied<B>["~received"]>[P];
  /** Types only; absent at run time. */
  readonly "~presence": P;
  /** Makes the part optional; the handler gets `undefined` if it is absent. */
  optional(
    // A list has its own way to be absent.
    this: P extends "list" ? ParameterSentences["optionalList"] : unknown,
  ): BodyPart<B, "optional">;
  /** Any number of parts under one name, each with its own `Content-Type`. An absent list is `[]`. */
  list(bounds?: Bounds): BodyPart<B, "list">;
}
interface PartGiven<Given> {
  readonly required: Given;
  readonly optional: Given | undefined;
  readonly list: readonly Given[] | undefined;
}
interface PartReceived<Received> {
  readonly required: Received;
  readonly optional: Received | undefined;
  readonly list: readonly Received[];
}

/** `B` if it can be a part, else a sentence. */
export type PartCheck<B> = B extends AnyBody ? PartBody<B> : BodySentences["notPart"];

/**
 * Declares a part of `multipart` by its body, which may be left out or repeated:
 * `part(json<Meta>()).optional()`, `part(json<Meta>()).list({ max: 10 })`.
 */
export function part<B>(body: PartCheck<B>): BodyPart<B> {
  // The check above ensures that it is a body.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parameter's type allows only bodies
  return bodyPart({ body: body as unknown as AnyBody, optional: false, list: undefined });
}

function bodyPart<B>(bounds: PartBounds): BodyPart<B> {
  const made = {
    "~part": Object.freeze(bounds),
    optional: () => bodyPart({ ...bounds, optional: true }),
    list: ({ min = 0, max = Infinity, ...others }: Bounds = {}) => {
      refuseOthers("list", others);
      return bodyPart({ ...bounds, optional: true, list: { min, max } });
    },
  };
  // One run-time object has all static types of the chain.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one run-time object has all static types of the chain
  return Object.freeze(made) as unknown as BodyPart<B>;
}
