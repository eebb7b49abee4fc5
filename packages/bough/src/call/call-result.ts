// A call's result at run time: plain data, and the accessors whose types are in result.ts, on the
// result and on its promise.
import { ownOf } from "../shared/internal/record.ts";
import type { AnyFailure } from "../declare/failure/failure.ts";
import {
  FailureError,
  NotModifiedError,
  type CallInfo,
  type AnyFailureView,
} from "./call-error.ts";

type AnyCases = Readonly<
  Record<string, (body: unknown, result: CallResult) => unknown> &
    Record<"ok" | "else", (body: unknown, result: CallResult) => unknown>
>;

/** The result of any endpoint. */
export class CallResult {
  declare readonly ok: boolean;
  declare readonly status: number;
  declare readonly headers: object;
  declare readonly body: unknown;
  declare readonly failure: AnyFailureView | undefined;
  // Private fields, because properties that are not enumerable cost more than the rest of a result.
  readonly #call: CallInfo;
  readonly #response: Response;

  // oxlint-disable-next-line max-params -- an object for each result costs bytes of every client
  constructor(
    call: CallInfo,
    response: Response,
    headers: object,
    body: unknown,
    failure?: AnyFailureView,
  ) {
    this.ok = !failure;
    this.status = response.status;
    this.headers = headers;
    if (failure) {
      this.failure = failure;
    } else {
      this.body = body;
    }
    this.#call = call;
    this.#response = response;
  }

  get response(): Response {
    return this.#response;
  }

  get etag(): string | undefined {
    // A proxy that compresses makes a tag weak, or adds to it.
    return this.#response.headers.get("etag")?.replace(/^W\/|-gzip(?="$)/g, "");
  }

  bodyOrThrow(): unknown {
    const { failure, status, body } = this;
    if (failure) {
      const { name, title, detail = title } = failure;
      throw new FailureError(this.#call, `failed with ${status} ${name}: ${detail}`, {
        status,
        failure,
      });
    }
    if (status === 304) {
      throw new NotModifiedError(this.#call, "received 304: no body");
    }
    return body;
  }

  bodyOrNull(...failures: AnyFailure[]): unknown {
    const { failure } = this;
    return failure &&
      (failures[0]
        ? failures.some((one) => this.failedWith(one))
        : [404, 410].includes(failure.status))
      ? null
      : this.bodyOrThrow();
  }

  match(cases: AnyCases): unknown {
    const { failure, body } = this;
    if (!failure) {
      return cases.ok(body, this);
    }
    const own = ownOf(cases, failure.name);
    return (own ?? cases.else)(failure.body, this);
  }

  failedWith({ name }: AnyFailure): boolean {
    return this.failure?.name === name;
  }
}

// zone.js replaces the global class later, and then async functions return promises of another class.
export const OwnPromise: PromiseConstructor = Promise;

/** The prototype of a call's promise: the accessors of its result. `then` still returns plain promises. */
export const pending: object = /* @__PURE__ */ pendingPrototype();

// A result, for an accessor that passes its arguments on.
type Accessors = Readonly<
  Record<"bodyOrThrow" | "bodyOrNull" | "match", (...given: never[]) => unknown>
>;

function pendingPrototype(): object {
  const prototype: Record<string, unknown> = Object.create(OwnPromise.prototype);
  for (const name of ["bodyOrThrow", "bodyOrNull", "match"] as const) {
    prototype[name] = function (this: Promise<Accessors>, ...given: never[]): Promise<unknown> {
      return this.then((result) => result[name](...given));
    };
  }
  return prototype;
}
