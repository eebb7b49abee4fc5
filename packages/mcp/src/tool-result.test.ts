import {
  boolean,
  bytes,
  dateTime,
  del,
  dynamicResource,
  events,
  get,
  integer,
  jsonLines,
  list,
  noBody,
  object,
  plainText,
  post,
  put,
  rootResource,
  segments,
  stream,
  string,
} from "bough";
import { either, jsonText, record, form } from "bough/existing";
import { z } from "zod";
import { describe, expect, test } from "vitest";
import { call } from "../../../test/support/mcp-api.ts";
import { createServer, memoryStore } from "bough/server";
import type { FetchServer } from "bough/types";
import { modelText } from "./model-text.ts";
import { routeMcp } from "./route-mcp.ts";

const api = rootResource("v1", {
  lines: get("lines").response(jsonLines(z.object({ n: z.int() }))),
  events: get("events").response(events(z.object({ n: z.int() }))),
  text: get("text").response(plainText()),
  csv: get("csv").response(bytes("text/csv")),
  zip: get("zip").response(bytes("application/zip")),
  large: get("large").response(bytes("application/zip")),
  stuck: get("stuck").response(stream("application/zip")),
  mixed: get("mixed").response(bytes("multipart/form-data; boundary=x")),
  nothing: post("nothing").response(noBody, { status: 201 }),
  echo: get("echo")
    .parameters({
      page: integer().optional(),
      flag: boolean().optional(),
      at: dateTime().optional(),
      comma: list(string(), { style: "comma" }),
      brackets: list(integer(), { style: "brackets" }),
      filter: object({ from: integer().optional(), tags: list(string()) }),
      more: record(string()),
      any: either(integer(), string()).optional(),
      json: jsonText(z.object({ a: z.int() })).optional(),
    })
    .response(z.unknown()),
  form: post("form")
    .request(form({ name: string(), tags: list(string()) }))
    .response(z.unknown()),
  saved: post("saved").request(z.string()).idempotent().response(z.string()),
  replaced: put("replaced").request(z.string()).conditional({ version: "version" }),
  removed: del("removed").conditional({ version: "version" }),
  files: dynamicResource("path", { type: segments() }, { read: get().response(z.string()) }),
});

const server = createServer({ onError: () => undefined });
async function* endless(): AsyncGenerator<{ n: number }> {
  for (let n = 0; ; n += 1) yield { n };
}
async function* silent(): AsyncGenerator<{ data: { n: number } }> {
  yield { data: { n: 1 } };
  await new Promise(() => undefined);
}
const keys: (string | undefined)[] = [];
const seen: unknown[] = [];
const cancelled: string[] = [];
const MIXED = [
  '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nhello',
  '--x\r\ncontent-disposition: form-data; name="b"; filename="b.png"\r\ncontent-type: image/png\r\n\r\nabc',
  '--x\r\ncontent-disposition: form-data; name="c"; filename="c.json"\r\ncontent-type: application/json\r\n\r\n{"n":1}',
  "--x--\r\n",
].join("\r\n");
const view = server.idempotent({ store: memoryStore(), scope: () => undefined });
view.route(api, {
  lines: () => endless(),
  events: () => silent(),
  text: () => "plain",
  csv: () => new TextEncoder().encode("a,b"),
  zip: () => new Uint8Array([0, 255]),
  large: () => new Uint8Array(2_000),
  stuck: () => new ReadableStream(),
  mixed: () => new TextEncoder().encode(MIXED),
  nothing: ({ respond }) => respond(undefined, { status: 201, headers: { location: "/v1/1" } }),
  echo: ({ parameters }) => parameters,
  form: ({ body }) => body,
  saved: ({ body, header }) => {
    keys.push(header("idempotency-key"));
    return body;
  },
  replaced: ({ ifMatch }) => void seen.push(ifMatch),
  removed: ({ ifMatch }) => void seen.push(ifMatch),
  files: { read: ({ ids }) => String(ids.path) },
});
routeMcp(server, api, {
  expose: [api],
  writes: true,
  maxItems: 3,
  maxBytes: 1_000,
  publicUrl: "https://api.example.com",
  onWarning: () => undefined,
});

/** Its bodies never end. The others have no such limit, because a slow machine may exceed it. */
const impatient = createServer();
impatient.route(api.events, () => silent());
impatient.route(
  api.stuck,
  () => new ReadableStream({ cancel: () => void cancelled.push("stuck") }),
);
routeMcp(impatient, api, {
  expose: [api.events, api.stuck],
  maxWait: 50,
  onWarning: () => undefined,
});

const resultOf = async (
  name: string,
  given: object = {},
  asked: FetchServer = server,
): Promise<Record<string, unknown>> => {
  const { resultType: _, _meta: __, ...result } = (await call(asked, name, given)).body.result;
  return result;
};

describe("the result of", () => {
  test("lines and events is as many as were asked for, or as arrived in time", async () => {
    const { structuredContent } = await resultOf("lines");
    expect(structuredContent).toEqual({ items: [{ n: 0 }, { n: 1 }, { n: 2 }], more: true });
    expect((await resultOf("events", {}, impatient)).structuredContent).toEqual({
      items: [{ data: { n: 1 } }],
      more: true,
    });
  });

  test("bytes is a text, or a resource", async () => {
    expect(await resultOf("text")).toEqual({ content: [{ type: "text", text: "plain" }] });
    const uri = (path: string): string => `http://localhost/v1/${path}`;
    expect((await resultOf("csv"))["content"]).toEqual([
      { type: "resource", resource: { uri: uri("csv"), mimeType: "text/csv", text: "a,b" } },
    ]);
    expect((await resultOf("zip"))["content"]).toEqual([
      {
        type: "resource",
        resource: { uri: uri("zip"), mimeType: "application/zip", blob: "AP8=" },
      },
    ]);
    expect(await resultOf("large")).toEqual({
      content: [{ type: "text", text: "the response is longer than 1000 bytes" }],
      isError: true,
    });
  });

  test("bytes that do not end in time is an error, and nobody reads on", async () => {
    expect(await resultOf("stuck", {}, impatient)).toEqual({
      content: [{ type: "text", text: "the response did not end within 50 ms" }],
      isError: true,
    });
    await expect.poll(() => cancelled).toEqual(["stuck"]);
  });

  test("a form is an item for each part", async () => {
    expect((await resultOf("mixed"))["content"]).toEqual([
      { type: "text", text: "hello" },
      { type: "image", data: "YWJj", mimeType: "image/png" },
      {
        type: "resource",
        resource: {
          uri: "http://localhost/v1/mixed#c",
          mimeType: "application/json",
          text: '{"n":1}',
        },
      },
    ]);
  });

  test("no body is its status, and where it leads", async () => {
    expect((await resultOf("nothing"))["content"]).toEqual([
      { type: "text", text: "201 Created, /v1/1" },
    ]);
  });
});

describe("a credential of the caller", () => {
  const told = rootResource("v1", {
    json: get("json").response(z.unknown()),
    moved: post("moved").response(noBody, { status: 201, headers: { location: string() } }),
    events: get("events").response(events(z.string())),
  });
  const own = createServer();
  const token = "tok-1";
  let said: unknown;
  own.route(told, {
    json: () => said,
    moved: ({ respond }) => respond(undefined, { status: 201, headers: { location: `/${token}` } }),
    async *events() {
      yield { data: token, event: token, id: token };
    },
  });
  routeMcp(own, told, { expose: [told], writes: true, onWarning: () => undefined });
  const basicOf = (pair: string): string =>
    `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(pair)))}`;

  test.each<[string, string, unknown, unknown]>([
    [
      "short",
      "Bearer tok-1",
      ["tok-1", "x tok-1.", "tok-12", "Bearer"],
      ["***", "x ***.", "tok-12", "Bearer"],
    ],
    ["of digits", "Bearer 12345678", [12345678, "12345678", 1], ["***", "***", 1]],
    ["in Basic", basicOf("ada:pé%d"), ["pé%d", "p%C3%A9%25d", "ada"], ["***", "***", "ada"]],
    ["of Basic", basicOf("ada:lovelace"), basicOf("ada:lovelace"), "***"],
    [
      "with a quote",
      'Bearer a"quoted\\one',
      { 'a"quoted\\one': 'is "a\\"quoted\\\\one"' },
      { "***": 'is "***"' },
    ],
    ["in parts", "Digest nonce=abcdefgh, u=a", "nonce=abcdefgh", "***"],
  ])("is hidden: %s", async (_, authorization, sent, shown) => {
    said = sent;
    const { body } = await call(own, "json", {}, { authorization });
    expect(body.result.structuredContent).toEqual(shown);
    expect(body.result.content).toEqual([{ type: "text", text: JSON.stringify(shown) }]);
  });

  test("is hidden in a Location and in every field of an event", async () => {
    const headers = { authorization: `Bearer ${token}` };
    const moved = await call(own, "moved", {}, headers);
    expect(moved.body.result.content[0].text).toBe("201 Created, /***");
    const read = await call(own, "events", {}, headers);
    expect(read.body.result.structuredContent.items).toEqual([
      { data: "***", event: "***", id: "***" },
    ]);
  });
});

describe("arguments", () => {
  test("are written as the API reads them", async () => {
    const parameters = {
      page: 2,
      flag: false,
      at: "2026-01-02T03:04:05Z",
      comma: ["a", "b c"],
      brackets: [1, 2],
      filter: { from: 1, tags: ["x", "y&z"] },
      more: { one: "1" },
      any: "text",
      json: { a: 1 },
    };
    const { structuredContent } = await resultOf("echo", { parameters });
    expect(structuredContent).toEqual({ ...parameters, at: "2026-01-02T03:04:05.000Z" });
    const left = await resultOf("echo", { parameters: { page: null } });
    expect(left["structuredContent"]).not.toHaveProperty("page");
  });

  test("are fields of a form, segments of a path and keys", async () => {
    const body = { name: "a&b", tags: ["1", "2"] };
    expect((await resultOf("form", { body })).structuredContent).toEqual(body);
    expect((await resultOf("files_read", { ids: { path: "a/b c" } })).structuredContent).toBe(
      "a,b c",
    );
    expect(
      (await resultOf("files_read", { ids: { path: ["a", "b/c"] } }))["isError"],
    ).toBeUndefined();
    await resultOf("saved", { body: "a" });
    await resultOf("saved", {
      body: "a",
      headers: { "Idempotency-Key": "7d444840-9dc0-11d1-b245-5ffdce74fad2" },
    });
    expect(keys).toEqual([
      expect.stringMatching(/^[\da-f-]{36}$/),
      "7d444840-9dc0-11d1-b245-5ffdce74fad2",
    ]);
  });
});

describe("the version of a change", () => {
  test("is sent as the model has read it, as a tag, or for any version", async () => {
    for (const version of ["3", '"4", "5"', "*", "a b"]) {
      const result = await resultOf("replaced", { body: "a", headers: { "if-match": version } });
      expect(result["isError"]).toBeUndefined();
    }
    await resultOf("replaced", { body: "a", headers: { "if-none-match": "*" } });
    await resultOf("removed", { headers: { "If-Match": "6" } });
    expect(seen).toEqual([["3"], ["4", "5"], "*", ["a b"], null, ["6"]]);
  });

  test("is needed, and a PUT may create instead", async () => {
    const missing = await resultOf("replaced", { body: "a" });
    expect(missing).toMatchObject({ isError: true });
    expect(JSON.stringify(missing)).toContain("428");
    expect(JSON.stringify(await resultOf("removed", {}))).toContain("if-match");
    expect(seen).toHaveLength(6);
  });
});

describe("a text for a model", () => {
  test.each([
    ["a\u200bb\u202ec\u{e0041}d\u2066", "abcd"],
    ["one\n\ntwo\tthree\u0007", "one two three"],
    ["x".repeat(2_000), `${"x".repeat(999)}…`],
  ])("%j has nothing unseen", (text, shown) => {
    expect(modelText(text)).toBe(shown);
  });
});
