import { dynamicResource, get, rootResource, staticResource } from "bough";
import { createServer } from "bough/server";
import { item, rangeOf, schemasOf } from "./shared.mjs";

export function build(count) {
  const resources = Object.fromEntries(
    rangeOf(count).map((index) => {
      const found = dynamicResource("id", { find: get().response(schemasOf(index).answer) });
      return [`r${index}`, staticResource(`r${index}`, { found })];
    }),
  );
  const api = rootResource("v1", resources);
  const server = createServer();
  for (const index of rangeOf(count)) {
    server.route(api[`r${index}`].found.find, ({ ids }) => item(ids.id));
  }
  return server.fetch;
}
