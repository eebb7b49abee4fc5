// Keys of JSON that set a prototype once a body is merged into another object: refused wherever
// JSON is parsed, on both sides, unless a declaration keeps them.
import { events, failure, get, json, jsonLines, post, rootResource } from "bough";
import { createClient } from "bough/client";
import type { Client } from "bough/client";
import { createServer } from "bough/server";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { collect } from "../support/chunks.ts";

interface Merged {
  readonly admin?: boolean;
}
const Named = failure("named", 409).body<Merged>();
const Bare = failure(418).body<Merged>();
const keep = { protoKeys: "keep" } as const;
const record = z.record(z.string(), z.unknown());

const api = rootResource({
  negotiated: post("negotiated").request<Merged>().response<Merged>().failure(Named, Bare),
  checked: post("checked").request(record).response<unknown>(),
  json: post("json").request(json<Merged>()).response(json<Merged>()),
  kept: post("kept").request(json<Merged>(keep)).response(json<Merged>(keep)),
  keptBySchema: post("kept-by-schema").request(json(record, keep)).response<boolean>(),
  lines: post("lines").request(jsonLines<Merged>()).response<number>(),
  allLines: get("all-lines").response(jsonLines<Merged>()),
  live: get("live").response(events<Merged>()),
});

const keys = [
  '{"__proto__":{"admin":true}}',
  '{"a":[{"\\u005f_proto__":{"admin":true}}]}',
  '{"constructor":{"prototype":{"admin":true}}}',
] as const;
const MESSAGE = "must not set __proto__ or constructor.prototype";

describe.each(keys)("%s", (text) => {
  const server = createServer();
  server.route(api, {
    negotiated: ({ body }) => body,
    checked: ({ body }) => body,
    json: ({ body }) => body,
    kept: ({ body }) => body,
    keptBySchema: ({ body }) => Object.hasOwn(Object.assign({}, body), "a"),
    lines: async ({ body }) => (await collect(body)).length,
    allLines: () => [],
    live: () => [],
  });
  const send = (path: string, body: string, contentType = "application/json"): Promise<Response> =>
    server.fetch(`http://h${path}`, {
      method: "POST",
      headers: { "content-type": contentType },
      body,
    });

  test.each(["/negotiated", "/checked", "/json"])("is a 400 at %s", async (path) => {
    const response = await send(path, text);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ in: "body", message: MESSAGE }] });
  });

  test("is a 400 as one of the lines", async () => {
    const response = await send("/lines", `{}\n${text}\n`, "application/jsonl");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ in: "body", message: `${MESSAGE}, line 2` }],
    });
  });

  test("is kept where the declaration says so, on both sides", async () => {
    const client = createClient({ fetch: server.fetch });
    const given = JSON.parse(text) as Merged;
    const back = await client.request(api.kept, given).bodyOrThrow();
    expect(JSON.stringify(back)).toBe(JSON.stringify(given));
    expect(({} as Merged).admin).toBeUndefined();
    expect((await send("/kept-by-schema", text)).status).toBe(200);
    const keeping = createServer({ codecs: [json(keep)] });
    keeping.route(api.negotiated, ({ body }) => body);
    const own = createClient({ codecs: [json(keep)], fetch: keeping.fetch });
    expect(JSON.stringify(await own.request(api.negotiated, given).bodyOrThrow())).toBe(
      JSON.stringify(given),
    );
  });

  const answering = (status: number, contentType: string, body: string): Client[] =>
    [undefined, [json()]].map((codecs) =>
      createClient({
        ...(codecs && { codecs }),
        fetch: async () => new Response(body, { status, headers: { "content-type": contentType } }),
      }),
    );

  test.each([
    ["an answer", 200, "application/json", text],
    ["a bare failure", 418, "application/json", text],
    [
      "a named failure",
      409,
      "application/problem+json",
      `{"type":"urn:problem-type:named","status":409,"data":${text}}`,
    ],
    ["problem details of the server", 400, "application/problem+json", text],
  ])("is an InvalidResponseError in %s", async (_what, status, contentType, body) => {
    for (const client of answering(status, contentType, body)) {
      await expect(client.request(api.negotiated, {})).rejects.toMatchObject({
        name: "InvalidResponseError",
        status,
        issues: [{ in: "body", name: "", message: `cannot be read as ${contentType}: ${MESSAGE}` }],
      });
    }
  });

  test("is an InvalidResponseError in a line and in an event", async () => {
    for (const client of answering(200, "application/jsonl", `{}\n${text}\n`)) {
      const lines = await client.request(api.allLines).bodyOrThrow();
      await expect(collect(lines)).rejects.toMatchObject({
        name: "InvalidResponseError",
        issues: [{ message: `${MESSAGE}, line 2` }],
      });
    }
    for (const client of answering(200, "text/event-stream", `data: ${text}\n\n`)) {
      const live = await client.request(api.live).bodyOrThrow();
      await expect(collect(live)).rejects.toMatchObject({
        name: "InvalidResponseError",
        issues: [{ message: `cannot be read as text/event-stream: ${MESSAGE}` }],
      });
    }
  });
});
