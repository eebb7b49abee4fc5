// The parts of a server. The kernel routes, reads parameters and JSON, runs guards and handlers, and responds.
// Everything else is a part: the kernel imports none, and asks each of them in the order of a list. A part that has
// nothing to do is asked when the server or a pipeline is built, never for a request.
import type { Codec } from "../../codec/codec.ts";
import type { BodyKind } from "../../declaration/body/body.ts";
import type { NamedNode } from "../../declaration/tree/nodes.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import type { RouteData } from "../../declaration/served.ts";
import type { Placement } from "../../declaration/tree/placement.ts";
import type { Fault } from "../../declaration/verify/declaration-error.ts";
import type { Later } from "../../internal/later.ts";
import type { ServerCall } from "../call/call.ts";
import type { ViewSteps } from "../call/view.ts";
import type { Answer } from "../exchange/answer.ts";
import type { AnswerContext, AnswerStep } from "../exchange/answer-context.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { Rejection, RequestIssue } from "../exchange/rejection.ts";
import type { BasePath } from "../options/base-path.ts";
import type { Limits } from "../options/limits.ts";
import type { KernelOptions, RawRouteOptions } from "../options/kernel-options.ts";
import type { EndpointTypes } from "../request/body-types.ts";
import type { DescribeContent, ServerBody } from "../response/body-writer.ts";
import type { GivenHeaders } from "../response/response-plan.ts";

/** Makes a part for one server; `undefined` if it has nothing to do there. */
export type Part<Options extends KernelOptions = KernelOptions> = (
  setup: PartSetup<Options>,
) => ServerPart | undefined;

/** A server, as its parts see it. */
export interface PartSetup<Options extends KernelOptions = KernelOptions> {
  readonly options: Options;
  readonly basePath: BasePath;
  /** The resources at the top of the known trees. */
  readonly roots: () => ReadonlySet<Placement>;
  /** The known endpoints. */
  readonly entries: () => Iterable<KnownEndpoint>;
  /** What all parts read and write for an endpoint. */
  readonly namesOf: (endpoint: AnyEndpoint) => EndpointNames;
  /** The headers that parts write into some answers of any endpoint. */
  readonly occasional: () => readonly string[];
  /** The query parameters of any endpoint whose values are secrets. */
  readonly secrets: () => ReadonlySet<string>;
  /** Gets the errors of the project's functions. */
  readonly report: (error: unknown, to?: AnswerContext) => void;
}

/** What a part does for a server. */
export interface ServerPart {
  /** Finds faults of a tree. `clashOf` returns the endpoint that responds to the same requests. */
  readonly faults?: (
    nodes: readonly NamedNode[],
    clashOf: (endpoint: AnyEndpoint) => AnyEndpoint | undefined,
  ) => readonly Fault[];
  /** Says why a handler cannot be registered. */
  readonly refuse?: (route: GivenRoute) => RouteFault | undefined;
  /** What a contract says of a route beside its options. */
  readonly served?: (route: PartRoute) => Partial<RouteData> | undefined;
  /** What to know about an endpoint whose handler was registered; written to the console, outside production. */
  readonly warn?: (endpoint: AnyEndpoint, limits: Required<Limits>) => string | undefined;
  /** The schemas of bodies that are declared by their type. */
  readonly types?: TypeSchemas;
  /** How kinds of bodies are read and written that no codec reads or writes. */
  readonly bodies?: Readonly<Partial<Record<BodyKind, ServerBody>>>;
  /** What it reads and writes for an endpoint. */
  readonly names?: (endpoint: AnyEndpoint) => Partial<EndpointNames>;
  /** The headers that it writes into some answers of any endpoint. */
  readonly occasional?: () => readonly string[];
  /** What it does for requests to an endpoint; asked once. */
  readonly endpoint?: (route: PartRoute) => EndpointPart | undefined;
  /** Replaces the body of a rejection, or of a failure that it writes. */
  readonly format?: AnswerStep;
  /** Adds headers to those of an answer. Every answer passes, even one that the host writes. */
  readonly headers?: (
    before: readonly string[],
    to: AnswerContext,
    isHosts: boolean,
  ) => readonly string[];
  /** Runs around a request. */
  readonly around?: (
    exchange: Exchange,
    endpoint: AnyEndpoint | undefined,
    run: () => void,
  ) => void;
}

/** What a part does for the requests to one endpoint, in the order of the steps. */
export interface EndpointPart {
  /** Refuses a request before its guards run. */
  readonly credentials?: (
    call: ServerCall,
    query: string | undefined,
  ) => Later<Rejection | undefined>;
  /** Reads more of the head, after parameters and headers. It adds what is wrong to `issues`. */
  readonly head?: (call: ServerCall, issues: RequestIssue[]) => void;
  /**
   * Gets a whole body before its schema: JSON and what a host has parsed as a value, and anything else as bytes, because
   * the value of a codec may not show what tells it from another.
   */
  readonly received?: (call: ServerCall, content: unknown) => void;
  /** Refuses a request whose body was accepted, before the arounds and the handler. */
  readonly admitted?: (call: ServerCall) => Rejection | undefined;
  /** Runs around the handler, inside the arounds of its view. */
  readonly run?: (call: ServerCall, handle: () => Later<Answer>) => Later<Answer>;
  /** Makes headers of complete content before it is encoded. `mediaType` is that of one of several representations. */
  readonly content?: DescribeContent;
  /** Makes headers of the options that a handler gives to `respond` and `fail`. */
  readonly given?: GivenHeaders;
  /** The `Cache-Control` of an answer; `undefined` if others decide. */
  readonly storage?: (call: ServerCall) => readonly string[] | undefined;
  /** Headers to add to each answer of the pipeline, rejections included. */
  readonly headers?: (call: ServerCall) => readonly string[];
  /** Whether `format` writes the declared failures too. */
  readonly writesFailures?: boolean;
}

/** Names of an endpoint beside the declared ones. */
export interface EndpointNames {
  /** Request headers, for CORS. */
  readonly reads: readonly string[];
  /** Response headers, for CORS. */
  readonly writes: readonly string[];
  /** Request headers on which every answer depends, for `Vary`. */
  readonly varies: readonly string[];
  /** Query parameters whose values are secrets. */
  readonly secrets: readonly string[];
}

/** Schemas of bodies that are declared by their type. */
export interface TypeSchemas {
  readonly of: (endpoint: AnyEndpoint) => EndpointTypes;
  /** Whether a request body has no schema. */
  readonly isUnvalidated: (endpoint: AnyEndpoint) => boolean;
}

/** An endpoint that a server knows. */
export interface KnownEndpoint {
  readonly endpoint: AnyEndpoint;
  /** The options of `route`; `undefined` until it is routed. */
  readonly options: RawRouteOptions | undefined;
}

/** A handler that is about to be registered. */
export interface GivenRoute {
  readonly endpoint: AnyEndpoint;
  readonly steps: ViewSteps;
  readonly options: RawRouteOptions;
}

/** Why a handler cannot be registered, and what to do. */
export type RouteFault = readonly [fault: string, remedy: string];

/** A route whose pipeline is built. */
export interface PartRoute {
  readonly endpoint: AnyEndpoint;
  readonly steps: ViewSteps;
  readonly codecs: readonly Codec[];
}
