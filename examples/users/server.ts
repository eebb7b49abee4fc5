// Serves the API with one handler per endpoint. The rest of HTTP (404, 405, 415, HEAD, OPTIONS …) comes from
// the declaration.
import { routeDocs } from "bough-openapi/docs";
import { routeMcp } from "bough-mcp";
import { authenticate, createServer, memoryStore, sameSecret } from "bough/server";
import type { FetchServer } from "bough/types";
import {
  AlreadyFriends,
  api,
  EmailTaken,
  FriendNotFound,
  OwnFriend,
  UserNotFound,
  UserToken,
} from "./api.ts";
import { schemas } from "./api.schemas.ts";
import { Database } from "./db.ts";
import { ChangesSchema, NewUserSchema } from "./schemas.ts";

/** Clients need it to change something: `authorization: Bearer open-sesame`. */
export const TOKEN = "open-sesame";

/** Creates the server for the users in `db`. */
export function createUsersServer(db: Database = new Database()): FetchServer {
  // Bodies are validated by the schemas of their types, and answers have no other members than their types.
  const server = createServer({ schemas, requireSchemas: true });

  // Handlers of this view run only for clients with the token.
  const authorized = server.secured([
    authenticate(UserToken, (token) => (sameSecret(token, TOKEN) ? "editor" : undefined)),
  ]);

  // Handlers of this view run once for each idempotency key.
  const repeatable = server.idempotent({ store: memoryStore(), scope: () => undefined });

  server.route(api.users.list, ({ parameters }) => db.list(parameters));
  server.route(api.users.search, ({ body }) => db.search(body));
  repeatable.route(
    api.users.create,
    ({ body, respond, fail }) => {
      if (db.findByEmail(body.email) !== undefined) {
        fail(EmailTaken, { email: body.email });
      }
      const user = db.add(body);
      return respond(user, { headers: { location: api.users.user(user.id).path } });
    },
    { request: NewUserSchema },
  );

  const { user } = api.users;
  server.route(user.find, ({ ids, fail }) => db.find(ids.user) ?? fail(UserNotFound));
  server.route(user.exists, ({ ids, fail }) => {
    if (db.find(ids.user) === undefined) {
      fail(UserNotFound);
    }
  });
  authorized.route(
    user.replace,
    ({ ids, body, fail }) => {
      const found = db.find(ids.user) ?? fail(UserNotFound);
      const other = db.findByEmail(body.email);
      return other !== undefined && other.id !== found.id
        ? fail(EmailTaken, { email: body.email })
        : db.change(found, body);
    },
    { request: NewUserSchema },
  );
  authorized.route(
    user.change,
    ({ ids, body, fail }) => {
      const found = db.find(ids.user) ?? fail(UserNotFound);
      const other = body.email === undefined ? undefined : db.findByEmail(body.email);
      return other !== undefined && other.id !== found.id
        ? fail(EmailTaken, { email: other.email })
        : db.change(found, body);
    },
    { request: ChangesSchema },
  );
  authorized.route(user.remove, ({ ids, fail }) => {
    const found = db.find(ids.user) ?? fail(UserNotFound);
    db.remove(found.id);
  });

  const { friends } = user;
  server.route(friends.list, ({ ids, fail }) => {
    const { id } = db.find(ids.user) ?? fail(UserNotFound);
    return db.friends(id);
  });
  server.route(friends.friend.find, ({ ids, fail }) => {
    const { id } = db.find(ids.user) ?? fail(UserNotFound);
    return db.friend(id, ids.friend) ?? fail(FriendNotFound, { number: ids.friend });
  });
  authorized.route(friends.friend.put, ({ ids, body, respond, fail }) => {
    const { id } = db.find(ids.user) ?? fail(UserNotFound);
    const other = db.find(body.user) ?? fail(UserNotFound);
    const already = db.friends(id).find((friend) => friend.user === other.id);
    if (other.id === id) {
      fail(OwnFriend);
    }
    if (already !== undefined && already.number !== ids.friend) {
      fail(AlreadyFriends, { number: already.number });
    }
    const status = db.friend(id, ids.friend) === undefined ? 201 : 200;
    return respond(db.putFriend(id, ids.friend, other), { status });
  });
  authorized.route(friends.friend.remove, ({ ids, fail }) => {
    const { id } = db.find(ids.user) ?? fail(UserNotFound);
    if (!db.removeFriend(id, ids.friend)) {
      fail(FriendNotFound, { number: ids.friend });
    }
  });

  // Routes a whole resource: the compiler checks that no handler is missing.
  server.route(api.service, {
    health: () => undefined,
    statistics: () => db.count(),
  });

  // GET /docs is a page that shows the API and sends requests. Its Authorize button takes the token.
  routeDocs(server, api, {
    path: "docs",
    info: { title: "Users", version: "1.0.0" },
    version: "3.2",
  });

  // POST /mcp offers what only reads to language models, as tools.
  routeMcp(server, api, {
    path: "mcp",
    expose: [api.users],
    info: { title: "Users", version: "1.0.0" },
  });

  return server;
}
