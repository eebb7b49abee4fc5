import { Effect } from "effect";
import { FetchHttpClient } from "effect/http";
import { HttpApiClient } from "effect/http-api";
import { Api } from "../apps/effect.mjs";

export async function connect(baseUrl, fetch) {
  globalThis.fetch = fetch; // its layer uses this one
  const client = await Effect.runPromise(
    HttpApiClient.make(Api, { baseUrl }).pipe(Effect.provide(FetchHttpClient.layer)),
  );
  return {
    get: (user) => Effect.runPromise(client.users.get({ params: { user } })),
    post: (payload) => Effect.runPromise(client.users.create({ payload })),
    query: (query) => Effect.runPromise(client.users.list({ query })),
  };
}
