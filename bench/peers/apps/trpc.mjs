import { initTRPC } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { createHTTPServer } from "@trpc/server/adapters/standalone";
import {
  create,
  list,
  NewUser,
  Params,
  Query,
  report,
  Report,
  user,
  User,
  Users,
} from "../../apps/shared.mjs";

const t = initTRPC.create();
export const router = t.router({
  users: t.router({
    get: t.procedure
      .input(Params)
      .output(User)
      .query(({ input }) => user(input.user)),
    create: t.procedure
      .input(NewUser)
      .output(User)
      .mutation(({ input }) => create(input)),
    list: t.procedure
      .input(Query)
      .output(Users)
      .query(({ input }) => list(input.limit)),
  }),
  report: t.procedure.output(Report).query(() => report()),
});

const input = (value) => encodeURIComponent(JSON.stringify(value));
export const paths = {
  get: `/users.get?input=${input({ user: "u1" })}`,
  post: "/users.create",
  query: `/users.list?input=${input({ limit: 10 })}`,
  large: "/report",
  missing: "/nope.x",
  "wrong body": "/users.create",
  "wrong query": `/users.list?input=${input({ limit: 0 })}`,
};
export const statuses = { post: 200 };
export const read = ({ result }) => result.data;

export const fetch = (req) =>
  fetchRequestHandler({ req, router, endpoint: "", createContext: () => ({}) });
export const listen = (port) => createHTTPServer({ router }).listen(port, "127.0.0.1");
