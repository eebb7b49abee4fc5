import { initClient } from "@ts-rest/core";
import { contract } from "../apps/ts-rest.mjs";

export function connect(baseUrl, fetch) {
  globalThis.fetch = fetch; // it has no option for it
  const client = initClient(contract, { baseUrl, baseHeaders: {} });
  return {
    get: async (user) => (await client.get({ params: { user } })).body,
    post: async (body) => (await client.create({ body })).body,
    query: async (query) => (await client.list({ query })).body,
  };
}
