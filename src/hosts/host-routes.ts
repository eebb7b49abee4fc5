// What every host's `routing` gives: the surface of `createServer`, whose calls know
// their host.
import { refuseUnknown, SERVER_OPTIONS } from "../server/known-options.ts";
import type { Routes } from "../server/routes.ts";
import { RoutesView } from "../server/routes-view.ts";
import type { ServerCore } from "../server/server-core.ts";
import type { ServerOptions } from "../server/server-options.ts";

/** Routes on a host; `call.host` is what the host gives. */
export type HostRoutes<Host> = Routes<{ readonly host: Host }>;

/** Options of routes on a host, which has a mount prefix of its own in place of `basePath`. */
export type HostOptions = Omit<ServerOptions, "basePath">;

/** Throws `TypeError` for an option that `routing` does not have, besides those of its host. */
export function verifyHostOptions(options: object, more: readonly string[]): void {
  const names = SERVER_OPTIONS.filter((name) => name !== "basePath");
  refuseUnknown("routing", options, [...names, ...more]);
}

/** The routes of a core that stands on a host. */
export function hostRoutes<Host>(core: ServerCore): HostRoutes<Host> {
  // The seam: the exchanges that the host makes have this `host`.
  return new RoutesView(core) as unknown as HostRoutes<Host>;
}
