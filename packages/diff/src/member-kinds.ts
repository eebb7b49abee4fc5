// The kind of a change of a property, by where it is required. `undefined` is a property that is not there.
import type { Kind } from "./kinds.ts";

interface Presence {
  readonly before: boolean | undefined;
  readonly after: boolean | undefined;
}

/** The kind; `undefined` if the property is as it was. */
export function memberChange(
  direction: "request" | "response",
  { before, after }: Presence,
): Kind | undefined {
  const isRequest = direction === "request";
  if (before === after) {
    return undefined;
  }
  if (before === undefined) {
    return isRequest
      ? after === true
        ? "request-member-required-added"
        : "request-member-optional-added"
      : "response-member-added";
  }
  if (after === undefined) {
    return isRequest
      ? before
        ? "request-member-required-removed"
        : "request-member-optional-removed"
      : before
        ? "response-member-removed"
        : "response-member-optional-removed";
  }
  return after
    ? isRequest
      ? "request-member-now-required"
      : "response-member-now-required"
    : isRequest
      ? "request-member-now-optional"
      : "response-member-now-optional";
}

/** The kind of the change if the old schema forbids further properties. */
export function ofClosed(kind: Kind): Kind {
  return kind === "response-member-added" ? "response-member-added-closed" : kind;
}
