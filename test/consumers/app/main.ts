// The other project serves and calls what the first one declared, in one process.

import { createClient } from "bough/client";
import { createServer } from "bough/server";
import { api, EmailTaken, type User, UserNotFound } from "../api/api.js";

const users = new Map<string, User>();
const id = "0b9e7e3c-58a5-4c1c-9d6f-2f4c8f0f8a11";

const server = createServer();
server.route(api.users.list, ({ parameters }) => [...users.values()].slice(0, parameters.limit));
server.route(api.users.create, ({ body, respond, fail }) => {
  if (users.size > 0) fail(EmailTaken, { email: body.email });
  const user = { id, ...body };
  users.set(id, user);
  return respond(user, { status: 201 });
});
server.route(api.users.invite, ({ body }) => {
  const days: number = body.days;
  if (days !== 7) throw new Error("the schema's default is missing");
});
server.route(api.users.user.find, ({ ids, fail }) => users.get(ids.user) ?? fail(UserNotFound));
server.route(api.users.user.remove, ({ ids, fail }) => {
  if (!users.delete(ids.user)) fail(UserNotFound);
});

const client = createClient({ fetch: server.fetch });
const ada = { name: "Ada", email: "ada@example.test" };

const created: User = await client.request(api.users.create, ada).bodyOrThrow();
const again = await client.request(api.users.create, ada);
const email: string | undefined = again.failedWith(EmailTaken)
  ? again.failure.body.email
  : undefined;
const list: User[] = await client
  .request(api.users.list, { parameters: { limit: 5 } })
  .bodyOrThrow();
const invited = await client.request(api.users.invite, { email: ada.email });
const found: User = await client.request(api.users.user(id).find).bodyOrThrow();
await client.request(api.users.user(id).remove).bodyOrThrow();
const gone: User | null = await client.request(api.users.user(id).find).bodyOrNull(UserNotFound);

console.log(
  JSON.stringify({
    created: created.name,
    email,
    list: list.length,
    invited: invited.ok,
    found: found.name,
    gone,
    path: api.users.user(id).path,
  }),
);

export const path: "/v1/users/{user}" = api.users.user.path;

/** What must not compile across the border of two projects; nothing of it runs. */
export async function refused(): Promise<void> {
  // @ts-expect-error - the id of the user is missing
  await client.request(api.users.user.find);
  // @ts-expect-error - limit is a number
  await client.request(api.users.list, { parameters: { limit: "5" } });
  // @ts-expect-error - a new user has an e-mail address
  await client.request(api.users.create, { name: "Ada" });
  const user = await client.request(api.users.user(id).find).bodyOrThrow();
  // @ts-expect-error - a user has no age
  console.log(user.age);
  // @ts-expect-error - this endpoint does not declare the failure
  server.route(api.users.list, ({ fail }) => fail(EmailTaken, { email: "" }));
}
