import { hc } from "hono/client";

export function connect(baseUrl, fetch) {
  const client = hc(baseUrl, { fetch });
  return {
    get: async (user) => (await client.v1.users[":user"].$get({ param: { user } })).json(),
    post: async (json) => (await client.v1.users.$post({ json })).json(),
    query: async (query) => (await client.v1.users.$get({ query })).json(),
  };
}
