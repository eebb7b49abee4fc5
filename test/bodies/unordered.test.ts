// Multipart bodies whose fields may stand behind files, on both edges: nothing is buffered, and
// whoever waits for the fields gets them or an error.
import { file, integer, list, multipart, post, rootResource, string } from "bough";
import type { InferBody } from "bough";
import { createClient } from "bough/client";
import { createServer } from "bough/server";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { edges } from "../support/edges.ts";
import type { Edge } from "../support/edges.ts";

const upload = multipart(
  {
    title: string(),
    tags: list(string()),
    count: integer().optional(),
    picture: file({ maxBytes: 10_000, mediaTypes: ["text/plain"] }),
    more: file().list(),
  },
  { order: "any" },
);
const names = [
  "loop",
  "alone",
  "left",
  "leftUnread",
  "insideThrown",
  "thrown",
  "together",
  "inside",
  "insideDerived",
  "fieldsFirst",
  "swallow",
  "unread",
] as const;
const of = (name: (typeof names)[number]) => post(name).request(upload).response<unknown>();
const api = rootResource({
  loop: of("loop"),
  alone: of("alone"),
  left: of("left"),
  leftUnread: of("leftUnread"),
  insideThrown: of("insideThrown"),
  thrown: of("thrown"),
  together: of("together"),
  inside: of("inside"),
  insideDerived: of("insideDerived"),
  fieldsFirst: of("fieldsFirst"),
  swallow: of("swallow"),
  unread: of("unread"),
});
type Parts = InferBody<typeof api.loop>;

const texts = async (files: Parts["files"]): Promise<string[]> => {
  const seen: string[] = [];
  for await (const { name, text } of files) {
    seen.push(`${name}=${await text()}`);
  }
  return seen;
};
const messageOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => ({ resolved: value }),
    (error: unknown) => (error as Error).message,
  );
const INSIDE =
  "`fields` is awaited, and the loop over `files` does not read on: await it after the loop";
const SKIPPED =
  "the files were skipped, since `fields` was awaited first: await it after the loop over `files`";

const errors: unknown[] = [];
const server = createServer({ onError: (error) => void errors.push(error), limits: { idle: 200 } });
server.route(api, {
  loop: async ({ body: { fields, files } }) => ({
    files: await texts(files),
    fields: await fields,
  }),
  alone: async ({ body: { fields } }) => fields,
  left: async ({ body: { fields, files } }) => {
    let first = "";
    for await (const { text } of files) {
      first = await text();
      break;
    }
    return { first, fields: await fields, rest: await texts(files).catch(String) };
  },
  leftUnread: async ({ body: { fields, files } }) => {
    const held: Parts["files"] extends AsyncIterable<infer One> ? One[] : never = [];
    for await (const one of files) {
      held.push(one);
      break;
    }
    return { fields: await fields, text: await messageOf(held[0]?.text() ?? Promise.resolve()) };
  },
  insideThrown: async ({ body: { fields, files } }) => {
    const all: unknown[] = [];
    for await (const { text } of files) {
      all.push(await text(), await fields);
    }
    return all;
  },
  thrown: async ({ body: { fields, files } }) => {
    const all = fields.then((got) => got.title);
    try {
      for await (const one of files) {
        throw new Error(one.name);
      }
    } catch (error) {
      return [(error as Error).message, await all];
    }
    return "no file";
  },
  together: async ({ body: { fields, files } }) =>
    Promise.all([fields, texts(files), fields.then((got) => got.title)]),
  inside: async ({ body: { fields, files } }) => {
    for await (const one of files) {
      return [one.name, await messageOf(Promise.resolve(fields))];
    }
    return "no file";
  },
  insideDerived: async ({ body: { fields, files } }) => {
    const title = messageOf(fields.then((got) => got.title));
    for await (const { text } of files) {
      return [await text(), await title];
    }
    return "no file";
  },
  fieldsFirst: async ({ body: { fields, files } }) => {
    const got = await fields;
    return [got, await messageOf(texts(files))];
  },
  swallow: async ({ body: { fields, files } }) => {
    await messageOf(texts(files));
    return messageOf(fields);
  },
  unread: () => "done",
});

const TYPE = "multipart/form-data; boundary=B";
const part = (name: string, content: string): string =>
  `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
const picture = (content = "content", type = "text/plain"): string =>
  `--B\r\nContent-Disposition: form-data; name="picture"; filename="p"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`;
const MIXED = [
  part("tags", "a"),
  picture(),
  part("title", "late"),
  part("other", "ignored"),
  part("more", "1"),
  part("tags", "b"),
  part("more", "22"),
].join("");
const fields = { title: "late", tags: ["a", "b"] };

describe.each(edges)("$name", ({ open }) => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await open(server);
  });
  afterAll(() => edge.close());
  beforeEach(() => {
    errors.length = 0;
  });
  const send = async (name: (typeof names)[number], content: string) => {
    const answer = await edge.send({
      method: "POST",
      target: `/${name}`,
      headers: [["content-type", TYPE]],
      body: `${content}--B--`,
    });
    return { status: answer.status, body: JSON.parse(answer.body) as unknown };
  };

  test("fields behind files arrive, once the files were read", async () => {
    expect(await send("loop", MIXED)).toEqual({
      status: 200,
      body: { files: ["picture=content", "more=1", "more=22"], fields },
    });
    expect(errors).toEqual([]);
  });

  test("fields may be awaited beside the loop", async () => {
    expect(await send("together", MIXED)).toEqual({
      status: 200,
      body: [fields, ["picture=content", "more=1", "more=22"], "late"],
    });
  });

  test("fields alone skip the files", async () => {
    expect(await send("alone", MIXED)).toEqual({ status: 200, body: fields });
    expect(await send("alone", picture("x".repeat(20_000)) + part("title", "t"))).toEqual({
      status: 200,
      body: { title: "t", tags: [] },
    });
  });

  test("a loop over files that were skipped throws", async () => {
    expect(await send("fieldsFirst", MIXED)).toEqual({ status: 200, body: [fields, SKIPPED] });
  });

  test("a loop that is left skips the rest, whatever ended it", async () => {
    expect(await send("left", MIXED)).toEqual({
      status: 200,
      body: { first: "content", fields, rest: `Error: ${SKIPPED}` },
    });
    expect(await send("leftUnread", MIXED)).toEqual({
      status: 200,
      body: {
        fields,
        text: "the next part was asked for before this file was read to its end",
      },
    });
    expect(await send("thrown", MIXED)).toEqual({ status: 200, body: ["picture", "late"] });
  });

  test("a loop that awaits the fields gets an error, and does not hang", async () => {
    expect((await send("insideThrown", MIXED)).status).toBe(500);
    expect(errors).toMatchObject([{ message: INSIDE }]);
  });

  test("so does one that awaits what is made of them", async () => {
    expect(await send("inside", MIXED)).toEqual({ status: 200, body: ["picture", INSIDE] });
    expect(await send("insideDerived", MIXED)).toEqual({ status: 200, body: ["content", INSIDE] });
  });

  test("who reads nothing answers all the same", async () => {
    expect(await send("unread", MIXED)).toEqual({ status: 200, body: "done" });
    expect(errors).toEqual([]);
  });

  test.each<[string, string, number, readonly object[] | undefined]>([
    [
      "a field that is missing or wrong, and a file that is missing",
      part("more", "1") + part("count", "x"),
      400,
      [
        { in: "body", pointer: "/title", message: "is missing" },
        { in: "body", pointer: "/count", message: expect.any(String) },
        { in: "body", pointer: "/picture", message: "is missing" },
      ],
    ],
    [
      "a file twice",
      MIXED + picture(),
      400,
      [{ in: "body", pointer: "/picture", message: expect.any(String) }],
    ],
    [
      "a file of another type",
      part("title", "t") + picture("x", "image/png"),
      400,
      [{ in: "body", pointer: "/picture", message: expect.any(String) }],
    ],
    ["fields that are too large", picture() + part("title", "x".repeat(1_100_000)), 413, undefined],
    ["a part without a name", `${MIXED}--B\r\n\r\nx\r\n`, 400, undefined],
  ])("is refused: %s", async (_what, content, status, expected) => {
    for (const name of ["loop", "alone", "together", "swallow", "thrown"] as const) {
      const { status: got, body } = await send(name, content);
      // A loop that throws at its first file sees no more than that, and then the fields see the rest.
      expect([name, got]).toEqual([name, status]);
      if (expected !== undefined) {
        expect(body).toMatchObject({ errors: expected });
      }
    }
    expect(errors).toEqual([]);
  });

  test("a file above its bound is refused where it is read", async () => {
    const large = picture("x".repeat(10_001)) + part("title", "t");
    for (const name of ["loop", "together", "swallow"] as const) {
      expect((await send(name, large)).status).toBe(413);
    }
    expect(errors).toEqual([]);
  });

  test("a body that ends too early is refused", async () => {
    for (const name of ["loop", "alone", "together", "fieldsFirst"] as const) {
      const answer = await edge.send({
        method: "POST",
        target: `/${name}`,
        headers: [["content-type", TYPE]],
        body: MIXED,
      });
      expect([name, answer.status]).toEqual([name, 400]);
    }
  });
});

test("a client sends fields first, as ever", async () => {
  const sent: string[] = [];
  const client = createClient({
    fetch: async (url, init) => {
      sent.push(await new Request(url, init).clone().text());
      return server.fetch(url, init);
    },
  });
  const got = await client
    .request(api.loop, { picture: new File(["1"], "p", { type: "text/plain" }), title: "t" })
    .bodyOrThrow();
  expect(got).toEqual({ files: ["picture=1"], fields: { title: "t", tags: [] } });
  expect(sent[0]?.indexOf('name="title"')).toBeLessThan(sent[0]?.indexOf('name="picture"') ?? 0);
});

test("files are skipped within the limit of the body", async () => {
  let pulled = 0;
  const chunk = new TextEncoder().encode("x".repeat(65_536));
  const head = new TextEncoder().encode(part("more", "").slice(0, -2));
  const body = new ReadableStream<Uint8Array>(
    { pull: (controller) => controller.enqueue(pulled++ === 0 ? head : chunk) },
    { highWaterMark: 0 },
  );
  const answer = await server.fetch("http://h/alone", {
    method: "POST",
    headers: { "content-type": TYPE },
    body,
    duplex: "half",
  } as RequestInit);
  expect([answer.status, pulled]).toEqual([413, 18]);
});

test("nothing is buffered: the files wait for their reader", async () => {
  let pulled = 0;
  const chunk = new TextEncoder().encode("x".repeat(65_536));
  const head = new TextEncoder().encode(part("more", "").slice(0, -2));
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(pulled++ === 0 ? head : chunk);
      },
    },
    { highWaterMark: 0 },
  );
  const own = createServer({ limits: { body: Infinity, idle: 50 } });
  own.route(api.inside, async ({ body: { fields: got, files } }) => {
    for await (const { name } of files) {
      return [name, await messageOf(Promise.resolve(got))];
    }
    return "no file";
  });
  const answer = await own.fetch("http://h/inside", {
    method: "POST",
    headers: { "content-type": TYPE },
    body,
    duplex: "half",
  } as RequestInit);
  expect(await answer.json()).toEqual(["more", INSIDE]);
  expect(pulled).toBeLessThan(5);
});
