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
  if (before === after) {
    return undefined;
  }
  const isRequest = direction === "request";
  const presence = (before ?? after) === true ? "required" : "optional";
  if (before === undefined) {
    return isRequest ? `request-member-${presence}-added` : "response-member-added";
  }
  if (after === undefined) {
    return isRequest
      ? `request-member-${presence}-removed`
      : before
        ? "response-member-removed"
        : "response-member-optional-removed";
  }
  return `${direction}-member-now-${after ? "required" : "optional"}`;
}

/** The kind of the change if the old schema forbids further properties. */
export function ofClosed(kind: Kind): Kind {
  return kind === "response-member-added" ? "response-member-added-closed" : kind;
}
