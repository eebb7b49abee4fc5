// Typed parts of multipart bodies, on every host: what the client sends, and what a server refuses.
import {
  body,
  bytes,
  file,
  integer,
  json,
  multipart,
  plainText,
  post,
  rootResource,
  string,
  twoWay,
  type,
} from "bough";
import { oneOfBodies, form } from "bough/existing";
import { createClient } from "bough/client";
import { createServer } from "bough/server";
import type { Routes } from "bough/server";
import busboy from "busboy";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { everyHost } from "../support/node-hosts.ts";
import type { OpenHost } from "../support/node-hosts.ts";

interface Meta {
  readonly title: string;
  readonly tags?: readonly string[];
}
const quoted = {
  mediaType: "text/x-quoted",
  encode: (value: unknown) => `"${String(value)}"`,
  decode: (content: Uint8Array) => {
    const text = new TextDecoder().decode(content);
    if (!text.startsWith('"')) {
      throw new Error("not quoted");
    }
    return text.slice(1, -1);
  },
};
const instant = twoWay<string, Date>({
  decode: (wire) => new Date(String(wire)),
  encode: (value) => value.toISOString(),
});
const parts = {
  name: string(),
  meta: json(z.object({ title: z.string().min(1), tags: z.array(z.string()).optional() })),
  cover: file({ maxBytes: 1_000 }),
};
const api = rootResource("v1", {
  upload: post("upload").request(multipart(parts)).response<unknown>(),
  buffered: post("buffered")
    .request(multipart(parts, { buffered: true }))
    .response<unknown>(),
  kinds: post("kinds")
    .request(
      multipart({
        at: json(instant),
        plain: type<Meta>(),
        csv: plainText({ mediaType: "text/csv" }),
        any: bytes(),
        png: bytes("image/png"),
        form: form({ a: integer() }),
        own: body<string>(quoted),
        either: oneOfBodies(json<string>(), plainText()),
        __proto__x: json<number>(),
      }),
    )
    .response<unknown>(),
});

function route(routes: Routes): void {
  routes.route(api.upload, async ({ body: { fields, files } }) => {
    const seen: string[] = [];
    for await (const { name, text } of files) {
      seen.push(`${name}=${await text()}`);
    }
    return [{ ...fields }, seen];
  });
  routes.route(api.buffered, ({ body: { fields, files } }) => [
    { ...fields },
    [`cover=${new TextDecoder().decode(files.cover.bytes)}`],
  ]);
  routes.route(api.kinds, ({ body: { fields } }) => ({
    ...fields,
    at: fields.at.getTime(),
    any: [...fields.any],
    png: [...fields.png],
  }));
}

const values = {
  at: new Date(1_000),
  plain: { title: "a" },
  csv: "é,\r\n",
  any: new Uint8Array([0, 255]),
  png: new Blob(["x"]),
  form: { a: 1 },
  own: "q",
  either: "e",
  __proto__x: 2,
};

/** One part of a form: its headers below `Content-Disposition`, and its content. */
function part(name: string, content: string, type?: string, filename?: string): string {
  const named = filename === undefined ? "" : `; filename="${filename}"`;
  const typed = type === undefined ? "" : `Content-Type: ${type}\r\n`;
  return `--b\r\nContent-Disposition: form-data; name="${name}"${named}\r\n${typed}\r\n${content}\r\n`;
}
const name = part("name", "n");
const meta = part("meta", '{"title":"t"}', "application/json");
const cover = part("cover", "c", "image/png", "c.png");

describe.each(everyHost)("typed parts on $name", ({ open }) => {
  let host: OpenHost;
  let url: string;
  beforeAll(async () => {
    host = await open(route);
    url = `http://127.0.0.1:${host.port}`;
  });
  afterAll(() => host.close());

  test("arrive as fields, each by its own kind", async () => {
    const client = createClient({ baseUrl: url });
    expect(await client.request(api.kinds, values).bodyOrThrow()).toEqual({
      ...values,
      at: 1_000,
      any: [0, 255],
      png: [120],
    });
    for (const endpoint of [api.upload, api.buffered] as const) {
      const sent = { cover: new Blob(["c"]), meta: { title: "t" }, name: "n" };
      expect(await client.request(endpoint, sent).bodyOrThrow()).toEqual([
        { name: "n", meta: { title: "t" } },
        ["cover=c"],
      ]);
    }
  });

  test("are read of a FormData, which names each Blob", async () => {
    const data = new FormData();
    data.append("meta", new Blob(['{"title":"t"}'], { type: "application/json" }));
    data.append("name", "n");
    data.append("cover", new Blob(["c"]));
    for (const path of ["upload", "buffered"]) {
      const answer = await fetch(`${url}/v1/${path}`, { method: "POST", body: data });
      expect(await answer.json()).toEqual([{ name: "n", meta: { title: "t" } }, ["cover=c"]]);
    }
  });

  const at = (pointer: string, message: string): [number, unknown] => [
    400,
    [{ in: "body", pointer, message }],
  ];
  test.each<[what: string, content: string, expected: [number, unknown]]>([
    [
      "missing",
      name + cover,
      at("/meta", "is missing before the first file: move this field before the files in the form"),
    ],
    [
      "after the files",
      name + meta.replace("meta", "x") + cover + meta,
      at("/meta", "is missing before the first file: move this field before the files in the form"),
    ],
    ["given twice", name + meta + meta + cover, at("/meta", "is given more than once")],
    [
      "empty",
      name + part("meta", "", "application/json") + cover,
      at("/meta", "must not be empty"),
    ],
    [
      "malformed",
      name + part("meta", '{"title":', "application/json") + cover,
      at("/meta", "must be valid JSON"),
    ],
    [
      "of another shape",
      name + part("meta", '{"title":"","tags":[1]}', "application/json") + cover,
      [
        400,
        [
          {
            in: "body",
            pointer: "/meta/title",
            message: "Too small: expected string to have >=1 characters",
          },
          {
            in: "body",
            pointer: "/meta/tags/0",
            message: "Invalid input: expected string, received number",
          },
        ],
      ],
    ],
    [
      "without a media type",
      name + part("meta", '{"title":"t"}') + cover,
      at("/meta", "must be application/json, received text/plain"),
    ],
    [
      "of another media type",
      name + part("meta", "<a/>", "Text/XML; charset=utf-8") + cover,
      at("/meta", "must be application/json, received text/xml"),
    ],
    [
      "of a media type that is malformed",
      name + part("meta", "{}", "json") + cover,
      at("/meta", "must be application/json, received application/octet-stream"),
    ],
    [
      "in another charset",
      name + part("meta", "{}", "application/json; charset=latin1") + cover,
      at("/meta", "must be in UTF-8"),
    ],
    [
      "wrong beside a wrong field",
      part("meta", "1", "application/json") + cover,
      [
        400,
        [
          {
            in: "body",
            pointer: "/name",
            message:
              "is missing before the first file: move this field before the files in the form",
          },
          {
            in: "body",
            pointer: "/meta",
            message: "Invalid input: expected object, received number",
          },
        ],
      ],
    ],
  ])("refuse a part that is %s", async (_what, content, expected) => {
    const answer = await fetch(`${url}/v1/upload`, {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=b" },
      body: `${content}--b--\r\n`,
    });
    const { errors } = (await answer.json()) as { errors: unknown };
    expect([answer.status, errors]).toEqual(expected);
  });

  test("refuse a part that is larger than the body may be", async () => {
    const large = JSON.stringify({ title: "t".repeat(1_100_000) });
    const answer = await fetch(`${url}/v1/upload`, {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=b" },
      body: `${name}${part("meta", large, "application/json")}${cover}--b--\r\n`,
    });
    expect(answer.status).toBe(413);
  });
});

test("a typed part after a file is a 400 of its reader", async () => {
  const server = createServer();
  route(server);
  const answer = await server.fetch("http://h/v1/upload", {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=b" },
    body: `${name}${meta}${cover}${meta}--b--\r\n`,
  });
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { errors: [{ pointer: "/meta", message: /comes after a file/ }] },
  ]);
});

test("an independent parser reads the parts that the client sends", async () => {
  const read: unknown[] = [];
  const client = createClient({
    baseUrl: "http://h",
    fetch: async (input, init) => {
      const { headers, body: content } = new Request(input, init);
      const reader = busboy({ headers: Object.fromEntries(headers) });
      reader.on("field", (field, value, { mimeType }) => read.push([field, mimeType, value]));
      reader.on("file", (field, stream, { mimeType, filename }) => {
        read.push([field, mimeType, filename]);
        stream.resume();
      });
      const done = new Promise((resolve) => reader.on("close", resolve));
      Readable.fromWeb(content as Parameters<typeof Readable.fromWeb>[0]).pipe(reader);
      await done;
      return Response.json({});
    },
  });
  const sent = { cover: new File(["c"], "c.png", { type: "image/png" }), meta: { title: "é" } };
  await client.request(api.upload, { ...sent, name: "n" });
  await client.request(api.kinds, values);
  expect(read).toEqual([
    ["name", "text/plain", "n"],
    ["meta", "application/json", '{"title":"é"}'],
    ["cover", "image/png", "c.png"],
    ["at", "application/json", '"1970-01-01T00:00:01.000Z"'],
    ["plain", "application/json", '{"title":"a"}'],
    ["csv", "text/csv", "é,\r\n"],
    ["any", "application/octet-stream", undefined],
    ["png", "image/png", "x"],
    ["form", "application/x-www-form-urlencoded", "a=1"],
    ["own", "text/x-quoted", '"q"'],
    ["either", "application/json", '"e"'],
    ["__proto__x", "application/json", "2"],
  ]);
});

test.each<[what: string, given: object, message: string]>([
  ["missing", { meta: undefined }, "meta is missing"],
  [
    "not for its codec",
    { meta: { title: 1n } },
    "meta cannot be written as application/json: a value of type bigint at /title has no JSON form",
  ],
])("the client refuses a part that is %s", async (_what, given, message) => {
  const client = createClient({ baseUrl: "http://h", fetch: () => Promise.reject(new Error()) });
  const sent = { name: "n", cover: new Blob(), meta: { title: "t" }, ...given };
  await expect(client.request(api.upload, sent)).rejects.toMatchObject({
    name: "InvalidRequestError",
    issues: [{ in: "body", message: `cannot be written as multipart/form-data: ${message}` }],
  });
});
