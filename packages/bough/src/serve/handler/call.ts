// The argument of a handler, at run time, and what it makes of `fail` and `respond`. Values that every call has are
// fields; getters of the prototype make those that few calls read.
import { addressWithQuery } from "../../declare/tree/href.ts";
import type { Ids } from "../../declare/tree/address.ts";
import type { AnyFailure } from "../../declare/failure/failure.ts";
import {
  chainOf,
  type AnyEndpoint,
  type AnyResource,
  type Placement,
} from "../../declare/tree/placement.ts";
import type { Later } from "../../shared/internal/later.ts";
import { headerText, type Exchange, type TakeException } from "../exchange/exchange.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import type { Rejection } from "../exchange/rejection.ts";

/** The server's side of a call. */
export interface CallScope {
  readonly endpoint: AnyEndpoint;
  /** The text before the path in `urlOf`. */
  readonly urlPrefix: string;
  readonly onError: (error: unknown, call: ServerCall) => void;
  /** The `Cache-Control` of the answers, by the first that decides. */
  readonly storages: readonly ((call: ServerCall) => readonly string[] | undefined)[];
  /** The headers of each answer beside those that its handler, a failure or a rejection sets. */
  readonly added: readonly ((call: ServerCall) => readonly string[])[];
}

/** What happens to a call besides the result of its handler. The owner of the call decides what it means. */
export interface CallEvents {
  /** `respond` has made a value, which the handler must return. */
  onRespond(value: RespondedValue): void;
  /** `fail` is about to throw. */
  onFail(failure: AnyFailure): void;
  /** The stream of the answer broke. */
  onBreak(error: unknown): void;
}

/** The pipeline of a framework that a guard has begun around a call, such as that of NestJS. */
export interface Enclosing {
  /** Ends it with a refusal. Returns the value to respond with instead, or throws what it makes of the refusal. */
  readonly refuse: (refused: Rejection) => Later<{ readonly value: unknown } | undefined>;
  /** Ends it if its method has not run, because another step has responded. */
  readonly end: () => void;
  /** Takes an exception over, in the place of the host. It also decides whether to report it. */
  readonly takeException: TakeException;
}

// A call that no handler gets.
const UNHEARD: CallEvents = {
  onRespond: () => undefined,
  onFail: () => undefined,
  onBreak: () => undefined,
};

/** A call, from the match of its path to its answer. */
export class ServerCall {
  /** The decoded body; `undefined` if the endpoint declares none. */
  body: unknown = undefined;
  parameters: Readonly<Record<string, unknown>> = NONE;
  headers: Readonly<Record<string, unknown>> = NONE;
  cookies: Readonly<Record<string, unknown>> = NONE;
  readonly ids: Ids;
  readonly "~exchange": Exchange;
  readonly "~scope": CallScope;
  readonly "~events": CallEvents;
  /** What `authenticate` returned. Only calls of endpoints with security have it, and `scheme`. */
  declare principal?: unknown;
  declare scheme?: string | readonly string[];
  /** The media type of the body; only calls of endpoints with several request bodies have it. */
  declare mediaType?: string;
  declare "~enclosing"?: Enclosing;

  constructor(exchange: Exchange, scope: CallScope, ids: Ids, events: CallEvents = UNHEARD) {
    this["~exchange"] = exchange;
    this["~scope"] = scope;
    this["~events"] = events;
    this.ids = ids;
  }

  get endpoint(): AnyEndpoint {
    return this["~scope"].endpoint;
  }

  get request(): Request {
    return this["~exchange"].request();
  }

  get signal(): AbortSignal {
    return this["~exchange"].signal();
  }

  get host(): unknown {
    return this["~exchange"].host;
  }

  get header(): (name: string) => string | undefined {
    return (name) => headerText(this["~exchange"], name.toLowerCase());
  }

  get idOf(): (resource: AnyResource) => unknown {
    return (resource) => {
      const { data } = resource["~resource"];
      const at = chainOf(this.endpoint["~endpoint"].parent).find((above) => above.data === data);
      return at === undefined ? undefined : this.ids[String(data.segment)];
    };
  }

  get urlOf(): (endpoint: AnyEndpoint, options?: { readonly parameters?: object }) => string {
    return (endpoint, options) =>
      this["~scope"].urlPrefix +
      (this["~exchange"].mount ?? "") +
      addressWithQuery(endpoint, options?.parameters);
  }

  get fail(): (failure: AnyFailure, data?: unknown, occurrence?: Occurrence) => never {
    return (failure, data, occurrence) => {
      this["~events"].onFail(failure);
      throw new Failed(failure, data, occurrence);
    };
  }

  get respond(): (value?: unknown, options?: RespondOptions) => RespondedValue {
    return (value, options) => {
      const responded = new RespondedValue(value, options);
      this["~events"].onRespond(responded);
      return responded;
    };
  }
}

// Node, Deno and Bun print a value with this method. It shows the members of the request and hides the
// server behind the call.
Object.defineProperty(ServerCall.prototype, Symbol.for("nodejs.util.inspect.custom"), {
  value(this: ServerCall): object {
    const { method, template } = this.endpoint;
    const own = Object.entries(this).filter(([name]) => !name.startsWith("~"));
    return { endpoint: `${method} ${template}`, ...Object.fromEntries(own) };
  },
});

const NONE: Readonly<Record<string, unknown>> = Object.freeze({});

/** The names that every call has. A view cannot add them. */
const CALL_NAMES: ReadonlySet<string> = new Set([
  "body",
  "parameters",
  "headers",
  "cookies",
  "ids",
  "principal",
  "scheme",
  "mediaType",
  ...Object.getOwnPropertyNames(ServerCall.prototype),
]);

/** Adds the values of a view to a call. Returns a name that the call already has, and then adds nothing. */
export function give(call: ServerCall, provided: unknown): string | undefined {
  if (typeof provided !== "object" || provided === null) {
    return undefined;
  }
  const taken = Object.keys(provided).find((name) => CALL_NAMES.has(name) || name.startsWith("~"));
  if (taken === undefined) {
    for (const [name, value] of Object.entries(provided)) {
      Object.defineProperty(call, name, { value, enumerable: true, configurable: true });
    }
  }
  return taken;
}

/** The data of one occurrence of a failure. */
export interface Occurrence {
  /** The status of a failure for a range. */
  readonly status?: number | undefined;
  /** The cause of this occurrence (RFC 9457 3.1.4). */
  readonly detail?: string | undefined;
  /** A URI of this occurrence (RFC 9457 3.1.5). */
  readonly instance?: string | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly cookies?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The error that `fail` throws. If your handler catches it, rethrow it, because otherwise the client does not get the
 * failure. It has no stack trace, because that would cost more than the rest of the response.
 */
export class Failed {
  readonly name = "Failed";
  readonly failure: AnyFailure;
  readonly data: unknown;
  readonly occurrence: Occurrence;
  readonly #thrown = true;

  constructor(failure: AnyFailure, data: unknown, occurrence: Occurrence = {}) {
    this.failure = failure;
    this.data = data;
    this.occurrence = occurrence;
  }

  get message(): string {
    return `answered with the failure "${this.failure.name}"`;
  }

  /** Whether `fail` has thrown this. Unlike `instanceof`, it runs no code of a foreign value. */
  static "~is"(value: unknown): value is Failed {
    return typeof value === "object" && value !== null && #thrown in value && value.#thrown;
  }
}
/** Whether a value is a declared failure. Modules that import each other leave holes in lists. */
export function isFailure(value: unknown): value is AnyFailure {
  return typeof value === "object" && value !== null && "~failure" in value;
}

// `instanceof Error` is true, so that loggers know it. The constructor of Error, which takes the stack, does not run.
Object.setPrototypeOf(Failed.prototype, Error.prototype);

/** The options of `respond`. */
export interface RespondOptions {
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly cookies?: Readonly<Record<string, unknown>> | undefined;
  /** The media type of one of several representations. */
  readonly mediaType?: string | undefined;
  /** The header `Link` of a page. */
  readonly link?: string | undefined;
  /** The version of a conditional response. */
  readonly etag?: unknown;
}

/** The result of `respond`. */
export class RespondedValue {
  readonly value: unknown;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>> | undefined;
  readonly cookies: Readonly<Record<string, unknown>> | undefined;
  readonly mediaType: string | undefined;
  readonly link: string | undefined;
  readonly etag: unknown;

  constructor(value: unknown, options: RespondOptions = {}) {
    if (typeof options !== "object" || options === null) {
      throw new TypeError(
        `respond: expected an options object { status, headers, cookies, mediaType }, received ${shown(options)}`,
      );
    }
    const { status, headers, cookies, mediaType, link, etag } = options;
    this.value = value;
    this.status = status;
    this.headers = headers;
    this.cookies = cookies;
    this.mediaType = mediaType;
    this.link = link;
    this.etag = etag;
  }

  /** The same response with another value. */
  "~with"(value: unknown): RespondedValue {
    return new RespondedValue(value, this);
  }
}

/** A guard: adds values to the call, or fails. */
export interface Guard {
  readonly failures: readonly AnyFailure[];
  readonly provide: (call: ServerCall) => unknown;
}

/** A function that runs around a handler. It may fail too. */
export interface Around {
  readonly failures: readonly AnyFailure[];
  readonly run: (call: ServerCall, next: () => Promise<unknown>) => unknown;
  /** Whether its `next()` rejects if the response is not a success, so that a transaction around it rolls back. */
  readonly rollsBack?: boolean;
  /** Whether it runs around the handler of an endpoint. Default: around all. */
  readonly appliesTo?: (endpoint: AnyEndpoint) => boolean;
}

/** The guards and arounds of a view, each in the order of the calls, and its routes. */
export interface ViewSteps {
  readonly guards: readonly Guard[];
  readonly arounds: readonly Around[];
  /** The resources of `at`: a route is below each of them. */
  readonly above: readonly Placement[];
}

/** A handler at run time. */
export type RawHandler = (call: ServerCall) => unknown;
