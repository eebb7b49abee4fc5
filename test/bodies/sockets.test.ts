// Bodies on sockets, byte by byte: senders that are still writing, that stall, that leave, and
// readers that do not read.
import {
  file,
  get,
  multipart,
  post,
  rootResource,
  stream,
  string,
  plainText,
  jsonLines,
  events,
} from "bough";
import { createServer } from "bough/server";
import type { Listening } from "bough/node";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { listening as listen } from "../support/edges.ts";
import { linesOf, RawClient } from "../support/raw-client.ts";

const KIB = 1024;
const MIB = 1024 * KIB;
const chunk = new Uint8Array(64 * KIB).fill(120);

const api = rootResource({
  text: post("text").request(plainText()).response<number>(),
  upload: post("upload").request(stream()).response<number>(),
  parts: post("parts")
    .request(multipart({ title: string(), picture: file({ maxBytes: 1000 }) }))
    .response<number>(),
  stalls: post("stalls").request(stream()).response<number>(),
  lines: post("lines").request(jsonLines()).response<number>(),
  ignores: post("ignores").request(stream()).response<string>(),
  early: post("early").request(stream()).response(stream("text/plain")),
  waits: post("waits").request(stream()).response<string>(),
  endless: get("endless").response(stream("text/plain")),
  breaks: get("breaks").response(stream("text/plain")),
  cut: get("cut").response(events<number>()),
});

const errors: unknown[] = [];
const handled: string[] = [];
const state = { pulled: 0, cancelled: 0, aborted: 0, finished: 0 };
let release: () => void = () => undefined;
const server = createServer({
  limits: { body: 100 * KIB, idle: 200 },
  onError: (error) => void errors.push(error),
});
const sizeOf = async (content: ReadableStream<Uint8Array>): Promise<number> =>
  (await new Response(content as never).arrayBuffer()).byteLength;
server.route(api, {
  text: ({ body: text }) => (handled.push("text"), text.length),
  upload: ({ body: content }) => sizeOf(content),
  parts: async ({ body: { files } }) => {
    handled.push("parts");
    let size = 0;
    for await (const part of files) {
      size += (await part.bytes()).byteLength;
    }
    return size;
  },
  stalls: ({ body: content }) => sizeOf(content),
  lines: async ({ body: items }) => {
    let count = 0;
    for await (const _ of items) {
      count++;
    }
    return count;
  },
  ignores: () => "not read",
  early: () => new Blob(["early"]).stream(),
  waits: async ({ body: content }) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return `${await sizeOf(content)}`;
  },
  endless: ({ signal }) => {
    signal.addEventListener("abort", () => state.aborted++);
    return (async function* () {
      try {
        while (state.pulled < 1600) {
          state.pulled++;
          yield chunk;
        }
      } finally {
        state.finished++;
      }
    })();
  },
  breaks: () => {
    let count = 0;
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        if (count++ < 2) {
          controller.enqueue(Uint8Array.of(65));
        } else {
          throw new Error("midway");
        }
      },
      cancel: () => void state.cancelled++,
    });
  },
  async *cut() {
    yield 1;
    throw new Error("midway");
  },
});

let at: Listening;
beforeAll(async () => {
  at = await listen(server);
});
afterAll(() => at.close({ grace: 0 }));
const clients: RawClient[] = [];
beforeEach(() => {
  errors.length = 0;
  handled.length = 0;
  Object.assign(state, { pulled: 0, cancelled: 0, aborted: 0, finished: 0 });
  clients.splice(0).forEach((client) => client.destroy());
});

async function open(head: string): Promise<RawClient> {
  const client = await RawClient.open(at.port);
  clients.push(client);
  return client.write(`${head}\r\nhost: h\r\n`);
}
const framed = (content: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(`${content.byteLength.toString(16)}\r\n`),
    content,
    Buffer.from("\r\n"),
  ]);
const CHUNKED = "transfer-encoding: chunked\r\n";
const typeOf = (target: string): string =>
  target === "/text" ? "text/plain" : target === "/lines" ? "application/jsonl" : "a/b";

describe("a body over its limit", () => {
  test.each(["/text", "/upload", "/lines"])("by its length, %s", async (target) => {
    const client = await open(`POST ${target} HTTP/1.1`);
    client.write(`content-type: ${typeOf(target)}\r\ncontent-length: ${MIB}\r\n\r\n`);
    // The whole body is written before anything is read.
    client.socket.pause();
    client.write(new Uint8Array(MIB).fill(32));
    await client.flushed();
    client.socket.resume();
    const answer = await client.next();
    expect([answer.status, linesOf(answer, "connection")]).toEqual([413, ["close"]]);
    await client.closed;
    expect([handled, errors]).toEqual([[], []]);
  });

  test.each(["/text", "/upload", "/lines"])("by its chunks, %s", async (target) => {
    const client = await open(`POST ${target} HTTP/1.1`);
    client.write(`content-type: ${typeOf(target)}\r\n${CHUNKED}\r\n`);
    client.socket.pause();
    for (let index = 0; index < 16; index++) {
      client.write(framed(new Uint8Array(64 * KIB).fill(32)));
    }
    await client.flushed();
    client.socket.resume();
    const answer = await client.next();
    expect([answer.status, linesOf(answer, "connection")]).toEqual([413, ["close"]]);
    client.destroy();
    await client.closed;
    expect([handled, errors]).toEqual([[], []]);
  });

  test("by one of its files", async () => {
    const client = await open("POST /parts HTTP/1.1");
    client.write(`content-type: multipart/form-data; boundary=B\r\n${CHUNKED}\r\n`);
    client.write(
      framed(
        Buffer.from(
          '--B\r\nContent-Disposition: form-data; name="title"\r\n\r\nt\r\n--B\r\nContent-Disposition: form-data; name="picture"\r\n\r\n',
        ),
      ),
    );
    client.write(framed(new Uint8Array(2000)));
    const answer = await client.next();
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
      413,
      { detail: "the file must have at most 1000 bytes" },
    ]);
    expect([handled, errors]).toEqual([["parts"], []]);
  });
});

describe("a body that stalls", () => {
  test.each(["/text", "/stalls", "/lines"])("is 408: %s", async (target) => {
    const client = await open(`POST ${target} HTTP/1.1`);
    client.write(`content-type: ${typeOf(target)}\r\ncontent-length: 10\r\n\r\n1`);
    const answer = await client.next();
    expect([answer.status, handled, errors]).toEqual([408, [], []]);
  });

  test("is 408 among the fields of a multipart body, and within its files", async () => {
    const field = '--B\r\nContent-Disposition: form-data; name="title"\r\n\r\nt';
    const begun = `${field}\r\n--B\r\nContent-Disposition: form-data; name="picture"\r\n\r\nx`;
    const ran: string[][] = [];
    for (const content of [field, begun]) {
      handled.length = 0;
      const client = await open("POST /parts HTTP/1.1");
      client.write(`content-type: multipart/form-data; boundary=B\r\n${CHUNKED}\r\n`);
      client.write(framed(Buffer.from(content)));
      expect((await client.next()).status).toBe(408);
      ran.push([...handled]);
    }
    expect([ran, errors]).toEqual([[[], ["parts"]], []]);
  });

  test("is not, while its handler does not read", async () => {
    const client = await open("POST /waits HTTP/1.1");
    client.write("content-type: a/b\r\ncontent-length: 3\r\n\r\n1");
    await new Promise((resolve) => setTimeout(resolve, 400));
    client.write("23");
    release();
    const answer = await client.next();
    expect([answer.status, answer.body]).toEqual([200, '"3"']);
  });
});

describe("a sender that leaves", () => {
  test.each([
    ["/text", "1"],
    ["/upload", "1"],
    ["/lines", "1\n"],
  ])("%s", async (target, content) => {
    const client = await open(`POST ${target} HTTP/1.1`);
    client.write(`content-type: ${typeOf(target)}\r\ncontent-length: 10\r\n\r\n${content}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    client.destroy();
    await client.closed;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([handled, errors]).toEqual([[], []]);
  });

  test("in the middle of a file", async () => {
    const client = await open("POST /parts HTTP/1.1");
    client.write(`content-type: multipart/form-data; boundary=B\r\ncontent-length: 500\r\n\r\n`);
    client.write(
      '--B\r\nContent-Disposition: form-data; name="title"\r\n\r\nt\r\n--B\r\nContent-Disposition: form-data; name="picture"\r\n\r\nx',
    );
    await vi.waitFor(() => expect(handled).toEqual(["parts"]));
    client.destroy();
    await client.closed;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(errors).toEqual([]);
  });
});

describe("an answer before the body has been read", () => {
  test("is whole, and the sender is drained", async () => {
    const client = await open("POST /ignores HTTP/1.1");
    client.write(`content-type: a/b\r\ncontent-length: ${90 * KIB}\r\n\r\n`);
    client.write(new Uint8Array(80 * KIB));
    const answer = await client.next();
    expect([answer.status, answer.body]).toEqual([200, '"not read"']);
  });

  test("may be a stream; what its sender writes then is no new request", async () => {
    const client = await open("POST /early HTTP/1.1");
    client.write(`content-type: a/b\r\ncontent-length: ${90 * KIB}\r\n\r\n`);
    const answer = await client.next();
    expect([answer.status, answer.body]).toEqual([200, "early"]);
    client.write(new Uint8Array(90 * KIB).fill(71));
    // The connection is in order afterwards: the body was drained to its end.
    client.write(
      "POST /ignores HTTP/1.1\r\nhost: h\r\ncontent-type: a/b\r\ncontent-length: 1\r\n\r\nx",
    );
    expect((await client.next()).body).toBe('"not read"');
  });
});

describe("back pressure", () => {
  test("a reader that stalls stops the source, and ends it by leaving", async () => {
    const client = await open("GET /endless HTTP/1.1");
    client.socket.pause();
    client.write("\r\n");
    let before = -1;
    while (state.pulled === 0 || before !== state.pulled) {
      before = state.pulled;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // What the kernel holds on both sides is not ours; all 100 MiB it never is.
    expect(state.pulled * chunk.byteLength).toBeLessThan(50 * MIB);
    expect(state.finished).toBe(0);
    client.destroy();
    await vi.waitFor(() => expect(state).toMatchObject({ finished: 1, aborted: 1 }));
    expect(errors).toEqual([]);
  });

  test("a handler that does not read stalls the sender", async () => {
    const client = await open("POST /waits HTTP/1.1");
    client.write(`content-type: a/b\r\n${CHUNKED}\r\n`);
    for (let index = 0; index < 1024; index++) {
      client.write(framed(chunk));
    }
    let before = -1;
    while (before !== client.socket.writableLength) {
      before = client.socket.writableLength;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(before).toBeGreaterThan(32 * MIB);
    release();
    expect((await client.next()).status).toBe(413);
  });
});

describe("an answer that breaks midway", () => {
  test.each(["/breaks", "/cut"])("%s is not terminated", async (target) => {
    const client = await open(`GET ${target} HTTP/1.1`);
    client.write("\r\n");
    await client.closed;
    expect(client.rest).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(client.rest).toContain("chunked");
    expect(client.rest.endsWith("\r\n0\r\n\r\n")).toBe(false);
    expect(errors).toEqual([new Error("midway")]);
  });
});

test("Expect: 100-continue is answered when a stream is first read", async () => {
  const client = await open("POST /waits HTTP/1.1");
  client.write("content-type: a/b\r\ncontent-length: 3\r\nexpect: 100-continue\r\n\r\n");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(client.rest).toBe("");
  release();
  await vi.waitFor(() => expect(client.rest).toMatch(/^HTTP\/1\.1 100 /));
  const answer = await client.write("123").next();
  expect([answer.status, answer.interim, answer.body]).toEqual([200, [100], '"3"']);
});
