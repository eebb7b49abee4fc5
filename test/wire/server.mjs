// A server of the API, with the sources of this commit.
import { authenticate, createServer, memoryStore } from "bough/server";
import { Bare, NotFound, Taken, Token, api } from "./api.mjs";

const { users, bodies } = api;

export function wireServer() {
  const server = createServer();
  server.route(users.list, ({ parameters, headers }) => ({
    ...parameters,
    tenant: headers["x-tenant"],
  }));
  server
    .idempotent({ store: memoryStore(), scope: () => "all" })
    .route(users.create, ({ body, fail, respond }) => {
      if (body.name === "taken") fail(Taken, { holder: "Grace" });
      if (body.name === "bare") fail(Bare, { errors: ["bare"] });
      return respond({ id: 1, ...body }, { headers: { location: "/v1/users/1" } });
    });
  server.route(users.user, {
    find: ({ ids, fail }) => (ids.user === 404 ? fail(NotFound) : { name: "Ada", version: 3 }),
    replace: ({ body, expect }) => {
      expect(3);
      return { ...body, version: 4 };
    },
    remove: () => undefined,
  });
  server.route(bodies, {
    text: ({ body }) => body,
    form: ({ body }) => body,
    parts: async ({ body: { fields, files } }) => {
      let file;
      for await (const { filename, mediaType, text } of files) {
        file = [filename, mediaType, await text()];
      }
      return { ...fields, file };
    },
    bytes: ({ body }) => body,
    stream: ({ body }) => body,
    lines: ({ body }) => body,
    events: () => [{ data: 1 }, { data: { a: 2 } }],
  });
  server
    .secured([authenticate(Token, (token) => token)])
    .route(api.me, ({ principal }) => principal);
  server.route(api.sign, ({ respond }) => respond("signed", { cookies: { session: "s" } }));
  return server;
}
