// Multipart bodies that are read whole, on every host: fields and files in any order, within their limits.
import { file, integer, json, list, multipart, post, rootResource, string } from "bough";
import type { InferBody } from "bough";
import { createClient } from "bough/client";
import { createServer } from "bough/server";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { edges } from "../support/edges.ts";
import type { Edge } from "../support/edges.ts";

const upload = multipart(
  {
    title: string(),
    tags: list(string()),
    count: integer().optional(),
    meta: json<{ readonly a: number }>(),
    picture: file({ maxBytes: 10_000, mediaTypes: ["text/plain"] }),
    note: file().optional(),
    more: file().list({ max: 2 }),
  },
  { buffered: true },
);
const api = rootResource({
  upload: post("upload").request(upload).response<unknown>(),
  fields: post("fields")
    .request(multipart({ title: string() }, { buffered: true }))
    .response<unknown>(),
});

const shown = (one: InferBody<typeof api.upload>["files"]["note"]): unknown =>
  one && [one.name, one.type, new TextDecoder().decode(one.bytes)];

let calls = 0;
const errors: unknown[] = [];
const server = createServer({ onError: (error) => void errors.push(error) });
server.route(api, {
  upload: ({ body: { fields, files } }) => {
    calls++;
    const { picture, note, more } = files;
    return [fields, shown(picture), shown(note) ?? null, more.map(shown), Object.keys(files)];
  },
  fields: ({ body }) => ({ ...body }),
});

const TYPE = "multipart/form-data; boundary=B";
const part = (name: string, content: string): string =>
  `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
const given = (name: string, content: string, type = "text/plain", filename = name): string =>
  `--B\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`;
const picture = (content = "content", type?: string): string =>
  given("picture", content, type, "p.txt");
const meta = given("meta", '{"a":1}', "application/json", "blob");
const MIXED = [
  part("tags", "a"),
  picture(),
  given("other", "ignored"),
  meta,
  part("more", "1"),
  part("other", "ignored"),
  part("title", "late"),
  given("more", "22", "image/png"),
  part("tags", "b"),
].join("");
const fields = { title: "late", tags: ["a", "b"], meta: { a: 1 } };
const names = ["picture", "note", "more"];

/** A body of a head and chunks without end, and how many chunks were read of it. */
function endless(head: string): { body: ReadableStream<Uint8Array>; readonly pulled: number } {
  let pulled = 0;
  const chunk = new TextEncoder().encode("x".repeat(65_536));
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) =>
        controller.enqueue(pulled++ === 0 ? new TextEncoder().encode(head) : chunk),
    },
    { highWaterMark: 0 },
  );
  return {
    body,
    get pulled() {
      return pulled;
    },
  };
}

async function sentTo(
  to: Pick<typeof server, "fetch">,
  path: string,
  body: BodyInit,
): Promise<[number, unknown]> {
  const init = { method: "POST", headers: { "content-type": TYPE }, body, duplex: "half" };
  const response = await to.fetch(`http://h/${path}`, init);
  return [response.status, await response.json()];
}

describe.each(edges)("$name", ({ open }) => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await open(server);
  });
  afterAll(() => edge.close());
  beforeEach(() => {
    errors.length = 0;
    calls = 0;
  });
  const send = async (content: string, path = "upload", end = "--B--") => {
    const answer = await edge.send({
      method: "POST",
      target: `/${path}`,
      headers: [["content-type", TYPE]],
      body: `${content}${end}`,
    });
    return { status: answer.status, body: JSON.parse(answer.body) as unknown };
  };

  test("fields and files arrive in any order", async () => {
    expect(await send(MIXED)).toEqual({
      status: 200,
      body: [
        fields,
        ["p.txt", "text/plain", "content"],
        null,
        [
          ["", "text/plain", "1"],
          ["more", "image/png", "22"],
        ],
        names,
      ],
    });
    expect(await send(part("title", "t") + meta + picture("") + given("note", "n"))).toEqual({
      status: 200,
      body: [
        { title: "t", tags: [], meta: { a: 1 } },
        ["p.txt", "text/plain", ""],
        ["note", "text/plain", "n"],
        [],
        names,
      ],
    });
    expect(errors).toEqual([]);
  });

  test("a form needs no files", async () => {
    expect(await send(part("title", "t"), "fields")).toEqual({
      status: 200,
      body: { fields: { title: "t" }, files: {} },
    });
  });

  test.each<[string, string, readonly string[]]>([
    [
      "fields, typed parts and files that are missing or wrong",
      part("more", "1") + part("count", "x"),
      ["/title", "/count", "/meta", "/picture"],
    ],
    ["a missing file alone", part("title", "t") + meta, ["/picture"]],
    [
      "a file that was not chosen",
      given("picture", "", "text/plain", "") + meta,
      ["/title", "/picture"],
    ],
    ["a file twice", MIXED + picture(), ["/picture"]],
    ["an optional file twice", MIXED + given("note", "1") + given("note", "2"), ["/note"]],
    ["more files than its list has", MIXED + given("more", "3"), ["/more"]],
    ["a file of another type", part("title", "t") + picture("x", "image/png"), ["/picture"]],
    ["a file in place of a field", given("title", "x") + picture(), ["/title"]],
    ["a part without a name", `${MIXED}--B\r\n\r\nx\r\n`, [""]],
  ])("is a 400: %s", async (_what, content, pointers) => {
    const { status, body } = await send(content);
    const { errors: found } = body as { readonly errors: readonly { readonly pointer: string }[] };
    expect([status, found.map(({ pointer }) => pointer)]).toEqual([400, pointers]);
    expect([calls, errors]).toEqual([0, []]);
  });

  test("is a 413: a file, the fields or the whole body above their limits", async () => {
    for (const content of [
      picture("x".repeat(10_001)) + part("title", "t"),
      picture() + part("title", "x".repeat(1_048_577)),
      picture() + given("note", "x".repeat(1_060_000)),
      picture() + given("other", "x".repeat(1_060_000)),
    ]) {
      expect((await send(content)).status).toBe(413);
    }
    expect([calls, errors]).toEqual([0, []]);
  });

  test("is a 400: a body that ends too early", async () => {
    expect((await send(MIXED, "upload", "")).status).toBe(400);
    expect([calls, errors]).toEqual([0, []]);
  });
});

test("the limits hold while a body arrives", async () => {
  const large = endless(picture("").slice(0, -2));
  expect((await sentTo(server, "upload", large.body))[0]).toBe(413);
  expect(large.pulled).toBeLessThan(4);
  const unlimited = endless(given("note", "").slice(0, -2));
  expect((await sentTo(server, "upload", unlimited.body))[0]).toBe(413);
  expect(unlimited.pulled).toBeLessThan(20);
});

test("a file has all of its bytes, whatever the sizes of its chunks", async () => {
  const content = Array.from({ length: 50_000 }, (_, index) => `${index}\r\n-`).join("");
  const whole = new TextEncoder().encode(`${MIXED}${given("note", content)}--B--`);
  let at = 0;
  let chunks = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= whole.byteLength) {
        controller.close();
        return;
      }
      const size = [1, 5_000, 1_000, 4_096, 3, 70_000, 4_095][chunks++ % 7] ?? 1;
      controller.enqueue(whole.slice(at, at + size));
      at += size;
    },
  });
  const own = createServer();
  own.route(api.upload, ({ body: { files } }) => shown(files.note));
  expect(await sentTo(own, "upload", body)).toEqual([200, ["note", "text/plain", content]]);
  const short = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let start = 0; start < whole.byteLength; start += 999) {
        controller.enqueue(whole.slice(start, start + 999));
      }
      controller.close();
    },
  });
  expect(await sentTo(own, "upload", short)).toEqual([200, ["note", "text/plain", content]]);
});

test("each file has its own memory", async () => {
  const own = createServer();
  own.route(api.upload, ({ body: { files } }) =>
    [files.picture, ...files.more].map(({ bytes }) => [bytes.byteOffset, bytes.buffer.byteLength]),
  );
  expect(await sentTo(own, "upload", `${MIXED}--B--`)).toEqual([
    200,
    [
      [0, 7],
      [0, 1],
      [0, 2],
    ],
  ]);
});

test("a client gives the same as for streams", async () => {
  const client = createClient({ fetch: server.fetch });
  const got = await client
    .request(api.upload, {
      picture: new File(["1"], "p", { type: "text/plain" }),
      more: [new Blob(["2"])],
      title: "t",
      meta: { a: 2 },
    })
    .bodyOrThrow();
  expect(got).toEqual([
    { title: "t", tags: [], meta: { a: 2 } },
    ["p", "text/plain", "1"],
    null,
    [["", "application/octet-stream", "2"]],
    names,
  ]);
});

describe("route warns of files above limits.body", () => {
  const large = (path: string, max?: number) =>
    post(path).request(
      multipart(
        {
          a: file({ maxBytes: 1_000 }),
          b: file({ maxBytes: 1_000 }).list({ ...(max && { max }) }),
        },
        { buffered: true },
      ),
    );
  const root = rootResource("w", {
    once: large("once", 2),
    all: large("all"),
    fits: large("fits", 4),
    production: large("production"),
    streams: post("streams").request(multipart({ a: file({ maxBytes: 1e9 }) })),
  });
  const warnings = (
    environment: string,
    name: "once" | "all" | "fits" | "production" | "streams",
    body: number,
  ) => {
    const told = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    vi.stubEnv("NODE_ENV", environment);
    try {
      for (const own of [createServer({ limits: { body } }), createServer({ limits: { body } })]) {
        own.route(root[name as "once"], () => undefined as never);
      }
      return told.mock.calls.map(([text]) => String(text));
    } finally {
      vi.unstubAllEnvs();
      told.mockRestore();
    }
  };

  test("once, with their bytes", () => {
    const remedy =
      "raise limits.body, lower maxBytes or max, or remove buffered to read files as streams";
    expect(warnings("development", "once", 2_999)).toEqual([
      `POST /w/once: its files may take 3000 bytes of memory, and limits.body is 2999: ${remedy}`,
    ]);
    expect(warnings("development", "all", 2_999)).toEqual([
      `POST /w/all: its files may take 1001000 bytes of memory, and limits.body is 2999: ${remedy}`,
    ]);
  });

  test("not if they fit, are streamed, or in production", () => {
    expect(warnings("development", "fits", 5_000)).toEqual([]);
    expect(warnings("development", "streams", 5_000)).toEqual([]);
    expect(warnings("production", "production", 5_000)).toEqual([]);
  });
});
