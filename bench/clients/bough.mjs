// Bough's client, with responses declared by types alone.
import { createClient } from "bough/client";
import { byType, declare } from "../apps/bough-routes.mjs";

export const connect = connectTo(declare(byType));

/** Creates a client for this declaration. */
export function connectTo(api) {
  return (baseUrl, fetch) => {
    const client = createClient({ baseUrl, fetch });
    return {
      get: (id) => client.request(api.users.user(id).find).bodyOrThrow(),
      post: (body) => client.request(api.users.create, body).bodyOrThrow(),
      query: (parameters) => client.request(api.users.list, { parameters }).bodyOrThrow(),
    };
  };
}
