// What every host's `routing` gives: the surface of `createServer`, whose calls know
// their host.
import { shown } from "../internal/shown.ts";
import { verifyTable } from "../server/options/option-table.ts";
import type { OptionTable } from "../server/options/option-table.ts";
import type { Routes } from "../server/routes.ts";
import { RoutesView } from "../server/routes-view.ts";
import type { ServerCore } from "../server/server-core.ts";
import type { ServerOptions } from "../server/options/server-options.ts";
import { SERVER_OPTIONS } from "../server/options/verify-options.ts";

/** The routes that `routing` returns. `call.host` is the host's value. */
export type HostRoutes<Host> = Routes<{ readonly host: Host }>;

/**
 * The options that `routing` takes on every host. The host has its own mount prefix instead of
 * `basePath`.
 */
export type HostOptions = Omit<ServerOptions, "basePath">;

const { basePath: _, ...HOST_OPTIONS } = SERVER_OPTIONS;

/** An application that a host gives: what tells it apart, and how it is made. */
export interface HostApp {
  readonly is: (app: never) => unknown;
  readonly needed: string;
}

/** Throws `TypeError` for an application that is none, and for options that `routing` does not take on its host. */
export function verifyHost(
  app: unknown,
  { is, needed }: HostApp,
  options: unknown,
  more: OptionTable = {},
): void {
  if (!is(Object(app) as never)) {
    throw new TypeError(`routing: got ${shown(app)}, but ${needed} is needed`);
  }
  verifyTable("routing", options, { ...HOST_OPTIONS, ...more });
}

/** Whether a host must pass on both spellings of a path, with and without a slash at its end. */
export function passesBothSpellings({ trailingSlashMismatch = "refuse" }: HostOptions): boolean {
  return trailingSlashMismatch !== "refuse";
}

/** The routes of a core that stands on a host. */
export function hostRoutes<Host>(core: ServerCore): HostRoutes<Host> {
  // The seam: the exchanges that the host makes have this `host`.
  return new RoutesView(core) as unknown as HostRoutes<Host>;
}
