// Finds faults of segments and of the names of path parameters.
import { isWellFormed } from "../../http/percent.ts";
import type { FaultPair } from "./fault-pair.ts";

/** Finds the faults of a segment's text; `what` names it. */
export function findSegmentFaults(segment: unknown, what: string, found: FaultPair[]): void {
  if (typeof segment !== "string") {
    found.push([`${what} is not text`, "give it first: staticResource(segment, { … })"]);
  } else if (!/^[\w~-][\w.~-]*$/.test(segment)) {
    // Nearly all segments match the pattern and need no further check.
    found.push(...unusualFaults(segment, what));
  }
}

function unusualFaults(segment: string, what: string): FaultPair[] {
  if (segment === "") {
    return [[`${what} is empty`, "give it text"]];
  }
  if (segment === "." || segment === "..") {
    return [[`${what} is "${segment}", which URLs remove`, "use another text"]];
  }
  return /[/{}\p{Cc}]/u.test(segment) || !isWellFormed(segment)
    ? [
        [
          `${what} ${JSON.stringify(segment)} has a "/", a brace, a control character or a lone surrogate`,
          "nest resources; one segment is plain text",
        ],
      ]
    : [];
}
