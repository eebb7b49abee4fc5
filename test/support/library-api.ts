// A server of the library's API, and what ran in it.
import { createServer } from "bough/server";
import type { ServerOptions } from "bough/server";
import type { FetchServer } from "bough/types";
import { routeLibrary } from "./library-routes.ts";
import type { Handled } from "./library-routes.ts";

/** A server of the API, and what ran in it. */
export interface Library {
  readonly server: FetchServer;
  /** The handlers that ran, with what they got. */
  readonly handled: Handled[];
  /** How often the guard ran. */
  readonly guarded: () => number;
  readonly errors: unknown[];
}

/** Serves the API. */
export function library(options: ServerOptions = {}): Library {
  const handled: Handled[] = [];
  const errors: unknown[] = [];
  let guarded = 0;
  const server = createServer({ onError: (error) => errors.push(error), ...options });
  routeLibrary(server, {
    guarded: () => guarded++,
    handled: (seen) => handled.push(seen),
  });
  return { server, handled, errors, guarded: () => guarded };
}
