// How much Lambda and load balancers carry. More than this never reaches a function, or never leaves it.
import type { EventKind } from "./event.ts";

/** Bytes of a request body as it is in the event; behind a load balancer, as the client sent it. */
export function requestLimit(kind: EventKind): number {
  return kind === "alb" ? 1_048_576 : 6_291_456;
}

/** Bytes of a response as JSON, with its base64. */
export function responseLimit(kind: EventKind): number {
  return kind === "alb" ? 1_048_576 : 6_291_556;
}

export function tooLarge(kind: EventKind): RangeError {
  const source = kind === "alb" ? "an Application Load Balancer" : "Lambda";
  return new RangeError(
    `toLambda: ${source} accepts a response of at most ${responseLimit(kind)} bytes of JSON, including base64: send less${kind === "alb" ? "" : ", or use streaming: true"}`,
  );
}
