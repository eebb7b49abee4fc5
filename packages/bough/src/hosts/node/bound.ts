// Node runs the callbacks of a socket in the async context of the socket, not of the request.
import { AsyncResource } from "node:async_hooks";

/** Wraps a function so that it runs in the async context of this call. */
export function bound<Given>(run: (given: Given) => void): (given: Given) => void {
  // `AsyncResource.bind` takes more time than the rest of a small request.
  const context = new AsyncResource("bough.body");
  return (given) => context.runInAsyncScope(run, undefined, given);
}
