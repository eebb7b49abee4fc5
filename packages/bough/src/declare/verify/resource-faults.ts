// Finds faults of one resource.
import { findBodyFaults, NO_ANSWER } from "./body-faults.ts";
import type { AnyBody, BodyKind } from "../body/body-format.ts";
import { findCookieFaults } from "../../facts/cookies/faults.ts";
import { findErrorFormatFaults, findFormatFaults } from "../../facts/error-formats/faults.ts";
import { findFailureFaults } from "./failure-faults.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import type { Faults } from "./declaration-error.ts";
import { findDeprecationFaults } from "../../facts/deprecation/faults.ts";
import { findHeaderFaults, findQueryFaults } from "./parameter-faults.ts";
import { idTypeOf } from "../routing/path-segments.ts";
import {
  chainOf,
  takesAllSegments,
  templateOf,
  type AnyResource,
  type DeclaredChild,
  type Placement,
  type ResourceData,
} from "../tree/placement.ts";
import { findAffixFaults, findSegmentFaults } from "./segment-faults.ts";
import { findTypeFaults } from "./type-faults.ts";

/** Finds the faults of a resource, without those of its children. */
export function findResourceFaults(resource: AnyResource, found: Faults): void {
  const { data, parent } = resource["~resource"];
  if (data.kind === "dynamic") {
    findSegmentFaults(data.segment, found.at("the parameter's name"));
    findNameFaults(data, parent, found);
    findIdFaults(data, found);
  } else if (data.kind === "static" || data.segment !== undefined) {
    findSegmentFaults(data.segment, found.at("the segment"));
  }
  if (data.kind !== "dynamic" && data.type !== undefined) {
    found.add("its segment is fixed, but it has a type", "use dynamicResource(name, type, { … })");
  }
  findAffixFaults(data, found);
  if (parent !== undefined && takesAllSegments(parent.data)) {
    found.add(
      `is below ${templateOf(parent)}, which takes all remaining segments`,
      "move it beside that resource",
    );
  }
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
    findErrorFormatFaults(data.errors, data, found);
  } else if (data.rejections !== undefined) {
    findRejectionFaults(data, found);
  }
  findDeprecationFaults(data.deprecated, found);
  for (const { name, child } of data["~below"]) {
    findChildFault(name, child, found);
  }
}

function findNameFaults(
  { segment }: ResourceData,
  parent: Placement | undefined,
  found: Faults,
): void {
  const [first] = chainOf(parent).filter(
    ({ data }) => data.kind === "dynamic" && data.segment === segment,
  );
  if (first !== undefined) {
    found.add(
      `{${segment}} is twice in this path, first at ${templateOf(first)}`,
      "rename one of the two",
    );
  }
}

function findIdFaults(data: ResourceData, found: Faults): void {
  // The default type is text.
  if (data.type === undefined) {
    return;
  }
  const type = idTypeOf(data);
  const { optional, list } = type["~parameter"];
  if (!takesAllSegments(data)) {
    findTypeFaults(type, { noun: "its id", carries: "text" }, found);
  }
  if (optional || (list !== undefined && !takesAllSegments(data))) {
    found.add(
      "its id may be left out",
      "remove .optional(), .default() and list(): a path always has its ids",
    );
  }
}

// The kinds of bodies that are written as a whole and synchronously.
const WRITTEN: ReadonlySet<BodyKind> = /* @__PURE__ */ new Set<BodyKind>([
  "negotiated",
  "codec",
  "alternatives",
]);

function findRejectionFaults({ kind, rejections }: ResourceData, found: Faults): void {
  if (kind !== "root") {
    found.add(
      "declares rejections, but is not a root",
      "pass them to rootResource(segment, { rejections: … }, { … })",
    );
  }
  if (isWritten(rejections)) {
    findBodyFaults(rejections, NO_ANSWER, found.at("the body of its rejections"));
  } else {
    found.add(
      "its rejections cannot have this body",
      "use type<T>(), a schema or a body such as json()",
    );
  }
}

function isWritten(body: ResourceData["rejections"]): body is AnyBody | AnySchema {
  const declared: Partial<AnyBody & AnySchema> = body ?? {};
  const { "~body": kind, "~format": format } = declared;
  return kind === undefined
    ? "~standard" in Object(body)
    : WRITTEN.has(kind) && (format?.alternatives ?? []).every(isWritten);
}

function findChildFault(name: string, child: DeclaredChild, found: Faults): void {
  if (name === "path" || name === "then" || name.startsWith("~")) {
    found.add(`a child cannot be called "${name}"`, "rename the property");
  } else if (!("~data" in child || "~below" in child)) {
    found.add(
      `the child "${name}" is neither an endpoint nor a resource`,
      "call get(), post() …, and wrap other values in staticResource(segment, { … })",
    );
  }
}
