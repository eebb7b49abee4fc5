// The positions of resources and endpoints in a tree: a declaration and the resources above it. A declaration has one
// placement by itself, and one in each tree that contains it. An endpoint with its position is the argument of `route`,
// `client.request` and `hrefOf`.
import type { Deprecation } from "../../facts/deprecation/declared.ts";
import type { AnyErrorFormat } from "../../facts/error-formats/declared.ts";
import type { AnySecurity } from "../../facts/security/declared.ts";
import type { Method } from "../../shared/http/method.ts";
import type { Overridden } from "../../shared/internal/record.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import type { AnyBody } from "../body/body.ts";
import type { Definition, FactData } from "../endpoint/definition.ts";
import type {
  Description,
  EndpointData,
  RequestData,
  ResponseData,
  Stability,
} from "../endpoint/endpoint-data.ts";
import type { Position } from "../endpoint/position.ts";
import type { AnyFailure } from "../failure/failure.ts";
import type { EitherLike, ParameterLike, ParameterParts } from "../parameter/parameter.ts";
import type { AddressSource } from "./address.ts";

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
  /** Its children, placed at the first use, if it is not in a tree. */
  below?: Map<string, unknown>;
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
  return chainOf(placement).filter((at) => at.data[member] !== undefined);
}

/** The placement and those above it, outermost first. */
export function chainOf(placement: Placement | undefined): Placement[] {
  const chain: Placement[] = [];
  for (let at = placement; at !== undefined; at = at.parent) {
    chain.unshift(at);
  }
  return chain;
}

/** The properties that every endpoint has, whatever its types. */
export interface AnyEndpoint extends FactData {
  readonly method: Method;
  /** The path template, or the path if all ids have values. Throws an `AddressError` if a URL cannot contain an id. */
  readonly path: string;
  /** The path template: `/v1/users/{user}`. */
  readonly template: string;
  readonly subpath: string;
  readonly resource: AnyResource;
  /** Query parameters by name, those of the resources above included. */
  readonly parameters: ParameterParts;
  /** Request headers by name, with those of the resources above. */
  readonly headers: ParameterParts;
  /** Request cookies by name, with those of the resources above. */
  readonly cookies: ParameterParts;
  /** The request body or schema, if one is declared. */
  readonly request: AnyBody | AnySchema | undefined;
  /** The options of `.request(body, options)`, if there are any. */
  readonly requestOptions?: RequestData | undefined;
  readonly responses: readonly ResponseData[];
  /** Failures, with those of the resources above. */
  readonly failures: readonly AnyFailure[];
  /** The alternatives that hold for the endpoint: its own, else those of the nearest resource. */
  readonly security: readonly AnySecurity[] | undefined;
  /** Your own data, with that of the resources above; the nearer value wins. */
  readonly meta: Readonly<Record<string, unknown>>;
  readonly description: Description;
  /** Set if the endpoint or a resource above it is deprecated; the nearer value wins. */
  readonly deprecated: Deprecation | undefined;
  /** Set if its changes break no promise. */
  readonly stability: Stability | undefined;
  readonly "~endpoint": EndpointPlacement;
}

/** The position of an endpoint in its tree. */
export interface EndpointPlacement extends AddressSource {
  readonly data: EndpointData;
  readonly parent: Placement;
  /** The body of every rejection, or the error format, if the root declares one. */
  readonly rejections: ResourceData["rejections"] | ResourceData["errors"];
}

// Editors print the type arguments in order and cut off the end, so method and path are first.
/** An endpoint of a tree, with its method and path, its declaration and its position. */
export interface Endpoint<
  _Line extends string,
  D extends Definition,
  P extends Position,
> extends AnyEndpoint {
  readonly method: D["start"]["method"];
  readonly path: P["bound"] extends true ? string : TemplateOf<PathOf<D, P>, P>;
  readonly template: TemplateOf<PathOf<D, P>, P>;
  readonly subpath: D["start"]["subpath"];
  readonly meta: Overridden<P["inherited"]["meta"], D["start"]["meta"]> &
    Readonly<Record<string, unknown>>;
  /** Types only; absent at run time. */
  readonly "~definition": D;
  /** Types only; absent at run time. */
  readonly "~position": P;
}

type PathOf<D extends Definition, P extends Position> = `${P["path"]}${D["start"]["tail"]}`;
// A root without a segment adds no slash, but every path begins with one.
type TemplateOf<Path extends string, P extends Position> = Path extends ""
  ? "/"
  : `${Path extends `:${string}` ? "/" : ""}${Path}${P["inherited"]["slash"]}`;

/** An endpoint whose ids all have values, so that it can be called. */
export type BoundEndpoint = AnyEndpoint & {
  readonly "~definition": Definition;
  readonly "~position": Position & { readonly open: never };
};

/**
 * An endpoint without known types, such as each of `endpointsOf(api)`. It can be routed, called and
 * addressed; ids and bodies are checked at run time.
 */
export interface UntypedEndpoint extends AnyEndpoint {
  readonly "~definition": Definition;
  readonly "~position": UntypedPosition;
}
interface UntypedPosition extends Position {
  readonly ids: Readonly<Record<string, unknown>>;
  readonly open: never;
  readonly bound: false;
}
