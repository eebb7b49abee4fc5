// One request on its way through the pipelines of Bough and NestJS. A guard of Bough begins that of NestJS, which waits
// before the method until Bough has read the request. Bough's handler waits for what NestJS makes of the method's value.
import type { ServerResponse } from "node:http";
import { finished } from "node:stream";
import { HttpException } from "@nestjs/common";
import type { GuardCall } from "bough/types";

/** A call when the guards of NestJS run: `ids` are decoded, and the body isn't read yet. */
export interface CallOfRequest extends GuardCall<never> {
  /** What `authenticate` returned; `undefined` without a credential, and on endpoints without security. */
  readonly principal?: unknown;
  /** The name of the scheme. */
  readonly scheme?: string | readonly string[];
}

/** The first two arguments of a handler of NestJS: those of Express, or of Fastify. */
export interface NestArguments {
  readonly request: object;
  readonly response: { readonly statusCode: number };
  readonly raw: ServerResponse;
}

/** The pipeline of NestJS for a method of one controller. */
export interface NestPipeline {
  /** Runs guards, interceptors, pipes and the method. */
  readonly run: (given: NestArguments) => Promise<unknown>;
  /** Runs the exception filters, which respond. The response also gets these headers, names and values in turn. */
  readonly filter: (error: unknown, headers: readonly string[], given: NestArguments) => void;
}

/** Opens the pipeline of one method. */
export interface NestOpener {
  /** Creates a controller that has the scope of the request. */
  readonly open: (given: NestArguments) => Promise<NestPipeline>;
  /** The filters if the pipeline cannot be opened. */
  readonly filter: NestPipeline["filter"];
}

/** What a run needs to begin. */
export interface NestRunOptions {
  readonly call: CallOfRequest;
  readonly given: NestArguments;
  readonly opener: NestOpener;
  /** Makes a value of what the method returned. */
  readonly finish: (returned: unknown, call: CallOfRequest) => unknown;
}

/** A request that Bough refuses. */
interface Refused {
  readonly status: number;
  readonly type: string;
  readonly title: string;
  readonly detail: string | undefined;
  readonly errors: readonly object[];
}

/** What Bough gives to who takes over an exception. */
interface Otherwise {
  readonly headers: readonly string[];
  readonly report: () => void;
}

/** What `call.respond` returns. */
interface Responded {
  readonly value: unknown;
  readonly "~with": (value: unknown) => unknown;
}

// The request is what both pipelines have in common.
const runs = new WeakMap<object, NestRun>();

const filtered = new WeakSet<object>();

/** Whether exception filters have got an error. */
export function isFiltered(error: unknown): boolean {
  return filtered.has(Object(error));
}

/** The run of a request; `undefined` if the request isn't for a method of `Implement`. */
export function runOf(request: unknown): NestRun | undefined {
  return runs.get(Object(request));
}

/** One request to a method. It is the `~enclosing` of its call. */
export class NestRun {
  readonly call: CallOfRequest;
  readonly #options: NestRunOptions;
  #filter: NestPipeline["filter"];
  // What the pipeline makes of the method's value. It is never awaited before `begin`.
  #done: Promise<unknown> = Promise.resolve();
  readonly #reached = deferred();
  readonly #read = deferred();
  /** Whether the pipeline waits for the request, and whether its method may run. */
  #stage: "begun" | "waiting" | "running" = "begun";
  #responded: Responded | undefined = undefined;

  constructor(options: NestRunOptions) {
    this.#options = options;
    this.call = options.call;
    this.#filter = options.opener.filter;
    runs.set(options.given.request, this);
    finished(options.given.raw, () => setImmediate(() => this.#over()));
  }

  /** Begins the pipeline. Resolves when it waits for the request or has a value, and rejects if it refuses the request. */
  async begin(): Promise<object> {
    this.#done = this.#through();
    await Promise.race([this.#reached.promise, this.#done]);
    return {};
  }

  async #through(): Promise<unknown> {
    const { given, opener } = this.#options;
    const { run, filter } = await opener.open(given);
    this.#filter = filter;
    return run(given);
  }

  /** Waits until Bough has read the request. */
  async read(): Promise<CallOfRequest> {
    this.#stage = "waiting";
    this.#reached.resolve();
    await this.#read.promise;
    return this.call;
  }

  /** Makes a value for the interceptors of what the method returned. */
  async finish(returned: unknown): Promise<unknown> {
    const value = await this.#options.finish(returned, this.call);
    this.#responded = isResponded(value) ? value : undefined;
    return this.#responded === undefined ? value : this.#responded.value;
  }

  /** Runs the method, and returns what the pipeline makes of its value. */
  async handle(): Promise<unknown> {
    this.#stage = "running";
    this.#read.resolve();
    const value = await this.#done;
    return this.#responded === undefined ? value : this.#responded["~with"](value);
  }

  /** Ends the pipeline with a refusal, which interceptors may replace. */
  async refuse(refused: Refused): Promise<{ readonly value: unknown } | undefined> {
    if (this.#stage === "begun") {
      return undefined;
    }
    const { status, type, title, detail, errors } = refused;
    const body = { type, title, status, detail, errors, message: title };
    const exception = new HttpException(body, status);
    this.#read.reject(exception);
    try {
      return { value: await this.#done };
    } catch (error) {
      if (error === exception) {
        return undefined;
      }
      throw error;
    }
  }

  /** Ends the pipeline if the method has not run, because another step has responded. */
  end(): void {
    if (this.#stage !== "running") {
      this.#read.reject(new Error("the request ended without the method"));
    }
  }

  // Fastify's parsers and hooks respond without Bough. If a client leaves, Bough goes on with a whole request.
  #over(): void {
    const { raw } = this.#options.given;
    if (raw.writableEnded || (this.#stage !== "begun" && !raw.req.complete)) {
      this.end();
    }
  }

  /** Lets the filters respond to an exception, and reports it unless it is the client's error. */
  takeException(error: unknown, _exchange: unknown, { headers, report }: Otherwise): true {
    // If Bough could not read the request, interceptors learn of it.
    this.#read.reject(error);
    filtered.add(Object(error));
    const { given } = this.#options;
    this.#filter(error, headers, given);
    const { statusCode } = given.response;
    const isClients = error instanceof HttpException && error.getStatus() < 500;
    if (!isClients && !(statusCode >= 400 && statusCode < 500)) {
      report();
    }
    return true;
  }
}

function isResponded(value: unknown): value is Responded {
  return typeof value === "object" && value !== null && "~with" in value;
}

interface Deferred {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

function deferred(): Deferred {
  let resolve = (): void => undefined;
  let reject = (_error: unknown): void => undefined;
  const promise = new Promise<void>((...settle) => {
    [resolve, reject] = settle;
  });
  // The pipeline may end before it waits for this.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
