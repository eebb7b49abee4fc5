// The server runs in this page: it takes a Request and returns a Response, as it does behind a port.
import { createServer } from "bough/server";
import { UserNotFound, users, type User } from "./api.ts";

const rows: User[] = [{ id: 1, name: "Ada" }];

export const server = createServer();
server.route(users.list, () => rows);
server.route(users.create, ({ body }) => {
  const user = { id: rows.length + 1, name: body.name };
  rows.push(user);
  return user;
});
server.route(
  users.user.find,
  ({ ids, fail }) => rows.find(({ id }) => id === ids.user) ?? fail(UserNotFound),
);
