// The second argument of the function of `authenticate`, and the argument of that of `authorize`, at run time. It is
// not the call itself, whose handler gets neither `scopes` nor `forbid`, and does not inherit from it: V8 is slow with
// a new prototype for each request.
import { after, rescued, type Later } from "../../../internal/later.ts";
import { ServerCall } from "../../call/call.ts";

/** What a call knows before its guards, the scopes that the endpoint asks for, and `forbid`. */
export class CheckCall extends ServerCall {
  declare readonly scopes: readonly string[];
  readonly forbid: () => never;
  /** Whether the function has read `scopes`, or there are none. */
  "~read": boolean;
  readonly "~scopes": readonly string[];

  constructor(call: ServerCall, scopes: readonly string[], forbid: () => never) {
    super(call["~exchange"], call["~scope"], call.ids, call["~events"]);
    this.forbid = forbid;
    this["~read"] = scopes.length === 0;
    this["~scopes"] = scopes;
    Object.defineProperty(this, "scopes", READ_SCOPES);
    // What the initial context gives, and after the credentials the principal.
    for (const name in call) {
      if (!(name in this)) {
        Object.defineProperty(this, name, { value: Reflect.get(call, name) });
      }
    }
  }
}

// An own property, so that a copy of the argument has it. One getter for all calls keeps them of one shape: with a
// getter for each, a check took three times as long.
const READ_SCOPES: PropertyDescriptor & ThisType<CheckCall> = {
  get() {
    this["~read"] = true;
    return this["~scopes"];
  },
  enumerable: true,
};

/** The outcome of a function of `authenticate` or `authorize`. */
export interface Checked {
  readonly returned: unknown;
  readonly isForbidden: boolean;
  /** Whether it has read `scopes`, or there are none. */
  readonly hasRead: boolean;
}

/** Runs such a function. A `forbid()` counts even if the project's code catches it. */
export function runCheck(
  call: ServerCall,
  scopes: readonly string[],
  run: (call: CheckCall) => unknown,
): Later<Checked> {
  let forbidden: object | undefined;
  const scope = new CheckCall(call, scopes, () => {
    // An error would take a stack, which costs more than the rest of the answer.
    forbidden = Object.freeze({ name: "Forbidden" });
    throw forbidden;
  });
  const checked = (returned: unknown): Checked => ({
    returned,
    isForbidden: forbidden !== undefined,
    hasRead: scope["~read"],
  });
  return rescued(
    () => after(run(scope), checked),
    (error) => {
      if (forbidden !== undefined && error === forbidden) {
        return checked(undefined);
      }
      throw error;
    },
  );
}
