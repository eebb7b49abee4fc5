import { expect, test } from "vitest";
import { after, FOLDER } from "../moving/fixture.ts";
import { migrateTsRest } from "./index.ts";

const files = {
  "contract.ts": `import { initContract } from "@ts-rest/core";
import { z } from "zod";
const c = initContract();
export const contract = c.router({
  list: {
    method: "GET",
    path: "/posts",
    query: z.object({
      q: z.string().transform((text) => text.length),
      tags: z.array(z.string()),
      open: z.coerce.boolean(),
    }),
    responses: { 200: c.type<string[]>() },
  },
  get: { method: "GET", path: "/posts/:id", responses: { 200: c.type<string>() } },
});
`,
  "client.ts": `import { initClient, tsRestFetchApi } from "@ts-rest/core";
import { contract } from "./contract.ts";
export const client = initClient(contract, {
  baseUrl: "/api",
  baseHeaders: { "x-path": ({ path }) => path },
  jsonQuery: true,
  api: (given) => tsRestFetchApi(given),
});
export const path = contract.get.path;
`,
  "server.ts": `import { createExpressEndpoints, initServer } from "@ts-rest/express";
import express from "express";
import { contract } from "./contract.ts";
const app = express();
const router = initServer().router(contract, {
  list: async ({ query }) => ({ status: 200, body: [query.tags.join()] }),
  get: async ({ params }) => ({ status: 200, body: params.id }),
});
createExpressEndpoints(contract, router, app, { jsonQuery: true });
`,
};

test("what Bough does differently is reported, with what to do", () => {
  const { left } = after(files, migrateTsRest(FOLDER, new Map(Object.entries(files))));
  const refused = "the body of a refused request, 400, is problem details now";
  expect(left).toEqual([
    "contract.ts:8 a parameter can't have a `transform`: check that this one accepts the same strings",
    "contract.ts:8 ts-rest's clients write an array in a query as `name[0]=…`: clients that repeat the name get a 400 now",
    "contract.ts:8 `z.coerce.boolean()` is true for every string that isn't empty: `boolean()` accepts only `true` and `false`",
    "client.ts:5 this header depends on the request: read it from the call that the client passes to `headers`",
    "client.ts:6 `jsonQuery` has no counterpart in Bough: declare each parameter that is JSON as jsonText()",
    "client.ts:7 `apiFetch` calls your `api` function: use `fetch` or `around` of createClient() instead",
    "client.ts:9 `path` has `{id}` instead of `:id` now: check the code that reads it",
    expect.stringContaining(`server.ts:9 ${refused}`),
    "server.ts:9 `jsonQuery` has no counterpart in Bough: declare each parameter that is JSON as jsonText()",
  ]);
});
