// Streams between a client and a server, in memory and on a socket: pace, ends, breaks, aborts.
import { AsyncLocalStorage } from "node:async_hooks";
import { events, get, jsonLines, post, rootResource, stream, bytes, failure, query } from "bough";
import {
  createClient,
  InvalidRequestError,
  RejectionError,
  TimeoutError,
  TransportError,
} from "bough/client";
import type { Client, ClientOptions } from "bough/client";
import type { Listening } from "bough/node";
import { createServer } from "bough/server";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { listening as listen } from "../support/edges.ts";
import { collect } from "../support/chunks.ts";

const Late = failure("late", 409);
const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

const api = rootResource({
  endless: get("endless").response(stream("text/plain")),
  waiting: get("waiting").response(stream("text/plain")),
  breaks: get("breaks").response(stream("text/plain")),
  breaksWithNothing: get("breaks-with-nothing").response(stream("text/plain")),
  whole: get("whole").response(bytes("text/plain")),
  linesBreak: get("lines-break").response(jsonLines<number>()),
  lateFailure: get("late-failure").response(jsonLines<number>()).failure(Late),
  quiet: get("quiet").response(jsonLines<number>()),
  upload: post("upload").request(stream()).response<number>(),
  early: post("early").request(stream()).response<string>(),
  echo: post("echo").request(stream()).response(stream("a/b")),
  echoLines: post("echo-lines").request(jsonLines(z.number())).response(jsonLines<number>()),
  count: post("count").request(jsonLines<number>()).response<number>(),
  dates: post("dates").request(jsonLines(instant)).response(jsonLines(instant)),
  ask: query("ask").request(jsonLines<number>()).response(jsonLines<number>()),
  ticks: get("ticks").response(events<number>()),
});
const traced = rootResource("traced", {
  lines: get("lines").response(jsonLines()),
  bytes: get("bytes").response(stream("text/plain")),
});

const chunk = new Uint8Array(64 * 1024).fill(120);
const errors: unknown[] = [];
const state = { pulled: 0, finished: 0, cancelled: [] as unknown[], aborted: [] as unknown[] };
const server = createServer({
  limits: { body: 100_000, idle: 1_000 },
  onError: (error) => void errors.push(error),
});
server.route(api, {
  endless: ({ signal }) => {
    signal.addEventListener("abort", () => state.aborted.push(signal.reason));
    return (async function* () {
      try {
        for (;;) {
          state.pulled++;
          yield chunk;
        }
      } finally {
        state.finished++;
      }
    })();
  },
  count: async ({ body }) => (await collect(body)).length,
  waiting: ({ signal }) => {
    signal.addEventListener("abort", () => state.aborted.push(signal.reason));
    return new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Uint8Array.of(48)),
      cancel: (reason) => void state.cancelled.push(reason),
    });
  },
  async *breaks() {
    yield Uint8Array.of(48);
    throw new Error("midway");
  },
  async *breaksWithNothing() {
    yield Uint8Array.of(48);
    throw undefined;
  },
  whole: () => new Uint8Array(100_000),
  async *linesBreak() {
    yield 1;
    await settled();
    throw new Error("midway");
  },
  async *lateFailure({ fail }) {
    yield 1;
    fail(Late);
  },
  async *quiet({ signal }) {
    try {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      yield 1;
    } finally {
      state.finished++;
    }
  },
  upload: async ({ body: content }) =>
    (await new Response(content as never).arrayBuffer()).byteLength,
  early: () => "early",
  echo: ({ body: content }) => content,
  async *echoLines({ body: items }) {
    for await (const item of items) {
      yield item + 1;
    }
  },
  async *dates({ body: items }) {
    for await (const item of items) {
      yield new Date(item.getTime() + 1);
    }
  },
  async *ask({ body: items }) {
    yield* items;
  },
  async *ticks({ signal }) {
    yield 1;
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  },
});

const trace = new AsyncLocalStorage<string>();
/** What is seen of the trace before each item, and at the end. */
async function* traces(): AsyncGenerator<string> {
  try {
    for (let item = 0; item < 3; item++) {
      yield `${trace.getStore()}`;
      await settled();
    }
  } finally {
    state.aborted.push(trace.getStore());
  }
}
server
  .around((_call, next) => trace.run("kept", next))
  .route(traced, {
    lines: () => traces(),
    async *bytes() {
      for await (const text of traces()) {
        yield new TextEncoder().encode(text);
      }
    },
  });

let at: Listening;
beforeAll(async () => {
  at = await listen(server);
});
afterAll(() => at.close({ grace: 0 }));
beforeEach(() => {
  errors.length = 0;
  Object.assign(state, { pulled: 0, finished: 0, cancelled: [], aborted: [] });
});

const settled = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));
const reasonOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => ({ resolved: value }),
    (error: unknown) => error,
  );

describe.each([["in memory"], ["on a socket"]])("%s", (where) => {
  const client = (options: ClientOptions = {}): Client =>
    createClient(
      where === "in memory" ? { fetch: server.fetch, ...options } : { baseUrl: at.url, ...options },
    );

  test("a source is asked only for what is read, and ends with its reader", async () => {
    const body = await client().request(api.endless).bodyOrThrow();
    const reader = body.getReader();
    expect((await reader.read()).value?.[0]).toBe(120);
    await vi.waitFor(async () => {
      const before = state.pulled;
      await settled();
      expect(state.pulled).toBe(before);
    });
    if (where === "in memory") {
      expect(state.pulled).toBeLessThan(4);
    }
    await reader.cancel("enough");
    await vi.waitFor(() => expect([state.finished, state.aborted.length]).toEqual([1, 1]));
    expect(errors).toEqual([]);
  });

  test("a reader that waits may leave", async () => {
    const body = await client().request(api.waiting).bodyOrThrow();
    const reader = body.getReader();
    await reader.read();
    const next = reader.read();
    await reader.cancel("enough");
    expect((await next).done).toBe(true);
    await vi.waitFor(() => expect([state.cancelled.length, state.aborted.length]).toEqual([1, 1]));
  });

  test.each(["breaks", "breaksWithNothing"] as const)(
    "%s: a TransportError, heard of once",
    async (name) => {
      const body = await client().request(api[name]).bodyOrThrow();
      const error = await reasonOf(collect(body as unknown as AsyncIterable<Uint8Array>));
      expect(error).toBeInstanceOf(TransportError);
      await settled();
      expect(errors).toEqual([name === "breaks" ? new Error("midway") : undefined]);
    },
  );

  test("lines that break are no end", async () => {
    const seen: number[] = [];
    const lines = await client().request(api.linesBreak).bodyOrThrow();
    const error = await reasonOf(
      (async () => {
        for await (const line of lines) {
          seen.push(line);
        }
      })(),
    );
    expect([seen, error]).toEqual([[1], expect.any(TransportError)]);
    expect(errors).toEqual([new Error("midway")]);
  });

  test("a failure that comes too late breaks the answer, and is heard of once", async () => {
    const lines = await client().request(api.lateFailure).bodyOrThrow();
    expect(await reasonOf(collect(lines))).toBeInstanceOf(TransportError);
    await settled();
    expect(errors).toMatchObject([{ code: "late-failure" }]);
  });

  test("the head of a quiet stream is sent, and its generator ends with the reader", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const lines = await client().request(api.quiet, { signal }).bodyOrThrow();
    const reason = new Error("enough");
    const read = reasonOf(collect(lines));
    controller.abort(reason);
    expect(await read).toBe(reason);
    await vi.waitFor(() => expect(state.finished).toBe(1));
  });

  test("an abort ends what is read with its reason", async () => {
    for (const name of ["waiting", "endless"] as const) {
      const controller = new AbortController();
      const { signal } = controller;
      const body = await client().request(api[name], { signal }).bodyOrThrow();
      const reader = body.getReader();
      await reader.read();
      const reason = { own: name };
      const read = reasonOf(
        (async () => {
          for (;;) {
            await reader.read();
          }
        })(),
      );
      controller.abort(reason);
      expect(await read).toBe(reason);
    }
    await vi.waitFor(() =>
      expect([state.finished, state.cancelled.length, state.aborted.length]).toEqual([1, 1, 2]),
    );
    expect(errors).toEqual([]);
  });

  test("the timeout is over when the head is there", async () => {
    const body = await client().request(api.waiting, { timeout: 1_500 }).bodyOrThrow();
    const reader = body.getReader();
    await reader.read();
    const next = reader.read();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await reader.cancel();
    expect((await next).done).toBe(true);
  });

  test("the timeout counts for bytes to their end", async () => {
    const slow: ClientOptions = {
      fetch: async () =>
        new Response(new ReadableStream({ start: (controller) => controller.enqueue(chunk) }), {
          headers: { "content-type": "text/plain" },
        }),
    };
    const error = await reasonOf(client(slow).request(api.whole, { timeout: 50 }));
    expect(error).toBeInstanceOf(TimeoutError);
  });

  test("what is sent back comes back", async () => {
    const sent = Array.from({ length: 8 }, (_, index) => new Uint8Array(1_000).fill(index));
    const back = await client()
      .request(
        api.echo,
        (async function* () {
          yield* sent;
        })(),
      )
      .bodyOrThrow();
    expect(Buffer.from(await new Response(back as never).arrayBuffer())).toEqual(
      Buffer.concat(sent),
    );
    expect(await collect(await client().request(api.echoLines, [1, 2]).bodyOrThrow())).toEqual([
      2, 3,
    ]);
    expect(await collect(await client().request(api.ask, [1, 2]).bodyOrThrow())).toEqual([1, 2]);
    const dates = await client()
      .request(api.dates, [new Date(1), new Date(2)])
      .bodyOrThrow();
    expect(await collect(dates)).toEqual([new Date(2), new Date(3)]);
  });

  test("an item that cannot be sent ends the call and the sequence", async () => {
    const items = async function* (): AsyncGenerator<number> {
      try {
        yield 1;
        yield 1n as unknown as number;
      } finally {
        state.finished++;
      }
    };
    const error = await reasonOf(
      client()
        .request(api.ask, items())
        .bodyOrThrow()
        .then(async (lines) => collect(lines)),
    );
    expect(error).toBeInstanceOf(InvalidRequestError);
    await vi.waitFor(() => expect(state.finished).toBe(1));
    expect(errors).toEqual([]);
  });

  test("an item that is refused later breaks the answer that has begun", async () => {
    const items = async function* (): AsyncGenerator<number> {
      yield 1;
      await settled();
      yield "x" as unknown as number;
    };
    const lines = await client().request(api.echoLines, items()).bodyOrThrow();
    expect(await reasonOf(collect(lines))).toBeInstanceOf(TransportError);
    expect(errors).toEqual([]);
  });

  test("an upload over its limit is a rejection", async () => {
    const error = await reasonOf(client().request(api.upload, new Blob([chunk, chunk])));
    expect(error).toMatchObject({ status: 413, type: "urn:bough:content-too-large" });
    const streamed = await reasonOf(
      client().request(api.upload, new Blob([chunk, chunk]).stream()),
    );
    expect(streamed).toBeInstanceOf(where === "in memory" ? RejectionError : Error);
  });

  test("an answer may come while its request is still sent", async () => {
    const source = async function* (): AsyncGenerator<Uint8Array> {
      yield Uint8Array.of(1);
      await settled();
      yield Uint8Array.of(2);
    };
    expect(await client().request(api.early, source()).bodyOrThrow()).toBe("early");
    expect(
      await client()
        .request(api.early, new Blob([chunk]))
        .bodyOrThrow(),
    ).toBe("early");
  });

  test("an abort or a timeout ends the source of what is sent", async () => {
    const ends: unknown[] = [];
    const bytes = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          yield Uint8Array.of(1);
          await settled();
        }
      } finally {
        ends.push("returned");
      }
    };
    const numbers = async function* (): AsyncGenerator<number> {
      for await (const [byte = 0] of bytes()) {
        yield byte;
      }
    };
    const own = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        await settled();
        controller.enqueue(Uint8Array.of(1));
      },
      cancel: (reason) => void ends.push(reason),
    });
    for (const ask of [
      (signal: AbortSignal) => client().request(api.upload, bytes(), { signal }),
      (signal: AbortSignal) => client().request(api.upload, own, { signal }),
      async (signal: AbortSignal) =>
        collect(await client().request(api.echoLines, numbers(), { signal }).bodyOrThrow()),
    ]) {
      const controller = new AbortController();
      const asked = reasonOf(ask(controller.signal));
      setTimeout(() => controller.abort("left"), 300);
      expect(await asked).toBe("left");
    }
    const timed = client().request(api.upload, bytes(), { timeout: 300 });
    expect(await reasonOf(timed)).toBeInstanceOf(TimeoutError);
    await vi.waitFor(() => expect(ends).toHaveLength(4));
    expect(ends.filter((end) => end !== "returned")).toEqual(["left"]);
    expect(errors).toEqual([]);
  });

  test("AsyncLocalStorage holds for every item of an answer, and for its end", async () => {
    const lines = await client().request(traced.lines).bodyOrThrow();
    expect(await collect(lines)).toEqual(["kept", "kept", "kept"]);
    const content = await client().request(traced.bytes).bodyOrThrow();
    expect(await new Response(content as never).text()).toBe("keptkeptkept");
    const left = await client().request(traced.lines).bodyOrThrow();
    for await (const item of left) {
      expect(item).toBe("kept");
      break;
    }
    await vi.waitFor(() => expect(state.aborted).toEqual(["kept", "kept", "kept"]));
  });

  test("a stream that is not sent stays its giver's", async () => {
    const kept = new Blob([chunk]).stream();
    const { signal } = new AbortController();
    const init = { headers: { own: " edge" } };
    const refused = client().request(api.upload, kept, { signal, init });
    expect(await reasonOf(refused)).toBeInstanceOf(InvalidRequestError);
    expect((await new Response(kept).arrayBuffer()).byteLength).toBe(chunk.length);
  });

  test.each<[string, (stream: ReadableStream<Uint8Array>) => Promise<unknown> | undefined]>([
    ["is being read", (stream) => void stream.getReader()],
    ["was read", async (stream) => collect(stream)],
    ["was left", async (stream) => stream.cancel()],
  ])("a stream that %s already is refused, and no rest of it sent", async (_, use) => {
    const used = new Blob([chunk]).stream();
    await use(used);
    const { signal } = new AbortController();
    expect(await reasonOf(client().request(api.upload, used, { signal }))).toBeInstanceOf(
      InvalidRequestError,
    );
  });

  test("a stream that the sender breaks never looks whole", async () => {
    const source = async function* (): AsyncGenerator<Uint8Array> {
      yield Uint8Array.of(1);
      throw new Error("the sender's");
    };
    const error = await reasonOf(client().request(api.upload, source()));
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({
      message: `POST ${client().urlOf(api.upload)}: not sent: body cannot be sent: the sender's`,
      cause: new Error("the sender's"),
    });
    await settled();
    expect(errors).toEqual([]);
  });

  test("an item that cannot be written is the client's own fault", async () => {
    const error = await reasonOf(client().request(api.count, [1, Number.NaN]));
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({
      issues: [{ in: "body", name: "", message: "cannot be sent: NaN has no JSON form" }],
      cause: new TypeError("NaN has no JSON form"),
    });
    await settled();
    expect(errors).toEqual([]);
  });

  test("many at once do not meet", async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, index) =>
        collect(
          await client()
            .request(api.echoLines, [index, index * 2])
            .bodyOrThrow(),
        ),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 30 }, (_, index) => [index + 1, index * 2 + 1]));
  });
});

describe("a guard that has read the request", () => {
  const read = createServer({ onError: (error) => void errors.push(error) });
  const view = read.guard(async ({ request }) => ({ size: (await request.text()).length }));
  view.route(
    api.upload,
    async ({ body: content }) => (await new Response(content as never).text()).length,
  );

  test("has taken the stream: 500, and it is heard of", async () => {
    const error = await reasonOf(
      createClient({ fetch: read.fetch }).request(api.upload, new Blob(["x"])),
    );
    expect([error, errors]).toMatchObject([{ status: 500 }, [{ code: "taken-body" }]]);
  });
});

describe("on the server", () => {
  test("the answer's stream breaks with the request's signal", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const response = await server.fetch("http://h/endless", { signal });
    const reader = response.body?.getReader();
    await reader?.read();
    const reason = new Error("enough");
    controller.abort(reason);
    expect(await reasonOf(Promise.resolve(reader?.read()))).toBe(reason);
    await vi.waitFor(() => expect([state.finished, state.aborted]).toEqual([1, [reason]]));
  });

  test("HEAD ends a stream that was begun for it", async () => {
    for (const target of ["/waiting", "/endless", "/quiet"]) {
      const response = await server.fetch(`http://h${target}`, { method: "HEAD" });
      expect([response.status, response.body]).toEqual([200, null]);
    }
    await vi.waitFor(() => expect(state.cancelled).toHaveLength(1));
    expect(state.pulled).toBe(0);
  });
});
