// The parts of a server. The kernel routes, reads parameters and JSON, runs guards and handlers, and responds.
// Everything else is a part: the kernel imports none, and asks each of them in the order of a list. A part that has
// nothing to do is asked when the server or a pipeline is built, never for a request.
import type { Codec } from "../../shared/codec/codec.ts";
import type { BodyKind } from "../../declare/body/body.ts";
import type { NamedNode } from "../../declare/tree/nodes.ts";
import type { AnyEndpoint, Placement } from "../../declare/tree/placement.ts";
import type { RouteData } from "../../declare/served.ts";
import type { Fault } from "../../declare/verify/declaration-error.ts";
import type { Later } from "../../shared/internal/later.ts";
import type { ServerCall, ViewSteps } from "../handler/call.ts";
import type { Answer } from "../exchange/answer.ts";
import type { AnswerContext, AnswerStep, Exchange } from "../exchange/exchange.ts";
import type { Rejection, RequestIssue } from "../exchange/rejection.ts";
import type { BasePath } from "../options/base-path.ts";
import type { Limits, KernelOptions, RawRouteOptions } from "../options/kernel-options.ts";
import type { EndpointTypes } from "../request/representation.ts";
import type { DescribeContent, ServerBody, GivenHeaders } from "../response/write-body.ts";
import { varies } from "../request/read-request.ts";

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

/** What the parts do for the requests to one endpoint. */
export interface EndpointParts {
  readonly credentials: readonly NonNullable<EndpointPart["credentials"]>[];
  readonly heads: readonly NonNullable<EndpointPart["head"]>[];
  readonly received: readonly NonNullable<EndpointPart["received"]>[];
  readonly admitted: readonly NonNullable<EndpointPart["admitted"]>[];
  /** `undefined` if no part runs around the handler. */
  readonly run: EndpointPart["run"] | undefined;
  readonly contents: readonly NonNullable<EndpointPart["content"]>[];
  readonly given: GivenHeaders | undefined;
  readonly storages: readonly NonNullable<EndpointPart["storage"]>[];
  readonly added: readonly NonNullable<EndpointPart["headers"]>[];
  readonly writesFailures: boolean;
}

/** The parts of one server. */
export class PartList {
  readonly all: readonly ServerPart[];
  readonly arounds: readonly NonNullable<ServerPart["around"]>[];
  // Each registration calls these, so the parts without them are left out.
  readonly refusals: readonly NonNullable<ServerPart["refuse"]>[];
  readonly served: readonly NonNullable<ServerPart["served"]>[];
  readonly warnings: readonly NonNullable<ServerPart["warn"]>[];
  /** The schemas of bodies that are declared by their type; `undefined` if no part has them. */
  readonly types: TypeSchemas | undefined;
  /** How bodies are read and written, by their kind. */
  readonly bodies: Readonly<Partial<Record<BodyKind, ServerBody>>>;
  readonly #formats: readonly NonNullable<ServerPart["format"]>[];
  readonly #headers: readonly NonNullable<ServerPart["headers"]>[];

  constructor(all: readonly ServerPart[]) {
    this.all = all;
    this.arounds = all.flatMap(({ around }) => around ?? []);
    this.refusals = all.flatMap(({ refuse }) => refuse ?? []);
    this.served = all.flatMap(({ served }) => served ?? []);
    this.warnings = all.flatMap(({ warn }) => warn ?? []);
    this.types = all.find(({ types }) => types !== undefined)?.types;
    this.bodies = Object.assign({}, ...all.map(({ bodies }) => bodies));
    this.#formats = all.flatMap(({ format }) => format ?? []);
    this.#headers = all.flatMap(({ headers }) => headers ?? []);
  }

  /** Passes an answer through all parts. */
  passed(answer: Answer, to: AnswerContext): Answer {
    const isError = answer.rejection !== undefined || answer.unwritten !== undefined;
    const formatted = isError ? this.formatted(answer, to) : answer;
    if (this.#headers.length === 0) {
      return formatted;
    }
    const headers = this.#headers.reduce(
      (before, add) => add(before, to, false),
      formatted.headers,
    );
    return { ...formatted, headers };
  }

  /** A rejection or failure in the format of its root, without the headers that parts add. */
  formatted(answer: Answer, to: AnswerContext): Answer {
    let passed = answer;
    for (const format of this.#formats) {
      passed = format(passed, to);
    }
    return passed;
  }

  /** The headers for an answer that the host writes. */
  headersOf(to: AnswerContext): readonly string[] {
    return this.#headers.reduce<readonly string[]>((before, add) => add(before, to, true), []);
  }

  /** What all parts read and write for an endpoint. */
  namesOf(endpoint: AnyEndpoint): EndpointNames {
    const all = this.all.flatMap(({ names }) => names?.(endpoint) ?? []);
    return {
      reads: all.flatMap(({ reads = [] }) => reads),
      writes: all.flatMap(({ writes = [] }) => writes),
      varies: all.flatMap((one) => one.varies ?? []),
      secrets: all.flatMap(({ secrets = [] }) => secrets),
    };
  }

  /** What the parts do for the requests to an endpoint. */
  endpoint(route: PartRoute): EndpointParts {
    const all = this.all.flatMap((part) => part.endpoint?.(route) ?? []);
    return {
      credentials: all.flatMap(({ credentials }) => credentials ?? []),
      heads: all.flatMap(({ head }) => head ?? []),
      received: all.flatMap(({ received }) => received ?? []),
      given: joined(all.flatMap(({ given }) => given ?? [])),
      admitted: all.flatMap(({ admitted }) => admitted ?? []),
      run: nested(all.flatMap(({ run }) => run ?? [])),
      contents: all.flatMap(({ content }) => content ?? []),
      storages: all.flatMap(({ storage }) => storage ?? []),
      added: all.flatMap(({ headers }) => headers ?? []),
      writesFailures: all.some(({ writesFailures }) => writesFailures === true),
    };
  }

  /** The headers that parts write into some answers of any endpoint. */
  occasional(): readonly string[] {
    return this.all.flatMap(({ occasional }) => occasional?.() ?? []);
  }

  /** The names in `Vary` of every answer of an endpoint. */
  variesBy(endpoint: AnyEndpoint, codecs: readonly Codec[]): readonly string[] {
    const accept = varies(endpoint, codecs) ? ["Accept"] : [];
    return [...new Set([...accept, ...this.namesOf(endpoint).varies])];
  }
}

// Each one gets the headers of those before it.
function joined([first, ...more]: readonly GivenHeaders[]): GivenHeaders | undefined {
  return first === undefined || more.length === 0
    ? first
    : (options, of) =>
        more.reduce((headers, given) => given({ ...options, headers }, of), first(options, of));
}

// The first one is outermost.
function nested(
  runs: readonly NonNullable<EndpointPart["run"]>[],
): EndpointPart["run"] | undefined {
  return runs.reduceRight<EndpointPart["run"] | undefined>(
    (inner, run) =>
      inner === undefined
        ? run
        : (call: ServerCall, handle) => run(call, () => inner(call, handle)),
    undefined,
  );
}
