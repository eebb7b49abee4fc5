// A call's result at run time: plain data of its own, and the accessors that its
// types name in result.ts, on itself and on its promise.
import type { AnyFailure } from "../declaration/failure.ts";
import type { CallInfo } from "./call-error.ts";
import { FailureError } from "./failure-error.ts";
import type { AnyFailureView } from "./failure-error.ts";
import { NotModifiedError } from "./not-modified-error.ts";

/** What was answered: a body, or a declared failure. */
export type Answer =
  | { readonly body: unknown; readonly failure?: undefined }
  | { readonly failure: AnyFailureView };

type AnyCases = Readonly<Record<string, (body: unknown, result: CallResult) => unknown>>;

/** What every result is, whatever its endpoint's types. */
export class CallResult {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: object;
  declare readonly body: unknown;
  declare readonly failure: AnyFailureView | undefined;
  declare readonly "~origin": { readonly call: CallInfo; readonly response: Response };

  constructor(call: CallInfo, response: Response, headers: object, answer: Answer) {
    this.ok = !answer.failure;
    this.status = response.status;
    this.headers = headers;
    if (answer.failure) {
      this.failure = answer.failure;
    } else {
      this.body = answer.body;
    }
    Object.defineProperty(this, "~origin", { value: { call, response } });
  }

  get response(): Response {
    return this["~origin"].response;
  }

  bodyOrThrow(): unknown {
    const { call } = this["~origin"];
    if (this.failure) {
      throw new FailureError(call, this.failure);
    }
    if (this.status === 304) {
      throw new NotModifiedError(call);
    }
    return this.body;
  }

  bodyOrNull(...failures: AnyFailure[]): unknown {
    const { failure } = this;
    return failure &&
      (failures.length > 0
        ? failures.some((one) => this.failedWith(one))
        : failure.status === 404 || failure.status === 410)
      ? null
      : this.bodyOrThrow();
  }

  match(cases: AnyCases): unknown {
    const { failure } = this;
    const chosen = failure ? cases[failure.name] : cases["ok"];
    return (chosen as AnyCases[string])(failure ? failure.body : this.body, this);
  }

  failedWith(failure: AnyFailure): boolean {
    return this.failure?.name === failure.name;
  }
}

// A prototype in place of three properties of its own: those would cost more than
// the rest of a call. Its `constructor` stays `Promise`, and so does what `then` makes.
const pending: object = /* @__PURE__ */ Object.create(Promise.prototype, {
  bodyOrThrow: accessor((result) => result.bodyOrThrow()),
  bodyOrNull: accessor((result, ...failures) => result.bodyOrNull(...(failures as AnyFailure[]))),
  match: accessor((result, cases) => result.match(cases as AnyCases)),
});

function accessor(read: (result: CallResult, ...given: unknown[]) => unknown): PropertyDescriptor {
  return {
    value(this: Promise<CallResult>, ...given: unknown[]) {
      return this.then((result) => read(result, ...given));
    },
  };
}

/** The same promise with the accessors of its result. */
export function withAccessors(promise: Promise<CallResult>): Promise<CallResult> {
  return Object.setPrototypeOf(promise, pending) as Promise<CallResult>;
}
