import { createTRPCClient, httpLink } from "@trpc/client";

export function connect(url, fetch) {
  const client = createTRPCClient({ links: [httpLink({ url, fetch })] });
  return {
    get: (user) => client.users.get.query({ user }),
    post: (body) => client.users.create.mutate(body),
    query: (query) => client.users.list.query(query),
  };
}
connect.ownUrls = true;

export const envelope = (data) => ({ result: { data } });
