// Callbacks of a socket run in the context of the socket, not in that of a request.
import { AsyncResource } from "node:async_hooks";

/** Wraps a function so that it runs in the async context in which it is wrapped. */
export function bound<Given>(run: (given: Given) => void): (given: Given) => void {
  // `AsyncResource.bind` takes longer than all the rest of a small request.
  const context = new AsyncResource("bough.body");
  return (given) => context.runInAsyncScope(run, undefined, given);
}
