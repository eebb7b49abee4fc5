// What code that adds its own endpoints reads from a server, without the server's code.
import type { AnyFailure } from "./failure/failure.ts";
import type { AnyResource } from "./tree/placement.ts";

/** A server, the routes of a host, or a view of them, for code that adds its own endpoints. */
export interface ServerInspection {
  /** The path before every template; empty for none. */
  readonly basePath: string;
  /** The failures of the view's steps. An endpoint that it routes declares them. */
  readonly failures: readonly AnyFailure[];
  /** Whether a guard or `authorize` may refuse requests. */
  readonly isGuarded: boolean;
  /** Whether every endpoint must declare its security. */
  readonly requiresSecurity: boolean;
  /** Leaves a tree out of the server's contracts and documents. */
  leaveOut(root: AnyResource): void;
  /**
   * Sends a request to the same server, in this process. It has the initial context of `call`, ends with it, and passes all
   * checks with its own headers. `undefined` for the routes of a host.
   */
  readonly fetch:
    | ((request: Request, call: { readonly signal: AbortSignal }) => Promise<Response>)
    | undefined;
}
