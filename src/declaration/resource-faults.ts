// What can be wrong with one resource, as pairs of fault and remedy.
import { findConstraintFaults } from "./constraint-faults.ts";
import { failureFaults } from "./failure-faults.ts";
import type { FaultPair } from "./fault-pair.ts";
import { headerFaults, isParameter } from "./parameter-faults.ts";
import { idTypeOf } from "./decode-ids.ts";
import { takesAllSegments, templateOf } from "./placement.ts";
import type { AnyResource, DeclaredChild, Placement, ResourceData } from "./placement.ts";
import { segmentFaults } from "./segment-faults.ts";

/** Everything that is wrong with a resource by itself. */
export function resourceFaults(resource: AnyResource): FaultPair[] {
  const { data, parent, nested } = resource["~resource"];
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
  if (data.kind !== "dynamic" && data.type !== undefined) {
    found.push(["its segment is fixed, and has a type", "use dynamicResource(name, type, { … })"]);
  }
  if (data.kind === "root" && parent !== undefined && nested === undefined) {
    found.push(["is a root, and has a parent", "use staticResource(segment, parent, { … })"]);
  }
  if (parent !== undefined && takesAllSegments(parent.data)) {
    found.push([
      `stands below ${templateOf(parent)}, which takes all remaining segments`,
      "move it beside that resource",
    ]);
  }
  if (data.headers !== undefined) {
    found.push(...headerFaults(data.headers, "the request header", parent));
  }
  if (data.failures !== undefined) {
    found.push(...failureFaults(data.failures, parent));
  }
  const children = data["~below"];
  for (const name of Object.keys(children)) {
    const fault = childFault(name, children[name] as DeclaredChild);
    if (fault !== undefined) {
      found.push(fault);
    }
  }
  return found;
}

function nameFaults({ segment }: ResourceData, parent: Placement | undefined): FaultPair[] {
  const found: FaultPair[] = [];
  for (let at = parent; at !== undefined; at = at.parent) {
    if (at.data.kind === "dynamic" && at.data.segment === segment) {
      found.unshift([
        `{${segment}} stands twice in this chain, first at ${templateOf(at)}`,
        "rename one of the two",
      ]);
    }
  }
  return found;
}

function typeFaults(data: ResourceData): FaultPair[] {
  const type: unknown = idTypeOf(data);
  if (!isParameter(type)) {
    return [
      ["its id has no parameter type", "use integer(), uuid() … or parameter({ decode, encode })"],
    ];
  }
  const { optional, list } = type["~parameter"];
  const found: FaultPair[] = [];
  findConstraintFaults(type, "its id", found);
  if (optional || (list !== undefined && !takesAllSegments(data))) {
    found.push([
      "its id may be left out",
      "leave .optional(), .default() and list() out: an id is always there",
    ]);
  }
  return found;
}

function childFault(name: string, child: DeclaredChild): FaultPair | undefined {
  if (name === "path" || name === "then" || name.startsWith("~")) {
    return [`a child cannot be called "${name}"`, "rename the property"];
  }
  if ("~data" in child || "~below" in child) {
    return undefined;
  }
  if ("~endpoint" in child) {
    return [
      `the child "${name}" is an endpoint that stands in another tree`,
      "declare it apart, const list = get(), and put it into both",
    ];
  }
  return typeof child === "function"
    ? [`the child "${name}" is a function`, "call it: get(), post() …"]
    : [
        `the child "${name}" is neither an endpoint nor a resource`,
        "wrap it in staticResource(segment, { … })",
      ];
}
