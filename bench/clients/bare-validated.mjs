// A Request by hand, with the response validated by zod.
import { User, Users } from "../apps/shared.mjs";

export function connect(origin, fetch) {
  const headers = { "content-type": "application/json" };
  const ask = async (schema, path, init) =>
    schema.parse(await (await fetch(new Request(origin + path, init))).json());
  return {
    get: (id) => ask(User, `/v1/users/${encodeURIComponent(id)}`),
    post: (body) => ask(User, "/v1/users", { method: "POST", body: JSON.stringify(body), headers }),
    query: (query) => ask(Users, `/v1/users?${new URLSearchParams(query)}`),
  };
}
