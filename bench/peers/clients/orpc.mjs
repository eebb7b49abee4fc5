import { createORPCClient } from "@orpc/client";
import { OpenAPILink } from "@orpc/openapi-client/fetch";
import { contract } from "../apps/orpc.mjs";

export function connect(url, fetch) {
  const client = createORPCClient(new OpenAPILink(contract, { url, fetch }));
  return {
    get: (user) => client.users.get({ user }),
    post: (body) => client.users.create(body),
    query: (query) => client.users.list(query),
  };
}
