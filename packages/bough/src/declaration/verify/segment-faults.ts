// What can be wrong with the text of a segment or the name of a parameter, as pairs of
// fault and remedy.
import { isWellFormed } from "../../http/percent.ts";
import type { FaultPair } from "./fault-pair.ts";

/** Finds what is wrong with the text of a segment; `what` is what it is called. */
export function findSegmentFaults(segment: unknown, what: string, found: FaultPair[]): void {
  if (typeof segment !== "string") {
    found.push([`${what} is no text`, "give it first: staticResource(segment, { … })"]);
  } else if (!/^[\w~-][\w.~-]*$/.test(segment)) {
    // What nearly every segment is: nothing more has to be asked.
    found.push(...unusualFaults(segment, what));
  }
}

function unusualFaults(segment: string, what: string): FaultPair[] {
  if (segment === "") {
    return [[`${what} is empty`, "give it a text"]];
  }
  if (segment === "." || segment === "..") {
    return [[`${what} is "${segment}", which URLs remove`, "give it another text"]];
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
