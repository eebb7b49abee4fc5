// What each side makes of a declaration, exported: servers, views, clients, calls.

import { apiKey, bearer, cookie, get, rootResource, string } from "bough";
import { allOf } from "bough/existing";
import { createClient, credential } from "bough/client";
import { xhrFetch } from "bough/client/xhr";
import type { Call, Handler, Handlers } from "bough/server";
import { authenticate, createServer } from "bough/server";
import { Full, shapes, Slow, User, user } from "../api/shapes.js";

export const worker = createServer<{ env: { region: string } }>();
export const server = createServer();
export const guarded = server.guard([Slow, Full], ({ header }) => ({ tenant: header("x-tenant") }));
export const timed = guarded.around((_call, next) => next());
export const listed = guarded.around([Slow], (_call, next) => next());
export const below = server.at(User).guard(({ ids }) => ({ id: ids }));
export const handler = timed.handler<typeof User.find>(() => []);
export const { unrouted, unvalidated, fetch } = server;

export const client = createClient({ fetch });
export const uploading = createClient({ fetch: xhrFetch });
export const { request, urlOf } = client;
export const find = () => client.request(user.find, { headers: { "x-tenant": "a" } });
export const found = async () => await find();
export const upload = (cover: File) =>
  uploading.request(
    shapes.album,
    { title: "Summer", picture: cover },
    { headers: { "x-tenant": "a" }, onProgress: () => {} },
  );

// What is made of a call and of a result.

export const handlers = {
  find: ({ fail }) => fail(Slow, undefined, { headers: { "retry-after": 1 } }),
} satisfies Handlers<typeof User>;
export const finder = (({ fail }) =>
  fail(Full, { size: 1 }, { headers: { "x-size": 1 } })) satisfies Handler<typeof User.find>;
export const told = (call: Call<typeof User.find>) => call;
export const failing = ({ fail, respond }: Call<typeof User.find>) => ({ fail, respond });
export const guardOf = server.guard.bind(server);
export const succeeded = async () => {
  const result = await find();
  if (!result.ok) throw new Error(result.failure.name);
  return result;
};
export const failed = async () => {
  const result = await find();
  return result.failedWith(Full) ? result : undefined;
};
export const failureOf = async () => {
  const result = await find();
  return result.ok ? undefined : result.failure;
};

export const Token = bearer("user-token", { format: "JWT" });
export const Session = apiKey("session", { cookie: "__Host-session" });
export const notes = rootResource(
  "notes",
  { security: [Token], cookies: { theme: string().optional() } },
  {
    list: get().response<string[]>(),
    admin: get("admin")
      .security(Token.scopes("admin"), Session)
      .response<string>(undefined, {
        cookies: { seen: cookie(string()) },
      }),
    both: get("both").security(allOf(Token, Session)).response<string>(),
  },
);
export const checks = [
  authenticate(Token, (token) => ({ user: token })),
  authenticate(Session, (id) => ({ session: id })),
] as const;
export const checking = createServer().secured([...checks]);
export const listing = checking.handler<typeof notes.list>(({ principal }) => [principal.user]);
export const credentials = [credential(Token, "secret")];
