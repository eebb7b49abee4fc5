// What can be wrong with one resource, as pairs of fault and remedy.
import { isWellFormed } from "../http/percent.ts";
import type { FaultPair } from "./fault-pair.ts";
import { chainOf, takesAllSegments } from "./placement.ts";
import type { AnyResource, Child, Placement } from "./placement.ts";

/** Everything that is wrong with a resource by itself. */
export function resourceFaults(resource: AnyResource): FaultPair[] {
  const placement = resource["~resource"];
  const { data } = placement;
  const what = data.kind === "dynamic" ? "the parameter's name" : "the segment";
  return [
    ...(data.segment === undefined ? [] : segmentFaults(data.segment, what)),
    ...nameFaults(placement),
    ...typeFaults(placement),
    ...Object.entries(data.children).flatMap(([name, child]) =>
      childFaults(name, child, takesAllSegments(data)),
    ),
  ];
}

/** Everything that is wrong with the text of a segment. */
export function segmentFaults(segment: unknown, what: string): FaultPair[] {
  if (typeof segment !== "string") {
    return [[`${what} is no text`, "give the segment first: staticResource(segment, { … })"]];
  }
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

function nameFaults(placement: Placement): FaultPair[] {
  const { data } = placement;
  const above = placement.parent === undefined ? [] : chainOf(placement.parent);
  return data.kind === "dynamic" &&
    above.some((at) => at.data.kind === "dynamic" && at.data.segment === data.segment)
    ? [[`{${data.segment}} stands twice in this chain`, "rename one of the two"]]
    : [];
}

function typeFaults({ data, parent }: Placement): FaultPair[] {
  const found: FaultPair[] = [];
  const type: unknown = data.type;
  if (data.kind === "dynamic") {
    if (typeof type !== "object" || type === null || !("~parameter" in type)) {
      found.push([
        "its id has no parameter type",
        "use integer(), uuid() … or parameter({ decode, encode })",
      ]);
    } else if (
      data.type?.["~parameter"].optional === true ||
      data.type?.["~parameter"].list !== undefined
    ) {
      found.push([
        "its id may be left out",
        "leave .optional(), .default() and list() out: an id is always there",
      ]);
    }
  }
  if (parent !== undefined && takesAllSegments(parent.data)) {
    found.push([
      "stands below segments(), which takes all remaining segments",
      "move it beside that resource",
    ]);
  }
  return found;
}

function childFaults(name: string, child: Child | undefined, belowAll: boolean): FaultPair[] {
  if (name === "path" || name === "then" || name.startsWith("~")) {
    return [[`a child cannot be called "${name}"`, "rename the property"]];
  }
  const kind = (child as Partial<Child> | undefined | null)?.["~child"];
  if (kind === undefined) {
    return typeof child === "function"
      ? [[`the child "${name}" is a function`, "call it: get(), post() …"]]
      : [
          [
            `the child "${name}" is neither an endpoint nor a resource`,
            "wrap it in staticResource(segment, { … })",
          ],
        ];
  }
  return belowAll && kind === "resource"
    ? [
        [
          `the resource "${name}" stands below segments(), which takes all remaining segments`,
          "move it beside this resource",
        ],
      ]
    : [];
}
