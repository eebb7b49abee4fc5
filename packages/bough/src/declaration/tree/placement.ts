// Where a resource stands at run time: its declaration and the chain above it. One
// declaration has as many placements as it is put into trees, and one of its own.
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { AnyBody } from "../body/body-format.ts";
import type { AnyFailure } from "../failure/failure.ts";
import type { Description, EndpointData } from "../endpoint/endpoint-data.ts";
import type { AnyParameter, ParameterLike, ParameterParts } from "../parameter/parameter.ts";

/** What stands in a resource: an endpoint's declaration or another resource. */
export interface Child {
  readonly "~child": "endpoint" | "resource";
}

/** The properties that every resource has, whatever its types. */
export interface AnyResource {
  readonly "~child": "resource";
  readonly "~resource": Placement;
  /** The path template; with all ids given, the path itself. Throws `AddressError` where a URL cannot carry an id. */
  readonly path: string;
}

/** What a child declares: what a chain of calls has gathered, or a resource's declaration. */
export type DeclaredChild = DeclaringEndpoint | ResourceData;
interface DeclaringEndpoint {
  readonly "~data": EndpointData;
}

/** A resource's declaration as data; one object per declaration, whatever its placements. */
export interface ResourceData {
  readonly kind: "root" | "static" | "dynamic";
  /** The segment's text, or the parameter's name; `undefined` for a root without a segment. */
  readonly segment: string | undefined;
  /** The type of a dynamic resource's id; `undefined` for text, and for the others. */
  readonly type: ParameterLike | undefined;
  /** What its children declare, by their names: a piece that is put into it is not kept as the value it was. */
  readonly "~below": Readonly<Record<string, DeclaredChild>>;
  /** `undefined` for none, as for what follows: most resources have neither. */
  readonly failures: readonly AnyFailure[] | undefined;
  readonly headers: ParameterParts | undefined;
  readonly parameters: ParameterParts | undefined;
  /** The body of every rejection below a root. */
  readonly rejections: AnyBody | AnySchema | undefined;
  readonly description: Description | undefined;
}

/** A resource's declaration and where it stands. */
export interface Placement {
  readonly data: ResourceData;
  readonly parent: Placement | undefined;
  /** Whether the parent holds it as a child; if not, it has named the parent itself. */
  readonly nested: true | undefined;
  readonly template: string;
  /** The resource value that stands here. */
  value: AnyResource;
  /** The prototype of this resource's bound views, made at the first binding. */
  view?: object;
}

/** Whether an id is a list of segments: `segments()`. */
export function takesAllSegments(data: ResourceData): boolean {
  // Without a type of ours it is told of by `verify`.
  const type = data.type as Partial<AnyParameter> | undefined;
  return type?.["~parameter"]?.kind === "segments";
}

/** What a resource contributes to the path template. */
export function templatePiece(data: ResourceData): string {
  const { kind, segment } = data;
  return segment === undefined
    ? ""
    : "/" + (kind === "dynamic" ? `{${segment}${takesAllSegments(data) ? "*" : ""}}` : segment);
}

/** The path template of a place as a reader is shown it: that of a root without a segment is "/". */
export function templateOf(placement: Placement): string {
  return placement.template || "/";
}

/** The nearest root, upwards from a place, that declares the body of its rejections. */
export function rejectingRoot(placement: Placement | undefined): ResourceData | undefined {
  let at = placement;
  while (at && !at.data.rejections) {
    at = at.parent;
  }
  return at?.data;
}

/** The resources above and itself, outermost first; none above a root. */
export function chainOf(placement: Placement | undefined): Placement[] {
  const chain: Placement[] = [];
  for (let at = placement; at !== undefined; at = at.parent) {
    chain.unshift(at);
  }
  return chain;
}
