// Idempotency: endpoints with `.idempotent()` run once for each `Idempotency-Key`, on the views of `idempotent`. It
// reads the key after the guards, and keeps the response around the handler.
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import { pause } from "../../shared/reception/received-schema.ts";
import type { Around, ServerCall } from "../../serve/handler/call.ts";
import type { AnyFailure } from "../../declare/failure/failure.ts";
import { endpointKey } from "../../declare/tree/endpoint-key.ts";
import { trimmed } from "../../shared/http/header-value.ts";
import { rejectionAnswer } from "../../serve/response/write-failure.ts";
import { successOf, OpaqueAnswer } from "../../serve/routing/around.ts";
import { HandlerError } from "../../serve/handler/handler-error.ts";
import type { AroundCall, GuardCall } from "../../serve/handler/step-types.ts";
import type { Answer } from "../../serve/exchange/answer.ts";
import { rejection, type RequestIssue } from "../../serve/exchange/rejection.ts";
import { amount, flag, hook, option, verifyTable } from "../../serve/options/option-table.ts";
import type { EndpointPart, GivenRoute, RouteFault, ServerPart } from "../../serve/routing/part.ts";
import { securedSteps } from "../security/server-authenticate.ts";
import { KEY_HEADER, KEY_STATUS_HEADER } from "./declared.ts";
import { fingerprintOf, sha256 } from "./server-fingerprint.ts";
import {
  BROKEN,
  StoreUnavailable,
  askStore,
  replayOf,
  storedOf,
  whole,
  type IdempotencyStore,
  type StoredResponse,
} from "./server-store.ts";

/**
 * The key of a header line; `undefined` for another line. A key is 1 to 255 visible ASCII characters, bare or as the
 * text of RFC 9651 3.3.3. Two lines arrive with a space between them, which no key has.
 */
function keyIn(line: string): string | undefined {
  const [, quoted, bare] =
    /^(?:"([!#-[\]-~]{1,255})"|((?!")[!-~]{1,255}))$/.exec(trimmed(line)) ?? [];
  return quoted ?? bare;
}

/** Whether a key is a UUID (RFC 9562), which nobody guesses. */
function isUuid(key: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(key);
}

/** The options of `idempotent`. */
export interface IdempotencyOptions<Call = GuardCall<never>> {
  /** Where responses are kept: `memoryStore()`, or a store in the database. */
  readonly store: IdempotencyStore;
  /**
   * Whose keys these are, such as the id of the user; two scopes may have the same key. `undefined` for anonymous
   * callers, whose keys must be UUIDs. In a view with `secured`, it is called only for calls with a principal.
   */
  readonly scope: (call: Call) => string | undefined;
  /** Milliseconds for which a repeated call waits for the first one: 5,000. Then it gets a 409. */
  readonly wait?: number;
  /** Whether a handler that throws keeps its 500 for the key. `false` lets a repeated call run again. Default: `true`. */
  readonly keepErrors?: boolean;
}

interface KeyedRequest {
  readonly key: string;
  readonly scope: string;
  /** Whether a failure undoes what the handler did, so that nothing is to be kept. */
  readonly isRolledBack: boolean;
  /** The body before its schema: JSON as a value, anything else as bytes. */
  body: unknown;
}

/** What the view of an endpoint does besides. */
interface KeyedView {
  readonly isSecured: boolean;
  readonly isRolledBack: boolean;
}

type Outcome = Awaited<ReturnType<IdempotencyStore["run"]>>;

/** What has happened to the handler of a call. */
type Ran = { readonly answer: Answer } | { readonly error: unknown };

const MISSING =
  "is missing: send a key for each call, and the same one when you repeat the call, such as a UUID";
const MALFORMED = "must be one key of 1 to 255 visible ASCII characters";
const GUESSABLE = "must be a UUID, because the caller is anonymous";

const OPTIONS = {
  store: option(
    "a store, such as memoryStore()",
    (store) => typeof Object(store).run === "function",
  ),
  scope: hook("pass ({ principal }) => principal.id"),
  wait: amount,
  keepErrors: flag,
};

/** The keys of a view. */
export class Idempotency implements Around {
  readonly failures: readonly AnyFailure[] = [];
  readonly store: IdempotencyStore;
  readonly #options: IdempotencyOptions<never>;
  readonly #requests = new WeakMap<object, KeyedRequest>();

  constructor(options: IdempotencyOptions<never>) {
    if (typeof Object(options).run === "function") {
      throw new TypeError("idempotent: received a store: pass { store: memoryStore(), scope }");
    }
    verifyTable("idempotent", options, OPTIONS);
    for (const name of ["store", "scope"] as const) {
      if (options[name] === undefined) {
        throw new TypeError(`idempotent: ${name} is missing: idempotent({ store, scope })`);
      }
    }
    this.store = options.store;
    this.#options = options;
  }

  readonly appliesTo = ({ idempotent }: AnyEndpoint): boolean => idempotent !== undefined;

  /** Reads the key and the body of requests to an endpoint. */
  endpoint(endpoint: AnyEndpoint, view: KeyedView): EndpointPart {
    const isRequired = endpoint.idempotent?.required !== false;
    return {
      head: (call, issues) => {
        const fault = this.#read(call, isRequired, view);
        if (fault !== undefined) {
          issues.push({ in: "header", name: KEY_HEADER, message: fault } satisfies RequestIssue);
        }
      },
      received: (call, content) => {
        const request = this.#requests.get(call);
        if (request !== undefined) {
          request.body = content;
        }
      },
    };
  }

  readonly run = async (call: ServerCall, next: () => Promise<unknown>): Promise<unknown> => {
    const request = this.#requests.get(call);
    return request === undefined ? next() : new OpaqueAnswer(await this.#once(call, request, next));
  };

  // Keeps the key of a request; returns what is wrong with it.
  #read(call: ServerCall, isRequired: boolean, view: KeyedView): string | undefined {
    const line = call["~exchange"].header(KEY_HEADER);
    if (line === undefined) {
      return isRequired ? MISSING : undefined;
    }
    const key = keyIn(line);
    if (key === undefined) {
      return MALFORMED;
    }
    const scope = this.#scopeOf(call, view.isSecured);
    if (scope === undefined && !isUuid(key)) {
      return GUESSABLE;
    }
    const { isRolledBack } = view;
    this.#requests.set(call, { key, scope: scope ?? "", isRolledBack, body: undefined });
    return undefined;
  }

  #scopeOf(call: ServerCall, isSecured: boolean): string | undefined {
    if (isSecured && call.principal === undefined) {
      return undefined;
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the view has checked which call its function takes
    const scope: unknown = this.#options.scope(call as never);
    if (scope !== undefined && (typeof scope !== "string" || scope === "")) {
      const text = `the scope of idempotent() is ${shown(scope)}: return a text that is not empty, or undefined for anonymous callers`;
      throw new HandlerError("invalid-scope", call.endpoint, text);
    }
    return scope;
  }

  async #once(
    call: ServerCall,
    request: KeyedRequest,
    next: () => Promise<unknown>,
  ): Promise<Answer> {
    const { store, wait = 5_000, keepErrors = true } = this.#options;
    const { endpoint } = call;
    const asked = {
      key: await sha256(request.key),
      scope: request.scope,
      endpoint: endpointKey(endpoint),
      fingerprint: await fingerprintOf(call, request.body),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a call of an around, with the values of its view
      call: call as unknown as AroundCall<never>,
    };
    let ran: Ran | undefined;
    const answered = (): Answer | undefined => {
      if (ran !== undefined && "error" in ran) {
        throw ran.error;
      }
      return ran?.answer;
    };
    const execute = async (): Promise<StoredResponse> => {
      try {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the inner steps of an around resolve to it
        const { answer: given } = (await next()) as OpaqueAnswer;
        const answer = await whole(request.isRolledBack ? successOf(given) : given);
        ran = { answer };
        return storedOf(answer);
      } catch (error) {
        ran = { error };
        if (request.isRolledBack || !keepErrors) {
          throw error;
        }
        return BROKEN;
      }
    };
    const until = Date.now() + wait;
    for (let delay = 10; ; delay = Math.min(2 * delay, 250)) {
      let outcome: Outcome;
      try {
        outcome = await askStore(store, asked, execute);
      } catch (error) {
        // The store may have passed on what the handler threw.
        answered();
        return unavailable(error, call);
      }
      const answer = answered();
      if (answer !== undefined) {
        return told(answer, "stored");
      }
      const left = until - Date.now();
      if (outcome !== "in-progress" || left <= 0) {
        return answerOf(outcome, endpoint);
      }
      await pause(Math.min(delay, left), call.signal);
    }
  }
}

// The response to a call whose handler does not run.
function answerOf(outcome: Outcome, endpoint: AnyEndpoint): Answer {
  if (outcome === "in-progress") {
    const text = "another call with this key is running";
    return told(rejectionAnswer(rejection(409, text, ["retry-after", "1"])), "in-progress");
  }
  if (outcome === "reused") {
    const text = "another request was sent with this key: use a new one";
    return told(rejectionAnswer(rejection(422, text)), "reused");
  }
  return told(replayOf(outcome, endpoint), "replayed");
}

function told(answer: Answer, status: "stored" | "replayed" | "in-progress" | "reused"): Answer {
  return { ...answer, headers: [...answer.headers, KEY_STATUS_HEADER, status] };
}

// Any other error is one of the project's store.
function unavailable(error: unknown, call: ServerCall): Answer {
  if (!(error instanceof StoreUnavailable)) {
    throw error;
  }
  call["~scope"].onError(error, call);
  const { retryAfter } = error;
  const headers = retryAfter === Infinity ? [] : ["retry-after", String(retryAfter)];
  return rejectionAnswer(rejection(503, undefined, headers));
}

/** Runs the handlers of idempotent endpoints once for each key. */
export function idempotency(): ServerPart {
  return {
    names: ({ idempotent }) =>
      idempotent === undefined ? {} : { reads: [KEY_HEADER], writes: [KEY_STATUS_HEADER] },
    refuse: faultOf,
    served: (route) => {
      const [found] = idempotencyOf(route);
      return found && { lifetime: found.store.lifetime };
    },
    endpoint: ({ endpoint, steps }) => {
      const [found] = idempotencyOf({ endpoint, steps });
      const before = found && steps.arounds.slice(0, steps.arounds.indexOf(found));
      return found?.endpoint(endpoint, {
        isSecured: securedSteps(steps).checks.size > 0,
        isRolledBack: before?.some(({ rollsBack }) => rollsBack) === true,
      });
    },
  };
}

function faultOf({ endpoint, steps }: GivenRoute): RouteFault | undefined {
  if (endpoint.idempotent === undefined) {
    return undefined;
  }
  const [found, more] = idempotencyOf({ endpoint, steps });
  return found === undefined
    ? [
        "declares .idempotent(), but its view keeps no responses",
        "route it on server.idempotent({ store: memoryStore(), scope: ({ principal }) => principal.id })",
      ]
    : more && ["has two views of idempotent", "remove one of the two"];
}

function idempotencyOf({
  endpoint: { idempotent },
  steps: { arounds },
}: Pick<GivenRoute, "endpoint" | "steps">): Idempotency[] {
  return idempotent ? arounds.filter((around) => around instanceof Idempotency) : [];
}
