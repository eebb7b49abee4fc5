import { treaty } from "@elysiajs/eden";

export function connect(baseUrl, fetch) {
  const client = treaty(baseUrl, { fetcher: fetch });
  return {
    get: async (user) => (await client.v1.users({ user }).get()).data,
    post: async (body) => (await client.v1.users.post(body)).data,
    query: async (query) => (await client.v1.users.get({ query })).data,
  };
}
