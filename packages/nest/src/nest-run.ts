// One request on its way through the pipelines of Bough and NestJS. A guard of Bough begins that of NestJS, which waits
// before the method until Bough has read the request. Bough's handler waits for what NestJS makes of the method's value.
import { HttpException } from "@nestjs/common";
import type { GuardCall } from "bough/types";

/** A call when the guards of NestJS run: `ids` are decoded, and the body isn't read yet. */
export interface CallOfRequest extends GuardCall<never> {
  /** What `authenticate` returned; `undefined` without a credential, and on endpoints without security. */
  readonly principal?: unknown;
  /** The name of the scheme. */
  readonly scheme?: string | readonly string[];
}

/** The pipeline of NestJS for one request. */
export interface NestPipeline {
  /** Runs guards, interceptors, pipes and the method. */
  readonly run: () => Promise<unknown>;
  /** Runs the exception filters, which respond. The response also gets these headers, names and values in turn. */
  readonly filter: Filter;
}
type Filter = (error: unknown, headers: readonly string[]) => void;

/** The first two arguments of a handler of NestJS: those of Express, or of Fastify. */
export interface NestArguments {
  readonly request: object;
  readonly response: { readonly statusCode: number };
}

/** What a run needs to begin. */
export interface NestRunOptions {
  readonly call: CallOfRequest;
  readonly given: NestArguments;
  /** Opens the pipeline. A controller of the request is created by it. */
  readonly open: () => Promise<NestPipeline>;
  /** The filters if the pipeline cannot be opened. */
  readonly filter: Filter;
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
  #filter: Filter;
  // What the pipeline makes of the method's value. It is never awaited before `begin`.
  #done: Promise<unknown> = Promise.resolve();
  readonly #reached = deferred();
  readonly #read = deferred();
  /** Whether the pipeline waits for the request, or has done so. */
  #hasReached = false;
  #responded: Responded | undefined = undefined;

  constructor(options: NestRunOptions) {
    this.#options = options;
    this.call = options.call;
    this.#filter = options.filter;
    runs.set(options.given.request, this);
  }

  /** Begins the pipeline. Resolves when it waits for the request or has a value, and rejects if it refuses the request. */
  async begin(): Promise<object> {
    this.#done = this.#through();
    await Promise.race([this.#reached.promise, this.#done]);
    return {};
  }

  async #through(): Promise<unknown> {
    const { run, filter } = await this.#options.open();
    this.#filter = filter;
    return run();
  }

  /** Waits until Bough has read the request. */
  async read(): Promise<CallOfRequest> {
    this.#hasReached = true;
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
    this.#read.resolve();
    const value = await this.#done;
    return this.#responded === undefined ? value : this.#responded["~with"](value);
  }

  /** Ends the pipeline with a refusal, which interceptors may replace. */
  async refuse(refused: Refused): Promise<{ readonly value: unknown } | undefined> {
    if (!this.#hasReached) {
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
    this.#read.reject(new Error("the response came without the method"));
  }

  /** Lets the filters respond to an exception. Returns whether it is an error to report. */
  take(error: unknown, headers: readonly string[]): boolean {
    // If Bough could not read the request, interceptors learn of it.
    this.#read.reject(error);
    filtered.add(Object(error));
    this.#filter(error, headers);
    const { statusCode } = this.#options.given.response;
    const isClients = error instanceof HttpException && error.getStatus() < 500;
    return !isClients && !(statusCode >= 400 && statusCode < 500);
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
