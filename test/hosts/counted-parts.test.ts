// Typed parts of multipart bodies that may be left out or repeated, on every host.
import {
  bytes,
  file,
  json,
  multipart,
  plainText,
  post,
  rootResource,
  string,
  twoWay,
  part,
} from "bough";
import { oneOfBodies } from "bough/existing";
import { createClient } from "bough/client";
import { createServer } from "bough/server";
import type { Routes } from "bough/server";
import busboy from "busboy";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { everyHost } from "../support/node-hosts.ts";
import type { OpenHost } from "../support/node-hosts.ts";
import type { ReceivedParts } from "bough/types";

const instant = twoWay<string, Date>({
  decode: (wire) => new Date(String(wire)),
  // Would send something for an absent value.
  encode: (value) => (value === undefined ? "1999-01-01" : value.toISOString()),
});
const Rating = z.object({ stars: z.number().max(5) });
const parts = {
  title: string(),
  maybe: part(json(Rating)).optional(),
  some: part(json(Rating)).list({ min: 1, max: 2 }),
  at: part(json(instant)).optional(),
  all: part(json(instant)).list(),
  lists: part(json<readonly number[]>()).list(),
  logo: part(bytes("image/png")).optional(),
  either: part(oneOfBodies(json<string>(), plainText())).list(),
  once: part(json(Rating)),
  cover: file().optional(),
};
const api = rootResource("v1", {
  ordered: post("ordered").request(multipart(parts)).response<unknown>(),
  buffered: post("buffered")
    .request(multipart(parts, { buffered: true }))
    .response<unknown>(),
});

type Received = ReceivedParts<typeof parts>;

async function textsOf(files: Received["files"]): Promise<string[]> {
  const texts: string[] = [];
  for await (const { text } of files) {
    texts.push(await text());
  }
  return texts;
}

function shown({ at, all, logo, ...fields }: Received["fields"]): object {
  const times = all.map((one) => one.getTime());
  return { ...fields, at: at?.getTime(), all: times, logo: logo && [...logo] };
}

function route(routes: Routes): void {
  routes.route(api.ordered, async ({ body: { fields, files } }) => [
    shown(fields),
    await textsOf(files),
  ]);
  routes.route(api.buffered, ({ body: { fields, files } }) => [
    shown(fields),
    files.cover === undefined ? [] : [new TextDecoder().decode(files.cover.bytes)],
  ]);
}

/** A part as it is written: its name, content and media type. */
function written(name: string, content: string, type?: string, filename?: string): string {
  const named = filename === undefined ? "" : `; filename="${filename}"`;
  const typed = type === undefined ? "" : `Content-Type: ${type}\r\n`;
  return `--b\r\nContent-Disposition: form-data; name="${name}"${named}\r\n${typed}\r\n${content}\r\n`;
}
const JSON_TYPE = "application/json";
const title = written("title", "t");
const once = written("once", '{"stars":1}', JSON_TYPE);
const some = written("some", '{"stars":2}', JSON_TYPE);
const maybe = written("maybe", '{"stars":3}', JSON_TYPE);
const empty = { title: "t", once: { stars: 1 }, all: [], lists: [], either: [] };

interface Refusal {
  readonly pointer: string;
  readonly message: string;
}

describe.each(everyHost)("parts that may be left out or repeated, on $name", ({ open }) => {
  let host: OpenHost;
  let url: string;
  beforeAll(async () => {
    host = await open(route);
    url = `http://127.0.0.1:${host.port}`;
  });
  afterAll(() => host.close());

  async function post(path: string, content: string): Promise<[number, unknown]> {
    const answer = await fetch(`${url}/v1/${path}`, {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=b" },
      body: `${content}--b--\r\n`,
    });
    const found = (await answer.json()) as { readonly errors?: readonly Refusal[] };
    const errors = found.errors?.map(({ pointer, message }) => `${pointer} ${message}`);
    return [answer.status, errors ?? found];
  }

  test.each(["ordered", "buffered"] as const)("arrive in a form that is %s", async (name) => {
    const client = createClient({ baseUrl: url });
    const few = { title: "t", once: { stars: 1 }, some: [{ stars: 2 }] };
    expect(await client.request(api[name], few).bodyOrThrow()).toEqual([
      { ...empty, some: [{ stars: 2 }] },
      [],
    ]);
    const many = {
      ...few,
      maybe: { stars: 3 },
      some: [{ stars: 4 }, { stars: 5 }],
      at: new Date(1_000),
      all: [new Date(2_000), new Date(3_000)],
      lists: [[1, 2], [], [3]],
      logo: new Uint8Array([0, 255]),
      either: ["a", "b"],
      cover: new Blob(["c"]),
    };
    const { cover: _, ...values } = many;
    expect(await client.request(api[name], many).bodyOrThrow()).toEqual([
      { ...values, at: 1_000, all: [2_000, 3_000], logo: [0, 255] },
      ["c"],
    ]);
  });

  test("may each have another media type", async () => {
    const either = written("either", '"a"', JSON_TYPE) + written("either", "b", "text/plain");
    for (const path of ["ordered", "buffered"]) {
      expect(await post(path, title + once + some + either)).toEqual([
        200,
        [{ ...empty, some: [{ stars: 2 }], either: ["a", "b"] }, []],
      ]);
    }
  });

  test("are absent if a browser sends them without a file", async () => {
    const none = written("logo", "", "application/octet-stream", "");
    expect(await post("ordered", title + once + some + none)).toEqual([
      200,
      [{ ...empty, some: [{ stars: 2 }] }, []],
    ]);
    const missing = written("once", "", "application/octet-stream", "");
    expect(await post("ordered", title + some + missing)).toEqual([400, ["/once is missing"]]);
  });

  const whole = title + once + some;
  const other = written("maybe", "<a/>", "text/xml");
  test.each<[what: string, content: string, errors: readonly string[]]>([
    ["twice", whole + maybe + maybe, ["/maybe is given more than once"]],
    [
      "with another media type",
      whole + other,
      ["/maybe must be application/json, received text/xml"],
    ],
    [
      "without a media type",
      whole + written("maybe", '{"stars":3}'),
      ["/maybe must be application/json, received text/plain"],
    ],
    ["empty", whole + written("maybe", "", JSON_TYPE), ["/maybe must not be empty"]],
    [
      "with an invalid value",
      whole + written("maybe", '{"stars":6}', JSON_TYPE),
      ["/maybe/stars Too big: expected number to be <=5"],
    ],
    ["required and missing", title + some, ["/once is missing"]],
    ["too often", whole + some + some, ["/some must have a length of at most 2"]],
    ["too rarely", title + once, ["/some must have a length of at least 1"]],
    [
      "in a list, with invalid values",
      `${title}${once}${written("some", '{"stars":6}', JSON_TYPE)}${written("some", "1", "text/plain")}${written("lists", "[1", JSON_TYPE)}`,
      [
        "/some/0/stars Too big: expected number to be <=5",
        "/some/1 must be application/json, received text/plain",
        "/lists/0 must be valid JSON",
      ],
    ],
  ])("are refused if sent %s", async (_what, content, errors) => {
    for (const path of ["ordered", "buffered"]) {
      expect(await post(path, content)).toEqual([400, errors]);
    }
  });

  test("are refused after a file if fields come first", async () => {
    const cover = written("cover", "c", "image/png", "c.png");
    const move = "move this field before the files in the form";
    expect(await post("ordered", whole + cover + maybe)).toEqual([
      400,
      [`/maybe comes after a file: ${move}`],
    ]);
    expect(await post("ordered", title + once + cover + some)).toEqual([
      400,
      [`/some must have a length of at least 1 before the first file: ${move}`],
    ]);
    expect(await post("buffered", title + once + cover + some + maybe)).toEqual([
      200,
      [{ ...empty, some: [{ stars: 2 }], maybe: { stars: 3 } }, ["c"]],
    ]);
  });
});

test("they arrive in memory, also in a FormData", async () => {
  const server = createServer();
  route(server);
  const data = new FormData();
  data.append("title", "t");
  for (const [name, stars] of Object.entries({ once: 1, maybe: 3 })) {
    data.append(name, new Blob([`{"stars":${stars}}`], { type: JSON_TYPE }));
  }
  for (const stars of [4, 5]) {
    data.append("some", new Blob([`{"stars":${stars}}`], { type: JSON_TYPE }));
  }
  const answer = await server.fetch("http://h/v1/ordered", { method: "POST", body: data });
  expect(await answer.json()).toEqual([
    { ...empty, maybe: { stars: 3 }, some: [{ stars: 4 }, { stars: 5 }] },
    [],
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
      reader.on("file", (field, stream) => {
        read.push(field);
        stream.resume();
      });
      const done = new Promise((resolve) => reader.on("close", resolve));
      Readable.fromWeb(content as Parameters<typeof Readable.fromWeb>[0]).pipe(reader);
      await done;
      return Response.json({});
    },
  });
  const few = { title: "t", once: { stars: 1 }, some: [{ stars: 2 }, { stars: 3 }] };
  await client.request(api.ordered, few);
  const required = [
    ["title", "text/plain", "t"],
    ["some", JSON_TYPE, '{"stars":2}'],
    ["some", JSON_TYPE, '{"stars":3}'],
    ["once", JSON_TYPE, '{"stars":1}'],
  ];
  expect(read.splice(0)).toEqual(required);
  await client.request(api.ordered, {
    ...few,
    maybe: { stars: 5 },
    lists: [[], [1]],
    cover: new Blob(),
  });
  expect(read).toEqual([
    required[0],
    ["maybe", JSON_TYPE, '{"stars":5}'],
    ...required.slice(1, 3),
    ["lists", JSON_TYPE, "[]"],
    ["lists", JSON_TYPE, "[1]"],
    required[3],
    "cover",
  ]);
});

test.each<[what: string, given: object, message: string]>([
  ["missing", { once: undefined }, "once is missing"],
  ["missing in a list", { some: [{ stars: 1 }, undefined] }, "some[1] is missing"],
  ["no list", { some: { stars: 1 } }, "some must be a list"],
  ["null instead of a list", { all: null }, "all must be a list"],
  ["absent, and needs one", { some: undefined }, "some must have a length of at least 1"],
  ["too short", { some: [] }, "some must have a length of at least 1"],
  ["too long", { some: [{}, {}, {}] }, "some must have a length of at most 2"],
  [
    "not for its codec",
    { maybe: { stars: 1n } },
    "maybe cannot be written as application/json: a value of type bigint at /stars has no JSON form",
  ],
  [
    "not for its codec in a list",
    { some: [{ stars: 1 }, { stars: 1n }] },
    "some[1] cannot be written as application/json: a value of type bigint at /stars has no JSON form",
  ],
])("the client refuses a part that is %s", async (_what, given, message) => {
  const client = createClient({ baseUrl: "http://h", fetch: () => Promise.reject(new Error()) });
  const sent = { title: "t", once: { stars: 1 }, some: [{ stars: 1 }], ...given };
  await expect(client.request(api.ordered, sent)).rejects.toMatchObject({
    name: "InvalidRequestError",
    issues: [{ in: "body", message: `cannot be written as multipart/form-data: ${message}` }],
  });
});
