// Bough with all that it does by default: limits, negotiation, strict JSON, problem details.
import { dynamicResource, get, integer, post, rootResource, staticResource, type } from "bough";
import { listen as listenNode } from "bough/node";
import { createServer } from "bough/server";
import { create, list, NewUser, user } from "./shared.mjs";

export const api = rootResource("v1", {
  users: staticResource("users", {
    list: get()
      .parameters({ limit: integer({ min: 1 }).default(20) })
      .response(type()),
    create: post().request(NewUser).response(type(), { status: 201 }),
    user: dynamicResource("user", { find: get().response(type()) }),
  }),
});

export const server = createServer();
server.route(api.users.list, ({ parameters }) => list(parameters.limit));
server.route(api.users.create, ({ body }) => create(body));
server.route(api.users.user.find, ({ ids }) => user(ids.user));

export const { fetch } = server;
export const listen = (port) => listenNode(server, { port });
