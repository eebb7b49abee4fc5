// Every kind of body, from a client through a server and back: in memory, and on a socket.
import {
  body,
  bytes,
  del,
  events,
  file,
  get,
  integer,
  json,
  jsonLines,
  list,
  multipart,
  plainText,
  post,
  put,
  rootResource,
  stream,
  string,
  failure,
} from "bough";
import { oneOfBodies, form } from "bough/existing";
import type { Codec } from "bough";
import { createClient } from "bough/client";
import { createServer } from "bough/server";
import { listen } from "bough/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";

interface User {
  readonly name: string;
  readonly age: number;
}

const csv: Codec = {
  mediaType: "text/csv",
  encode: (value) => {
    const { name, age } = value as User;
    return `${name},${age}`;
  },
  decode: (content) => {
    const [name, age] = new TextDecoder().decode(content).split(",");
    return { name, age: Number(age) };
  },
};

const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
const Visit = z.object({ at: instant, tags: z.array(z.string()) });
const Broken = failure("broken", 409);

const api = rootResource("v1", {
  text: put("text").request(plainText()).response(plainText()),
  form: post("form")
    .request(form({ name: string(), age: integer().optional(), tags: list(string()) }))
    .response<unknown>(),
  bytes: put("bytes").request(bytes("image/png")).response(bytes("image/png")),
  any: put("any").request(bytes()).response(bytes()),
  stream: put("stream").request(stream("video/mp4")).response(stream("video/mp4")),
  lines: post("lines").request(jsonLines<User>()).response(jsonLines<User>()),
  count: get("count")
    .parameters({ to: integer() })
    .response(events<{ n: number }>())
    .failure(Broken),
  user: put("user")
    .request(oneOfBodies(json<User>(), body<User>(csv)))
    .response(oneOfBodies(json<User>(), body<User>(csv))),
  visit: post("visit").request(Visit).response(Visit),
  visits: get("visits").response(events(Visit)),
  clear: del("clear").request<string[]>().response<number>(),
  upload: post("upload")
    .request(multipart({ title: string(), tags: list(string()), picture: file({ maxBytes: 100 }) }))
    .response<unknown>(),
  uploads: post("uploads")
    .request(multipart({ title: string(), pictures: file().list() }))
    .response<unknown>(),
});

const server = createServer();
server.route(api, {
  text: ({ body: text }) => text,
  form: ({ body: values }) => values,
  bytes: ({ body: content }) => content,
  any: ({ body: content }) => new Blob([content], { type: "image/gif" }),
  stream: ({ body: content }) => content,
  async *lines({ body: users }) {
    for await (const user of users) {
      yield { ...user, age: user.age + 1 };
    }
  },
  async *count({ parameters: { to }, fail, header }) {
    if (to < 0) {
      fail(Broken);
    }
    const from = Number(header("last-event-id") ?? 0);
    for (let n = from + 1; n <= to; n++) {
      yield { data: { n }, id: String(n), event: "tick" };
    }
  },
  user: ({ body: user }) => user,
  visit: ({ body: { at, tags } }) => ({ at: new Date(at.getTime() + 1000), tags }),
  async *visits() {
    yield { at: new Date(0), tags: [] };
  },
  clear: ({ body }) => body.length,
  upload: async ({ body: { fields, files } }) => {
    const seen: unknown[] = [];
    for await (const part of files) {
      seen.push({
        name: part.name,
        filename: part.filename,
        mediaType: part.mediaType,
        text: await part.text(),
      });
    }
    return { fields, seen };
  },
  uploads: async ({ body: { fields, files } }) => {
    const seen: unknown[] = [];
    for await (const part of files) {
      seen.push([part.filename ?? null, (await part.bytes()).byteLength]);
    }
    return { fields, seen };
  },
});

let close: () => Promise<void>;
let url = "";
beforeAll(async () => {
  const listening = await listen(server, { port: 0, hostname: "127.0.0.1" });
  url = listening.url;
  close = async () => listening.close();
});
afterAll(async () => close());

describe.each([["in memory"], ["on a socket"]])("%s", (where) => {
  const client = () =>
    where === "in memory" ? createClient({ fetch: server.fetch }) : createClient({ baseUrl: url });

  test("plain text", async () => {
    expect(await client().request(api.text, "\ufeffhé\n").bodyOrThrow()).toBe("\ufeffhé\n");
    expect(await client().request(api.text, "").bodyOrThrow()).toBe("");
  });

  test("a form", async () => {
    const given = { name: "a&b=c +%", age: 3, tags: ["x", "y z"] };
    expect(await client().request(api.form, given).bodyOrThrow()).toEqual(given);
    expect(await client().request(api.form, { name: "" }).bodyOrThrow()).toEqual({
      name: "",
      tags: [],
    });
  });

  test("bytes, of a declared type and of the value's own", async () => {
    const content = Uint8Array.from([0, 1, 2, 255]);
    const result = await client().request(api.bytes, content);
    expect(result.ok && [...result.body]).toEqual([0, 1, 2, 255]);
    expect(result.response.headers.get("content-type")).toBe("image/png");
    const any = await client().request(api.any, new Blob([content], { type: "text/x" }));
    expect(any.ok && [...any.body]).toEqual([0, 1, 2, 255]);
    expect(any.response.headers.get("content-type")).toBe("image/gif");
  });

  test("a stream, there and back", async () => {
    async function* chunks(): AsyncGenerator<Uint8Array> {
      for (let index = 0; index < 5; index++) {
        yield new Uint8Array(10).fill(index);
      }
    }
    const result = await client().request(api.stream, chunks());
    const back = result.ok ? await new Response(result.body as never).arrayBuffer() : undefined;
    expect(back?.byteLength).toBe(50);
  });

  test("JSON lines, there and back", async () => {
    const users = [
      { name: "a", age: 1 },
      { name: "b", age: 2 },
    ];
    const back: User[] = [];
    for await (const user of await client().request(api.lines, users).bodyOrThrow()) {
      back.push(user);
    }
    expect(back).toEqual([
      { name: "a", age: 2 },
      { name: "b", age: 3 },
    ]);
  });

  test("events, and a failure before the first", async () => {
    const seen: unknown[] = [];
    const parameters = { to: 3 };
    for await (const event of await client().request(api.count, { parameters }).bodyOrThrow()) {
      seen.push(event);
    }
    expect(seen).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    const messages: unknown[] = [];
    const result = await client().request(api.count, { parameters: { to: 1 } });
    for await (const message of result.ok ? result.body.messages : []) {
      messages.push(message);
    }
    expect(messages).toEqual([{ data: { n: 1 }, event: "tick", id: "1" }]);
    const failed = await client().request(api.count, { parameters: { to: -1 } });
    expect(failed.failedWith(Broken)).toBe(true);
  });

  test("one of several bodies, by accept", async () => {
    const user = { name: "Ada", age: 36 };
    const first = await client().request(api.user, user);
    expect(first.response.headers.get("content-type")).toBe("application/json");
    expect(first.response.headers.get("vary")).toBe("Accept");
    const second = await client().request(api.user, user, { accept: "text/csv" });
    expect(second.response.headers.get("content-type")).toBe("text/csv");
    expect([first.ok && first.body, second.ok && second.body]).toEqual([user, user]);
  });

  test("two-way schemas", async () => {
    const at = new Date(1_000_000);
    const back = await client()
      .request(api.visit, { at, tags: ["x"] })
      .bodyOrThrow();
    expect(back).toEqual({ at: new Date(1_001_000), tags: ["x"] });
    for await (const visit of await client().request(api.visits).bodyOrThrow()) {
      expect(visit.at).toEqual(new Date(0));
    }
  });

  test("M12: DELETE with one", async () => {
    expect(await client().request(api.clear, ["a", "b"]).bodyOrThrow()).toBe(2);
  });

  test("multipart", async () => {
    const picture = new File(["content"], 'a "file".txt', { type: "text/plain" });
    const sent = { title: "é\r\n", tags: ["a", "b"], picture };
    expect(await client().request(api.upload, sent).bodyOrThrow()).toEqual({
      fields: { title: "é\r\n", tags: ["a", "b"] },
      seen: [
        { name: "picture", filename: 'a "file".txt', mediaType: "text/plain", text: "content" },
      ],
    });
    const large = new Blob(["x".repeat(101)]);
    await expect(client().request(api.upload, { ...sent, picture: large })).rejects.toMatchObject({
      status: 413,
    });
    const pictures = [new Blob(["1"]), new Uint8Array(3), new File(["12"], "c")];
    expect(await client().request(api.uploads, { title: "t", pictures }).bodyOrThrow()).toEqual({
      fields: { title: "t" },
      seen: [
        [null, 1],
        [null, 3],
        ["c", 2],
      ],
    });
  });
});
