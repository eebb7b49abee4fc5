// The kernel of a server: its routes, and how a request runs through them. It knows none of its parts. `createServer`
// and the hosts put their exchange before it.
import { defaultJson } from "../shared/codec/json.ts";
import type { Codec } from "../shared/codec/codec.ts";
import type { ServedData } from "../declare/served.ts";
import type { AnyEndpoint } from "../declare/tree/placement.ts";
import { NOSNIFF, varying, type Answer } from "./exchange/answer.ts";
import { readBasePath } from "./options/base-path.ts";
import { ServerCall, type CallScope, type ViewSteps } from "./handler/call.ts";
import {
  dispatch,
  isForOthers,
  reachedBy,
  refusal,
  type Destination,
  type DispatchRules,
} from "./routing/dispatch.ts";
import {
  serverLimits,
  type HostHooks,
  type KernelOptions,
  type RawRouteOptions,
  type Limits,
} from "./options/kernel-options.ts";
import type { Exchange, AnswerContext, MatchedEndpoint } from "./exchange/exchange.ts";
import { KnownEndpoints } from "./routing/known-endpoints.ts";
import { PartList, type Part, type PartSetup } from "./routing/part.ts";
import { addedHeaders, withAddedHeaders } from "./response/write-headers.ts";
import { rejectionAnswer } from "./response/write-failure.ts";
import { rejection, type Rejection } from "./exchange/rejection.ts";
import { report } from "./options/report.ts";
import { prepareRoute, type RouteRules } from "./routing/route.ts";
import { PipelineRun } from "./routing/pipeline-run.ts";

/** The routes of a server. */
export class Kernel<Options extends KernelOptions = KernelOptions> {
  readonly known: KnownEndpoints;
  readonly #options: Options;
  readonly #hooks: HostHooks;
  readonly #codecs: readonly Codec[];
  readonly #limits: Required<Limits>;
  readonly #rules: DispatchRules;
  readonly #routeRules: RouteRules;
  readonly #parts: PartList;

  /** The order of the parts is the order of their steps. */
  constructor(options: Options, hooks: HostHooks, parts: readonly Part<Options>[]) {
    const { codecs = [defaultJson], limits, basePath = "" } = options;
    const setup: PartSetup<Options> = {
      options,
      basePath: readBasePath(basePath),
      roots: () => this.known.roots,
      entries: () => this.known.entries(),
      namesOf: (endpoint) => this.#parts.namesOf(endpoint),
      occasional: () => this.#parts.occasional(),
      secrets: () => this.known.secrets,
      report: (error, to) => this.#report(error, to),
    };
    this.#parts = new PartList(parts.flatMap((make) => make(setup) ?? []));
    this.known = new KnownEndpoints(hooks, this.#parts);
    this.#options = options;
    this.#hooks = hooks;
    this.#codecs = codecs;
    this.#limits = serverLimits(limits);
    this.#rules = {
      known: this.known,
      longestTarget: this.#limits.target,
      basePath: setup.basePath,
      codecs,
      trailingSlashMismatch: options.trailingSlashMismatch ?? "refuse",
    };
    this.#routeRules = {
      options,
      hooks,
      codecs,
      limits: this.#limits,
      known: this.known,
      parts: this.#parts,
      scopeOf: (endpoint) => this.#scope(endpoint),
      send: (answer, call) => this.#send(answer, { exchange: call["~exchange"], reached: call }),
      onException: (error, call) => this.#exception(error, call["~exchange"], call),
    };
  }

  /** Milliseconds in which a client must read something of a waiting answer. */
  get stall(): number {
    return this.#limits.stall;
  }

  /** The trees of this server, for a contract. */
  get served(): Omit<ServedData, "schemas"> {
    const { known, basePath, codecs } = this.#rules;
    return {
      roots: [...known.roots].map(({ value }) => value).filter((top) => !known.leftOut.has(top)),
      mediaTypes: codecs.map(({ mediaType }) => mediaType),
      basePath: basePath.prefix,
      limits: { ...this.#limits },
      routed: (endpoint) => known.entryOf(endpoint).options,
    };
  }

  /** Checks the handler of one endpoint. The returned function registers it. */
  prepare(
    endpoint: AnyEndpoint,
    handler: unknown,
    steps: ViewSteps,
    options: RawRouteOptions,
  ): () => void {
    return prepareRoute(this.#routeRules, { endpoint, handler, steps, options });
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
      this.#around(exchange, undefined, () =>
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
    if (this.#parts.arounds.length === 0) {
      this.#answer(exchange, destination);
    } else {
      this.#around(exchange, reachedBy(destination), () => this.#answer(exchange, destination));
    }
  }

  /** Refuses a request because of a fault that its host has found. */
  refuse(exchange: Exchange, refused: Rejection): void {
    const found = dispatch(exchange, this.#rules);
    const reached = reachedBy(found);
    this.#around(exchange, reached, () => {
      if (found.kind === "route") {
        new PipelineRun(found.pipeline(), exchange, found.ids).reject(refused);
      } else {
        this.#send(rejectionAnswer(refused), { exchange, reached });
      }
    });
  }

  /** Sends an answer to a request that the server no longer reads. */
  turnAway(exchange: Exchange, answer: Answer): void {
    this.#around(exchange, undefined, () => this.#send(answer, { exchange, reached: undefined }));
  }

  /** Reports why a host cannot send its answer, and answers 500. */
  fail(exchange: Exchange, error: unknown): void {
    const reached = reachedBy(dispatch(exchange, this.#rules));
    this.#sendException(error, { exchange, reached });
  }

  #around(exchange: Exchange, reached: MatchedEndpoint | undefined, run: () => void): void {
    // A host may still refuse a request that is already observed.
    if (exchange.notes !== undefined) {
      run();
      return;
    }
    const endpoint = reached?.endpoint;
    this.#parts.arounds.reduceRight<() => void>(
      (inner, around) => () => around(exchange, endpoint, inner),
      run,
    )();
  }

  #answer(exchange: Exchange, found: Destination): void {
    if (found.kind === "route") {
      if (found.entry.stall !== undefined) {
        exchange.stall = found.entry.stall;
      }
      new PipelineRun(found.pipeline(), exchange, found.ids).start(found.query);
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
      exchange.notes?.answered(answer);
      exchange.send(this.#parts.passed(answer, to));
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

  #scope(endpoint: AnyEndpoint): CallScope {
    const { publicUrl = "" } = this.#options;
    return {
      endpoint,
      urlPrefix: publicUrl.replace(/\/$/, "") + this.#rules.basePath.prefix,
      onError: (error, call) => this.#reportOf(error, call),
      storages: [],
      added: [],
    };
  }

  #sendException(error: unknown, to: AnswerContext): void {
    const { exchange, reached } = to;
    // The call of a pipeline knows what its parts add.
    const call =
      reached instanceof ServerCall ? reached : reached && this.#callOf(exchange, reached);
    const answer = this.#exception(error, exchange, call);
    if (answer !== undefined) {
      this.#send(call === undefined ? answer : withAddedHeaders(answer, call), to);
    }
  }

  #exception(error: unknown, exchange: Exchange, call: ServerCall | undefined): Answer | undefined {
    const enclosing = call?.["~enclosing"];
    const report = (): void => this.#reportOf(error, call, exchange);
    if (enclosing === undefined) {
      report();
    }
    const to: AnswerContext = { exchange, reached: call };
    const vary = call === undefined ? [] : this.#parts.variesBy(call.endpoint, this.#codecs);
    const internalError = rejectionAnswer(rejection(500));
    try {
      const headers = [
        ...vary.flatMap((name) => ["vary", name]),
        ...(call === undefined ? [] : addedHeaders(call)),
        ...this.#parts.headersOf(to),
      ];
      const answer = (): Answer => {
        exchange.notes?.answered(internalError);
        return this.#parts.formatted(internalError, to);
      };
      const taker = enclosing ?? this.#hooks;
      if (taker.takeException?.(error, exchange, { headers, answer, report }) === true) {
        return undefined;
      }
    } catch (fault) {
      this.#reportOf(fault, call, exchange);
    }
    return varying(internalError, vary);
  }

  #report(error: unknown, to: AnswerContext | undefined): void {
    const call = to?.reached && this.#callOf(to.exchange, to.reached);
    this.#reportOf(error, call, to?.exchange);
  }

  #reportOf(error: unknown, call: ServerCall | undefined, exchange = call?.["~exchange"]): void {
    exchange?.notes?.failed(error);
    report(error, call, this.#options.onError);
  }
}
