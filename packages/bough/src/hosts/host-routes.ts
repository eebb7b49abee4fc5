// What `routing` of every host returns: the methods of `createServer`, with `call.host` typed.
import type { None } from "../shared/internal/record.ts";
import { shown } from "../shared/internal/wrong-argument.ts";
import { verifyTable, type OptionTable } from "../serve/options/option-table.ts";
import type { Routes } from "../serve/routes.ts";
import { RoutesView } from "../serve/routes-view.ts";
import type { ServerCore } from "../serve/server-core.ts";
import type { ServerOptions } from "../serve/parts/server-options.ts";
import { SERVER_OPTIONS } from "../serve/parts/verify-options.ts";

/** The routes that `routing` returns. `call.host` is the host's value. */
export type HostRoutes<Host> = Routes<OnHost<Host>, never, None, OnHost<Host>>;
interface OnHost<Host> {
  readonly host: Host;
}

/** The options that `routing` takes on every host. The host has its own mount prefix instead of `basePath`. */
export type HostOptions = Omit<ServerOptions, "basePath">;

const { basePath: _, ...HOST_OPTIONS } = SERVER_OPTIONS;

/** How to recognise an application of a host, and how to make one. */
export interface HostApp {
  readonly is: (app: never) => unknown;
  readonly needed: string;
}

/** Throws `TypeError` for a wrong application, and for options that this host's `routing` does not have. */
export function verifyHost(
  app: unknown,
  { is, needed }: HostApp,
  options: unknown,
  more: OptionTable = {},
): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each check takes any object
  if (!is(Object(app) as never)) {
    throw new TypeError(`routing: expected ${needed}, received ${shown(app)}`);
  }
  verifyTable("routing", options, { ...HOST_OPTIONS, ...more });
}

/** Whether a host must pass both spellings of a path on, with and without a trailing slash. */
export function passesBothSpellings({ trailingSlashMismatch }: HostOptions): boolean {
  return trailingSlashMismatch === "redirect";
}

export function hostRoutes<Host>(core: ServerCore): HostRoutes<Host> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the exchanges that the host makes have this `host`
  return new RoutesView(core) as unknown as HostRoutes<Host>;
}
