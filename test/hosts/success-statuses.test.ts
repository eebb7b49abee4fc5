// Every status from 200 to 399 can be that of a response, also those that nobody has registered: on every host, for
// the client, in the contract and its document, and back from the document.
import { get, integer, noBody, rootResource, type, verify } from "bough";
import { createClient } from "bough/client";
import { contractOf } from "bough/contract";
import { openApi } from "bough-openapi";
import { createServer } from "bough/server";
import type { Routes } from "bough/server";
import { describe, expect, test } from "vitest";
import { readDocument } from "../../packages/import/src/read-document.ts";
import { declarationsOf } from "../../packages/import/src/print/declarations.ts";
import { singleModule } from "../../packages/import/src/print/modules.ts";
import { everyHost } from "../support/node-hosts.ts";

const api = rootResource("v1", {
  odd: get("odd")
    .parameters({ status: integer() })
    .response(type<{ readonly a: number }>(), { status: 209 })
    .response(type<{ readonly b: number }>(), { status: 218 })
    .response(noBody, { status: 306 })
    .response(type<{ readonly d: number }>(), { status: 399 }),
});
const register = (routes: Routes): void => {
  routes.route(api.odd, ({ parameters: { status }, respond }) =>
    status === 209
      ? respond({ a: 1 }, { status: 209 })
      : status === 218
        ? respond({ b: 2 }, { status: 218 })
        : status === 306
          ? respond(undefined, { status: 306 })
          : respond({ d: 4 }, { status: 399 }),
  );
};

describe.each([{ name: "fetch", open: undefined }, ...everyHost])("on $name", ({ open }) => {
  test("any status from 200 to 399 reaches the client with its body", async () => {
    const server = createServer();
    register(server);
    const host = await open?.(register);
    const client = createClient(
      host ? { baseUrl: `http://127.0.0.1:${host.port}` } : { fetch: server.fetch },
    );
    try {
      const results = [];
      for (const status of [209, 218, 306, 399]) {
        const result = await client.request(api.odd, { parameters: { status } });
        results.push([result.status, result.body]);
      }
      expect(results).toEqual([
        [209, { a: 1 }],
        [218, { b: 2 }],
        [306, undefined],
        [399, { d: 4 }],
      ]);
    } finally {
      await host?.close();
    }
  });
});

test("they are in the contract, in the document, and in the declaration that is imported from it", () => {
  verify(api);
  const statuses = contractOf(api).endpoints[0]?.responses?.map(({ status }) => status);
  expect(statuses).toEqual([209, 218, 306, 399]);
  const document = openApi(contractOf(api), {
    info: { title: "T", version: "1" },
    onWarning: () => undefined,
  });
  expect(document.paths).toMatchObject({
    "/v1/odd": { get: { responses: { 209: {}, 218: {}, 306: {}, 399: {} } } },
  });
  const source = singleModule(declarationsOf(readDocument(document), {}));
  for (const status of [209, 218, 306, 399]) {
    expect(source).toContain(`{ status: ${status} }`);
  }
});
