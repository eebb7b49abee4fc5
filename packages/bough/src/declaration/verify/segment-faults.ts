// Finds faults of the texts of a path: segments, the names of path parameters, the text around an id, subpaths.
import { isWellFormed } from "../../http/percent.ts";
import { shown } from "../../internal/shown.ts";
import type { ResourceData } from "../tree/placement.ts";
import type { FaultPair } from "./declaration-error.ts";

/** Finds the faults of a segment's text; `what` names it. */
export function findSegmentFaults(segment: unknown, what: string, found: FaultPair[]): void {
  if (typeof segment !== "string") {
    found.push([`${what} is not a string`, "pass it first: staticResource(segment, { … })"]);
  } else if (!/^[\w~-][\w.~-]*$/.test(segment)) {
    // Nearly all segments match the pattern and need no further check.
    found.push(...unusualFaults(segment, what));
  }
}

function unusualFaults(segment: string, what: string): FaultPair[] {
  if (segment === "") {
    return [[`${what} is empty`, "use a string"]];
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

/** Finds the faults of the text before and after an id. */
export function findAffixFaults(data: ResourceData, found: FaultPair[]): void {
  if (data.prefix === undefined && data.suffix === undefined) {
    return;
  }
  for (const what of ["prefix", "suffix"] as const) {
    const affix: unknown = data[what];
    if (affix === undefined) {
      continue;
    }
    if (data.kind !== "dynamic") {
      found.push([`its segment is fixed, but it has a ${what}`, "write this text in the segment"]);
    } else if (typeof affix !== "string") {
      // The compiler does not refuse true.
      found.push([`its ${what} is ${shown(affix)}`, `pass a string: { ${what}: ".json" }`]);
    } else if (affix === "") {
      found.push([`its ${what} is empty`, "remove it, or use a string"]);
    } else if (/[/?#%{}\\\p{Cc}]/u.test(affix) || !isWellFormed(affix)) {
      found.push([
        `its ${what} ${JSON.stringify(affix)} has a "/", "?", "#", "%", "\\", a brace, a control character or a lone surrogate`,
        "use other characters: the text is a part of one segment",
      ]);
    }
  }
}

/** Finds the faults of an endpoint's subpath; `belowAll` says whether it is below `segments()`. */
export function findSubpathFaults(subpath: string, belowAll: boolean, found: FaultPair[]): void {
  const [verb = "", ...more] = subpath.split("/");
  for (const segment of verb === ":" ? more : [verb, ...more]) {
    findSegmentFaults(segment, "a segment of its subpath", found);
  }
  if (verb === ":") {
    found.push(["the verb of its subpath is empty", 'write it after the colon: post(":publish")']);
  }
  if (belowAll && (more.length > 0 || !verb.startsWith(":"))) {
    found.push([
      "is below segments(), which takes all remaining segments",
      'remove its subpath, or use a verb: post(":copy")',
    ]);
  }
}
