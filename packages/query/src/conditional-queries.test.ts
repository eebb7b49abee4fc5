import { MutationObserver, QueryClient } from "@tanstack/query-core";
import { expect, test } from "vitest";
import { createClient } from "bough/client";
import { del, dynamicResource, put, rootResource } from "bough";
import { createServer } from "bough/server";
import { createQueries } from "./create-queries.ts";

const api = rootResource({
  article: dynamicResource("slug", {
    save: put().request<{ title: string }>().conditional({ version: "version" }),
    remove: del().conditional({ version: "version", required: false }),
  }),
});

test("a mutation of a conditional endpoint takes the version beside its body", async () => {
  const seen: unknown[] = [];
  const server = createServer();
  server.route(api.article, {
    save: ({ body, ifMatch }) => {
      seen.push(body, ifMatch);
    },
    remove: ({ ifMatch }) => {
      seen.push(ifMatch);
    },
  });
  const queries = createQueries(createClient({ fetch: server.fetch }));
  const client = new QueryClient();
  const article = { title: "a", version: 3 };
  const save = new MutationObserver(client, queries.mutationOptions(api.article("a").save));
  await save.mutate({ body: { title: "b" }, ifMatch: article });
  const open = new MutationObserver(client, queries.mutationOptions(api.article.save));
  await open.mutate({ ids: { slug: "a" }, body: { title: "c" }, ifMatch: null });
  const remove = new MutationObserver(client, queries.mutationOptions(api.article("a").remove));
  await remove.mutate({ ifMatch: article });
  await remove.mutate();
  expect(seen).toEqual([{ title: "b" }, ["3"], { title: "c" }, null, ["3"], undefined]);
});
