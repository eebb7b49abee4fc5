// `/` of an example leads to a page to look at.
import { get, noBody, rootResource, string } from "bough";
import type { Routes } from "bough/server";

const home = rootResource({
  show: get().response(noBody, { status: 302, headers: { location: string() } }),
});

/** Redirects `/` to a path of the same server. */
export function routeHome(routes: Pick<Routes, "route">, location: string): void {
  routes.route(home.show, ({ respond }) => respond(undefined, { headers: { location } }));
}
