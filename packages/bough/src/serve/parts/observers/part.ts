// Observers: the functions of the option `observe` run around each request, and see how it ends.
import type { ServerOptions } from "../server-options.ts";
import { observe } from "./observe.ts";
import type { PartSetup, ServerPart } from "../../routing/part.ts";

export function observers(setup: PartSetup<ServerOptions>): ServerPart | undefined {
  const { basePath, options, report, secrets } = setup;
  const all = options.observe === undefined ? [] : [options.observe].flat();
  return all.length === 0
    ? undefined
    : {
        around: (exchange, endpoint, run) =>
          observe(
            { observers: all, exchange, endpoint, basePath, secrets: secrets(), report },
            run,
          ),
      };
}
