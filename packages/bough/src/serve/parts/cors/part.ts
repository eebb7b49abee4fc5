// CORS: adds its headers to each response, and responds to preflights with the methods and headers of the tree. The
// parts of a server say which headers they read and write beside the declared ones.
import type { ServerOptions } from "../server-options.ts";
import { Cors } from "./cors.ts";
import type { PartSetup, ServerPart } from "../../routing/part.ts";

/** Lets pages of other origins call a server. */
export function cors({ options, ...setup }: PartSetup<ServerOptions>): ServerPart | undefined {
  if (options.cors === undefined) {
    return undefined;
  }
  const own = new Cors(options.cors, setup);
  return { headers: (before, to, isHosts) => own.with(before, to, isHosts) };
}
