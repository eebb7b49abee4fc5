// The second argument of the function of `authenticate`, at run time. It is not the call itself, whose handler gets
// neither `scopes` nor `forbid`, and does not inherit from it: V8 is slow with a new prototype for each request.
import { ServerCall } from "../call/call.ts";

/** What a call knows before its guards, the scopes that the endpoint asks for, and `forbid`. */
export class CheckCall extends ServerCall {
  readonly scopes: readonly string[];
  readonly forbid: () => never;

  constructor(call: ServerCall, scopes: readonly string[], forbid: () => never) {
    super(call["~exchange"], call["~scope"], call.ids);
    this.scopes = scopes;
    this.forbid = forbid;
    // What the initial context gives.
    for (const [name, value] of Object.entries(call)) {
      if (!(name in this)) {
        Object.defineProperty(this, name, { value });
      }
    }
  }
}
