// What can be wrong with one resource, as pairs of fault and remedy.
import { failureFaults } from "./failure-faults.ts";
import type { FaultPair } from "./fault-pair.ts";
import { headerFaults, isParameter } from "./parameter-faults.ts";
import { idTypeOf } from "./decode-ids.ts";
import { chainOf, takesAllSegments, templateOf } from "./placement.ts";
import type { AnyResource, Placement, ResourceData } from "./placement.ts";
import { segmentFaults } from "./segment-faults.ts";

/** Everything that is wrong with a resource by itself. */
export function resourceFaults(resource: AnyResource): FaultPair[] {
  const { data, parent } = resource["~resource"];
  const found: FaultPair[] = [];
  if (data.kind === "dynamic") {
    found.push(
      ...segmentFaults(data.segment, "the parameter's name"),
      ...nameFaults(data, parent),
      ...typeFaults(data),
    );
  } else if (data.kind === "static" || data.segment !== undefined) {
    found.push(...segmentFaults(data.segment, "the segment"));
  }
  if (parent !== undefined && takesAllSegments(parent.data)) {
    found.push([
      `stands below ${templateOf(parent)}, which takes all remaining segments`,
      "move it beside that resource",
    ]);
  }
  found.push(
    ...headerFaults(data.headers ?? {}, "the request header", parent),
    ...failureFaults(data.failures ?? [], parent),
  );
  for (const name of Object.keys(data.children)) {
    found.push(...childFaults(name, data.children[name]));
  }
  return found;
}

function nameFaults({ segment }: ResourceData, parent: Placement | undefined): FaultPair[] {
  return chainOf(parent)
    .filter(({ data }) => data.kind === "dynamic" && data.segment === segment)
    .map((at) => [
      `{${segment}} stands twice in this chain, first at ${templateOf(at)}`,
      "rename one of the two",
    ]);
}

function typeFaults(data: ResourceData): FaultPair[] {
  const type: unknown = idTypeOf(data);
  if (!isParameter(type)) {
    return [
      ["its id has no parameter type", "use integer(), uuid() … or parameter({ decode, encode })"],
    ];
  }
  const { optional, list } = type["~parameter"];
  return optional || (list !== undefined && !takesAllSegments(data))
    ? [
        [
          "its id may be left out",
          "leave .optional(), .default() and list() out: an id is always there",
        ],
      ]
    : [];
}

function childFaults(name: string, child: unknown): FaultPair[] {
  if (name === "path" || name === "then" || name.startsWith("~")) {
    return [[`a child cannot be called "${name}"`, "rename the property"]];
  }
  const given = Object(child) as object;
  if ("~data" in given || "~resource" in given) {
    return [];
  }
  return typeof child === "function"
    ? [[`the child "${name}" is a function`, "call it: get(), post() …"]]
    : [
        [
          `the child "${name}" is neither an endpoint nor a resource`,
          "wrap it in staticResource(segment, { … })",
        ],
      ];
}
