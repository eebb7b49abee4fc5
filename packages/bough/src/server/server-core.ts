// A server without a host: its routes, and how a request runs through them. `createServer` and the
// hosts put their exchange before it.
import { defaultJson } from "../codec/json.ts";
import type { Codec } from "../codec/codec.ts";
import type { ServedData } from "../declaration/served.ts";
import type { AnyEndpoint } from "../declaration/tree/placed-endpoint.ts";
import type { AnyResource } from "../declaration/tree/placement.ts";
import { AnswerSteps } from "./answer-steps.ts";
import { NOSNIFF, varying } from "./exchange/answer.ts";
import type { Answer } from "./exchange/answer.ts";
import { readBasePath } from "./options/base-path.ts";
import { ServerCall } from "./call/call.ts";
import { Cors } from "./response/cors.ts";
import { dispatch, isForOthers, reachedBy, refusal } from "./routing/dispatch.ts";
import type { Destination, DispatchRules } from "./routing/dispatch.ts";
import type { EdgeOptions } from "./routing/edge-options.ts";
import type { Exchange } from "./exchange/exchange.ts";
import { observe } from "./options/observe.ts";
import type { Observer } from "./options/observe.ts";
import type { AnswerContext, MatchedEndpoint } from "./exchange/answer-context.ts";
import { serverLimits } from "./options/limits.ts";
import type { Limits } from "./options/limits.ts";
import { KnownEndpoints } from "./routing/known-endpoints.ts";
import { rejectionAnswer } from "./response/rejection-answer.ts";
import { rejection } from "./exchange/rejection.ts";
import type { Rejection } from "./exchange/rejection.ts";
import type { RawRejectionWriter } from "./response/rejection-shape.ts";
import { RejectionShapes } from "./routing/rejection-shapes.ts";
import { extractedTypes } from "./routing/extracted-types.ts";
import { report } from "./options/report.ts";
import { RouteRegistry } from "./routing/route-registry.ts";
import type { RouteParts } from "./routing/route-parts.ts";
import type { ServerOptions } from "./options/server-options.ts";
import { variesBy } from "./routing/vary.ts";

/** The routes of a server. */
export class ServerCore {
  readonly known: KnownEndpoints;
  readonly #options: ServerOptions;
  readonly #edge: EdgeOptions;
  readonly #codecs: readonly Codec[];
  readonly #limits: Required<Limits>;
  readonly #rules: DispatchRules;
  readonly #registry: RouteRegistry;
  readonly #shapes = new RejectionShapes();
  readonly #steps: AnswerSteps;
  /** `undefined` if there are no observers. */
  readonly #observers: readonly Observer[] | undefined;

  constructor(options: ServerOptions, edge: EdgeOptions = {}) {
    const { codecs = [defaultJson], limits, basePath = "" } = options;
    this.known = new KnownEndpoints(edge, extractedTypes(options));
    this.#options = options;
    this.#edge = edge;
    this.#codecs = codecs;
    this.#limits = serverLimits(limits);
    this.#rules = {
      known: this.known,
      longestTarget: this.#limits.target,
      basePath: readBasePath(basePath),
      codecs,
      trailingSlashMismatch: options.trailingSlashMismatch ?? "refuse",
    };
    this.#steps = new AnswerSteps({
      cors:
        options.cors === undefined
          ? undefined
          : new Cors(options.cors, (error) => this.#report(error, undefined)),
      shapes: this.#shapes,
      known: this.known,
      basePath: this.#rules.basePath,
      report: (error, { exchange, reached }) =>
        this.#report(error, reached && this.#callOf(exchange, reached), exchange),
    });
    this.#registry = new RouteRegistry({
      options,
      edge,
      codecs,
      limits: this.#limits,
      known: this.known,
      shapes: this.#shapes,
      scopeOf: (endpoint) => this.#scope(endpoint),
      send: (answer, call) => this.#send(answer, { exchange: call["~exchange"], reached: call }),
      onException: (error, call) => this.#exception(error, call["~exchange"], call),
    });
    const observers = options.observe === undefined ? [] : [options.observe].flat();
    this.#observers = observers.length === 0 ? undefined : observers;
  }

  /** Registers the function that writes the rejections, or all errors, below a root. */
  writeRejections(
    root: AnyResource,
    write: RawRejectionWriter,
    option: "rejections" | "errors" = "rejections",
  ): void {
    const { validateResponses = true } = this.#options;
    const codecs = this.#edge.codecs ?? this.#codecs;
    this.#shapes.add(root, option, { write, codecs, validateResponses });
  }

  /** Milliseconds in which a client must read something of a waiting answer. */
  get stall(): number {
    return this.#limits.stall;
  }

  /** The trees of this server, for a contract. */
  get served(): ServedData {
    const { known, basePath, codecs } = this.#rules;
    return {
      tops: [...known.tops].map(({ value }) => value).filter((top) => !known.leftOut.has(top)),
      mediaTypes: codecs.map(({ mediaType }) => mediaType),
      basePath: basePath.prefix,
      limits: { ...this.#limits },
      schemas: this.#options.schemas,
      routed: (endpoint) => known.entryOf(endpoint).options,
    };
  }

  /** Checks the handler of one endpoint. The returned function registers it. */
  prepare(...route: Parameters<RouteRegistry["prepare"]>): () => void {
    return this.#registry.prepare(...route);
  }

  /** Answers a request. Calls `otherwise` if no endpoint has its path, or `proposed` is false for the endpoint. */
  handle(
    exchange: Exchange,
    otherwise?: () => void,
    proposed?: (endpoint: AnyEndpoint) => boolean,
  ): void {
    let found: Destination;
    try {
      found = dispatch(exchange, this.#rules);
    } catch (error) {
      // A custom id type has thrown instead of returning an issue.
      this.#observed(exchange, undefined, () =>
        this.#sendException(error, { exchange, reached: undefined }),
      );
      return;
    }
    if (otherwise !== undefined && isForOthers(found, proposed)) {
      otherwise();
      return;
    }
    const { fault } = exchange;
    const destination = fault === undefined ? found : refusal(fault);
    if (this.#observers === undefined) {
      this.#answer(exchange, destination);
    } else {
      this.#observed(exchange, reachedBy(destination), () => this.#answer(exchange, destination));
    }
  }

  /** Refuses a request because of a fault that its host has found. */
  refuse(exchange: Exchange, refused: Rejection): void {
    const found = dispatch(exchange, this.#rules);
    const reached = reachedBy(found);
    this.#observed(exchange, reached, () => {
      if (found.kind === "route") {
        found.route().reject(exchange, found.ids, refused);
      } else {
        this.#send(rejectionAnswer(refused), { exchange, reached });
      }
    });
  }

  /** Sends an answer to a request that the server no longer reads. */
  turnAway(exchange: Exchange, answer: Answer): void {
    this.#observed(exchange, undefined, () => this.#send(answer, { exchange, reached: undefined }));
  }

  #observed(exchange: Exchange, reached: MatchedEndpoint | undefined, run: () => void): void {
    // A host may still refuse a request that is already observed.
    if (this.#observers === undefined || exchange.notes !== undefined) {
      run();
      return;
    }
    const observers = this.#observers;
    const fault = (error: unknown): void => this.#report(error, undefined);
    const { basePath, known } = this.#rules;
    const endpoint = reached?.endpoint;
    observe({ observers, exchange, endpoint, basePath, known, report: fault }, run);
  }

  #answer(exchange: Exchange, found: Destination): void {
    if (found.kind === "route") {
      if (found.entry.stall !== undefined) {
        exchange.stall = found.entry.stall;
      }
      found.route().start(exchange, found.ids, found.query);
    } else if (found.kind === "options") {
      const answer = { status: 204, headers: found.headers, body: undefined };
      this.#send(answer, { exchange, reached: undefined, preflight: found });
    } else if (found.kind === "redirect") {
      const headers = ["location", found.location, ...NOSNIFF];
      const answer = { status: 308, headers, body: undefined };
      this.#send(answer, { exchange, reached: reachedBy(found) });
    } else {
      this.#send(rejectionAnswer(found.rejection), { exchange, reached: reachedBy(found) });
    }
  }

  #send(answer: Answer, to: AnswerContext): void {
    const { exchange } = to;
    try {
      exchange.send(this.#steps.passed(answer, to));
    } catch (error) {
      if (exchange.unsent !== true) {
        throw error;
      }
      this.#sendException(error, to);
    }
  }

  #callOf(exchange: Exchange, { endpoint, ids }: MatchedEndpoint): ServerCall {
    return new ServerCall(exchange, this.#scope(endpoint), ids);
  }

  #scope(endpoint: AnyEndpoint): Pick<RouteParts, "endpoint" | "urlPrefix" | "onError"> {
    const { publicUrl = "" } = this.#options;
    return {
      endpoint,
      urlPrefix: publicUrl.replace(/\/$/, "") + this.#rules.basePath.prefix,
      onError: (error, call) => this.#report(error, call),
    };
  }

  #sendException(error: unknown, to: AnswerContext): void {
    const { exchange, reached } = to;
    const call = reached && this.#callOf(exchange, reached);
    const answer = this.#exception(error, exchange, call);
    if (answer !== undefined) {
      this.#send(answer, to);
    }
  }

  #exception(error: unknown, exchange: Exchange, call: ServerCall | undefined): Answer | undefined {
    this.#report(error, call, exchange);
    const to: AnswerContext = { exchange, reached: call };
    const vary = call === undefined ? [] : variesBy(call.endpoint, this.#codecs);
    const internalError = rejectionAnswer(rejection(500));
    try {
      const taken = this.#edge.takeException?.(error, exchange, {
        headers: [...vary.flatMap((name) => ["vary", name]), ...this.#steps.headersOf(to)],
        answer: () => this.#steps.formatted(internalError, to),
      });
      if (taken === true) {
        return undefined;
      }
    } catch (fault) {
      this.#report(fault, call, exchange);
    }
    return varying(internalError, vary);
  }

  #report(error: unknown, call: ServerCall | undefined, exchange = call?.["~exchange"]): void {
    exchange?.notes?.failed(error);
    report(error, call, this.#options.onError);
  }
}
