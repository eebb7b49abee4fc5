// The options of `BoughModule.forRoot`.
import type { AnyResource } from "bough";
import type { ListenerOptions } from "bough/node";
import type { Routes } from "bough/server";
import type { AnyAuthenticator, AuthenticateCall, HostOptions } from "bough/types";

/** The options of `BoughModule.forRoot`: the trees, how they are served, and the options of a server. */
export interface BoughOptions extends HostOptions, ListenerOptions {
  /** The trees that the application serves. Each endpoint below them needs a method. */
  readonly roots: readonly AnyResource[];
  /** Whether endpoints may lack a method, for example while controllers move one by one. Default: `false`. */
  readonly partial?: boolean;
  /** Checks the credentials of security schemes: `[authenticate(UserToken, (token) => users.byToken(token))]`. */
  readonly security?: readonly AnyAuthenticator<AuthenticateCall>[];
  /**
   * Gets the routes before the methods are added to them, for example to add a docs page, to register an error format, or
   * to return a view with a store of idempotency keys.
   */
  readonly extend?: (routes: Routes) => ExtendedRoutes | void;
}

/** A view of routes, whatever its types. */
interface ExtendedRoutes {
  readonly guard: unknown;
  readonly route: unknown;
}
