// Finds faults of the texts of a path: segments, the names of path parameters, the text around an id, subpaths.
import { isWellFormed } from "../../shared/http/percent.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import type { ResourceData } from "../tree/placement.ts";
import type { Faults } from "./declaration-error.ts";

/** Finds the faults of a segment's text. */
export function findSegmentFaults(segment: unknown, found: Faults): void {
  if (typeof segment !== "string") {
    found.add("is not a string", "pass it first: staticResource(segment, { … })");
  } else if (!/^[\w~-][\w.~-]*$/.test(segment)) {
    // Nearly all segments match the pattern and need no further check.
    if (segment === "") {
      found.add("is empty", "use a string");
    } else if (segment === "." || segment === "..") {
      found.add(`is "${segment}", which URLs remove`, "use another text");
    } else if (/[/{}\p{Cc}]/u.test(segment) || !isWellFormed(segment)) {
      found.add(
        `${JSON.stringify(segment)} has a "/", a brace, a control character or a lone surrogate`,
        "nest resources; one segment is plain text",
      );
    }
  }
}

/** Finds the faults of the text before and after an id. */
export function findAffixFaults(data: ResourceData, found: Faults): void {
  if (data.prefix === undefined && data.suffix === undefined) {
    return;
  }
  for (const what of ["prefix", "suffix"] as const) {
    const affix: unknown = data[what];
    const its = found.at(`its ${what}`);
    if (affix === undefined) {
      continue;
    }
    if (data.kind !== "dynamic") {
      found.add(`its segment is fixed, but it has a ${what}`, "write this text in the segment");
    } else if (typeof affix !== "string") {
      // The compiler does not refuse true.
      its.add(`is ${shown(affix)}`, `pass a string: { ${what}: ".json" }`);
    } else if (affix === "") {
      its.add("is empty", "remove it, or use a string");
    } else if (/[/?#%{}\\\p{Cc}]/u.test(affix) || !isWellFormed(affix)) {
      its.add(
        `${JSON.stringify(affix)} has a "/", "?", "#", "%", "\\", a brace, a control character or a lone surrogate`,
        "use other characters: the text is a part of one segment",
      );
    }
  }
}

/** Finds the faults of an endpoint's subpath; `belowAll` says whether it is below `segments()`. */
export function findSubpathFaults(subpath: string, belowAll: boolean, found: Faults): void {
  const [verb = "", ...more] = subpath.split("/");
  for (const segment of verb === ":" ? more : [verb, ...more]) {
    findSegmentFaults(segment, found.at("a segment of its subpath"));
  }
  if (verb === ":") {
    found.add("the verb of its subpath is empty", 'write it after the colon: post(":publish")');
  }
  if (belowAll && (more.length > 0 || !verb.startsWith(":"))) {
    found.add(
      "is below segments(), which takes all remaining segments",
      'remove its subpath, or use a verb: post(":copy")',
    );
  }
}
