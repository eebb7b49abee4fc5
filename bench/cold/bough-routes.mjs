// The declaration and the handlers of Bough's contestants, for a standalone server or any host.
import { dynamicResource, get, rootResource, staticResource } from "bough";
import { item, rangeOf, schemasOf } from "./shared.mjs";

export function route(routes, count) {
  const resources = {};
  for (const index of rangeOf(count)) {
    const found = dynamicResource("id", { find: get().response(schemasOf(index).answer) });
    resources[`r${index}`] = staticResource(`r${index}`, { found });
  }
  const api = rootResource("v1", resources);
  for (const index of rangeOf(count)) {
    routes.route(api[`r${index}`].found.find, ({ ids }) => item(ids.id));
  }
  return routes;
}
