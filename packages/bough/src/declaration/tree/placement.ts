// The position of a resource in a tree: its declaration and the resources above it. A declaration has one
// placement by itself, and one in each tree that contains it.
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { AnyBody } from "../body/body-format.ts";
import type { AnyErrorFormat } from "../../facts/error-formats/declared.ts";
import type { AnyFailure } from "../failure/failure.ts";
import type { Deprecation } from "../../facts/deprecation/declared.ts";
import type { Description, EndpointData, Stability } from "../endpoint/endpoint-data.ts";
import type { AnySecurity } from "../../facts/security/declared.ts";
import type { EitherLike } from "../parameter/parameter-texts.ts";
import type { ParameterLike, ParameterParts } from "../parameter/parameter.ts";

/** A child of a resource: an endpoint's declaration or another resource. */
export interface Child {
  readonly "~child": "endpoint" | "resource";
}

/** The properties that every resource has, whatever its types. */
export interface AnyResource {
  readonly "~child": "resource";
  readonly "~resource": Placement;
  /** The path template, or the path if all ids have values. Throws an `AddressError` if a URL cannot contain an id. */
  readonly path: string;
}

/** The declaration of a child: an endpoint's chain of calls, or a resource's data. */
export type DeclaredChild = DeclaringEndpoint | ResourceData;
interface DeclaringEndpoint {
  readonly "~data": EndpointData;
}

/** The declaration of a resource as data: one object for all its placements. */
export interface ResourceData {
  readonly kind: "root" | "static" | "dynamic";
  /** The segment's text, or the parameter's name; `undefined` for a root without a segment. */
  readonly segment: string | undefined;
  /** The type of a dynamic resource's id; `undefined` for text, and if the resource is not dynamic. */
  readonly type?: ParameterLike | undefined;
  /** The text before and after the id of a dynamic resource; `undefined` if there is none. */
  readonly prefix?: string | undefined;
  readonly suffix?: string | undefined;
  /** Whether the paths below end in a slash; `undefined` if the resources above decide. */
  readonly trailingSlash?: boolean | undefined;
  /** Its children: an array, because an object with any names is slow to walk. */
  readonly "~below": readonly { readonly name: string; readonly child: DeclaredChild }[];
  /** `undefined` if there are none, as for the members below, which most resources do not have. */
  readonly failures?: readonly AnyFailure[] | undefined;
  readonly security?: readonly AnySecurity[] | undefined;
  readonly headers?: ParameterParts | undefined;
  readonly parameters?: ParameterParts | undefined;
  readonly cookies?: ParameterParts | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** The body of all rejections below a root. */
  readonly rejections?: AnyBody | AnySchema | undefined;
  /** The format of all errors below a root, instead of `rejections`. */
  readonly errors?: AnyErrorFormat | undefined;
  readonly description?: Description | undefined;
  readonly deprecated?: Deprecation | undefined;
  readonly stability?: Stability | undefined;
}

/** A resource's declaration and its position in a tree. */
export interface Placement {
  readonly data: ResourceData;
  readonly parent: Placement | undefined;
  /** Set if the parent has it as a child; otherwise the resource names the parent. */
  readonly nested: true | undefined;
  readonly template: string;
  /** The resource. */
  value: AnyResource;
  /** The prototype of this resource's views with ids, made at the first use. */
  view?: AnyResource;
}

/** Whether an id is a list of segments: `segments()`. */
export function takesAllSegments(data: ResourceData): boolean {
  const type: EitherLike | undefined = data.type;
  return type?.["~parameter"]?.kind === "segments";
}

/** The part of the path template that a resource adds. */
export function templatePiece(data: ResourceData): string {
  const { kind, segment, prefix = "", suffix = "" } = data;
  return segment === undefined
    ? ""
    : "/" +
        (kind === "dynamic"
          ? `${prefix}{${segment}${takesAllSegments(data) ? "*" : ""}}${suffix}`
          : segment);
}

/** The path template of a position for messages: "/" for a root without a segment. */
export function templateOf(placement: Placement): string {
  return placement.template || "/";
}

/** The nearest root above a position, or the position itself, with the option `rejections` or `errors`. */
export function rejectingRoot(placement: Placement | undefined): ResourceData | undefined {
  let at = placement;
  while (at && !at.data.rejections && !at.data.errors) {
    at = at.parent;
  }
  return at?.data;
}

/** The placement and those above it that declare this member, outermost first. Mostly there are none. */
export function chainWith(
  placement: Placement | undefined,
  member: "failures" | "headers" | "parameters" | "cookies",
): Placement[] {
  const chain: Placement[] = [];
  for (let at = placement; at !== undefined; at = at.parent) {
    if (at.data[member] !== undefined) {
      chain.unshift(at);
    }
  }
  return chain;
}

/** The placement and those above it, outermost first. */
export function chainOf(placement: Placement | undefined): Placement[] {
  const chain: Placement[] = [];
  for (let at = placement; at !== undefined; at = at.parent) {
    chain.unshift(at);
  }
  return chain;
}
