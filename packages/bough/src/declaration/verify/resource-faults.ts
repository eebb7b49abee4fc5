// Finds faults of one resource.
import { findBodyFaults, NO_ANSWER } from "./body-faults.ts";
import type { AnyBody, BodyKind } from "../body/body-format.ts";
import { findCookieFaults } from "./cookie-faults.ts";
import { findFailureFaults } from "./failure-faults.ts";
import { findErrorFormatFaults, findFormatFaults } from "./format-faults.ts";
import { isRecord } from "../../internal/record.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { FaultPair } from "./fault-pair.ts";
import { findHeaderFaults, findQueryFaults } from "./parameter-faults.ts";
import { idTypeOf } from "../routing/decode-ids.ts";
import { takesAllSegments, templateOf } from "../tree/placement.ts";
import type { AnyResource, DeclaredChild, Placement, ResourceData } from "../tree/placement.ts";
import { findAffixFaults, findSegmentFaults } from "./segment-faults.ts";
import { findTypeFaults, isParameter } from "./type-faults.ts";
import { shown } from "../../internal/shown.ts";

/** Finds the faults of a resource, without those of its children. */
export function findResourceFaults(resource: AnyResource, found: FaultPair[]): void {
  const { data, parent, nested } = resource["~resource"];
  if (data.kind === "dynamic") {
    findSegmentFaults(data.segment, "the parameter's name", found);
    findNameFaults(data, parent, found);
    findIdFaults(data, found);
  } else if (data.kind === "static" || data.segment !== undefined) {
    findSegmentFaults(data.segment, "the segment", found);
  }
  if (data.kind !== "dynamic" && data.type !== undefined) {
    found.push([
      "its segment is fixed, but it has a type",
      "use dynamicResource(name, type, { … })",
    ]);
  }
  findAffixFaults(data, found);
  if (data.trailingSlash !== undefined && typeof data.trailingSlash !== "boolean") {
    found.push([`its trailingSlash is ${shown(data.trailingSlash)}`, "use true or false"]);
  }
  if (data.kind === "root" && parent !== undefined && nested === undefined) {
    found.push(["is a root, but has a parent", "use staticResource(segment, parent, { … })"]);
  }
  if (parent !== undefined && takesAllSegments(parent.data)) {
    found.push([
      `is below ${templateOf(parent)}, which takes all remaining segments`,
      "move it beside that resource",
    ]);
  }
  findRecordFaults(data, found);
  if (data.headers !== undefined) {
    findHeaderFaults(data.headers, "the request header", parent, found);
  }
  if (data.parameters !== undefined) {
    findQueryFaults(data.parameters, parent, found);
  }
  findCookieFaults(data, parent, found);
  if (data.failures !== undefined) {
    findFailureFaults(data.failures, parent, found);
    findFormatFaults(data.failures, { above: parent, at: resource["~resource"] }, found);
  }
  if (data.errors !== undefined) {
    findErrorFormatFaults(data, found);
  } else if (data.rejections !== undefined) {
    findRejectionFaults(data, found);
  }
  const children = data["~below"];
  for (const [name, child] of Object.entries(children)) {
    const fault = childFault(name, child);
    if (fault !== undefined) {
      found.push(fault);
    }
  }
}

function findRecordFaults({ meta, description }: ResourceData, found: FaultPair[]): void {
  if (meta === undefined && description === undefined) {
    return;
  }
  for (const [option, value] of Object.entries({ meta, describe: description })) {
    if (value !== undefined && !isRecord(value)) {
      found.push([`its option ${option} is ${shown(value)}`, "give an object of names and values"]);
    }
  }
}

function findNameFaults(
  { segment }: ResourceData,
  parent: Placement | undefined,
  found: FaultPair[],
): void {
  const before = found.length;
  for (let at = parent; at !== undefined; at = at.parent) {
    if (at.data.kind === "dynamic" && at.data.segment === segment) {
      found.splice(before, 0, [
        `{${segment}} is twice in this path, first at ${templateOf(at)}`,
        "rename one of the two",
      ]);
    }
  }
}

function findIdFaults(data: ResourceData, found: FaultPair[]): void {
  // The default type is text.
  if (data.type === undefined) {
    return;
  }
  const type: unknown = idTypeOf(data);
  if (!isParameter(type)) {
    found.push([
      "its id has no parameter type",
      "use integer(), uuid() … or parameter({ decode, encode })",
    ]);
    return;
  }
  const { optional, list } = type["~parameter"];
  if (!takesAllSegments(data)) {
    findTypeFaults(type, { noun: "its id", carries: "text" }, found);
  }
  if (optional || (list !== undefined && !takesAllSegments(data))) {
    found.push([
      "its id may be left out",
      "leave .optional(), .default() and list() out: a path always has its ids",
    ]);
  }
}

// The kinds of bodies that are written as a whole and synchronously.
const WRITTEN: ReadonlySet<BodyKind> = /* @__PURE__ */ new Set<BodyKind>([
  "negotiated",
  "codec",
  "alternatives",
]);

function findRejectionFaults({ kind, rejections }: ResourceData, found: FaultPair[]): void {
  if (kind !== "root") {
    found.push([
      "declares rejections, but is not a root",
      "give them to rootResource(segment, { rejections: … }, { … })",
    ]);
  }
  if (isWritten(rejections)) {
    findBodyFaults(rejections, "the body of its rejections", NO_ANSWER, found);
  } else {
    found.push([
      "its rejections cannot have this body",
      "use type<T>(), a schema or a body such as json()",
    ]);
  }
}

function isWritten(body: ResourceData["rejections"]): body is AnyBody | AnySchema {
  const declared: Partial<AnyBody & AnySchema> = body ?? {};
  const { "~body": kind, "~format": format } = declared;
  return kind === undefined
    ? "~standard" in Object(body)
    : WRITTEN.has(kind) && (format?.alternatives ?? []).every(isWritten);
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
      `the child "${name}" is an endpoint of another tree`,
      "declare it separately, const list = get(), and use it in both trees",
    ];
  }
  return typeof child === "function"
    ? [`the child "${name}" is a function`, "call it: get(), post() …"]
    : [
        `the child "${name}" is neither an endpoint nor a resource`,
        "wrap it in staticResource(segment, { … })",
      ];
}
