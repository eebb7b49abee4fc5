// Server-Sent Events between a client and a server: what arrives, what keeps a quiet stream
// open, and how a broken one comes back.
import { createServer as createHttpServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { events, failure, get, integer, plainText, post, query, rootResource, string } from "bough";
import type { EventInput } from "bough/types";
import { createClient, InvalidResponseError, TransportError } from "bough/client";
import type { Client, ClientOptions } from "bough/client";
import { createServer } from "bough/server";
import type { Listening } from "bough/node";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { listening as listen } from "../support/edges.ts";
import { collect, until } from "../support/chunks.ts";

const Full = failure("full", 503).body<{ room: string }>();
const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
const api = rootResource({
  given: get("given").response(events()),
  quiet: get("quiet").response(events<number>({ keepAlive: 10 })),
  waiting: get("waiting").response(events<number>()),
  silent: get("silent").response(events<number>({ keepAlive: Infinity })),
  full: get("full").response(events<number>()).failure(Full),
  counted: get("counted").parameters({ to: integer() }).response(events<number>()),
  asked: query("asked").request<{ to: number }>().response(events<number>()),
  named: get("named").headers({ "last-event-id": string().optional() }).response(events<number>()),
  posted: post("posted").request<number>().response(events<number>()),
  plain: get("plain").response(events<number>()),
  dates: get("dates").response(events(z.object({ at: instant, more: z.array(instant) }))),
  strict: get("strict").response(events(z.object({ n: z.number() }))),
  ended: get("ended").response(events({ end: "[DONE]" })),
  counts: get("counts").response(events<number>({ end: "[DONE]" })),
  tokens: get("tokens").response(events(plainText())),
  tokensEnded: get("tokens-ended").response(events(plainText(), { end: "[DONE]" })),
  datesEnded: get("dates-ended").response(events(z.object({ at: instant }), { end: "a\nb" })),
});

let given: readonly unknown[] = [];
const errors: unknown[] = [];
const names = ["東京/1", "é", "Ã©", "\u{1f600} \ufeff", "à", "\u0085"];
const asked: (string | undefined)[] = [];
const state = { finished: 0 };
const server = createServer({ onError: (error) => void errors.push(error) });
const gone = async (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
// Counts on from where its reader was, and breaks after every second event.
async function* counting(
  to: number,
  lastEventId: string | undefined,
): AsyncGenerator<EventInput<number>> {
  asked.push(lastEventId);
  for (let n = Number(lastEventId ?? 0) + 1, sent = 0; n <= to; n++, sent++) {
    if (sent === 2) {
      // What is written has to leave before the connection ends.
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw new Error("dropped");
    }
    yield { data: n, id: String(n), retry: 1 };
  }
}
server.route(api, {
  async *given() {
    yield* given;
  },
  async *quiet({ signal }) {
    try {
      await gone(signal);
      yield 1;
    } finally {
      state.finished++;
    }
  },
  async *waiting({ signal }) {
    try {
      yield 1;
      await gone(signal);
      signal.throwIfAborted();
    } finally {
      state.finished++;
    }
  },
  async *silent() {
    await new Promise((resolve) => setTimeout(resolve, 300));
    yield 1;
  },
  async *full({ fail }) {
    await Promise.resolve();
    fail(Full, { room: "a" });
    yield 1;
  },
  counted: ({ parameters: { to }, header }) => counting(to, header("last-event-id")),
  async *named({ headers: { "last-event-id": last }, header }) {
    asked.push(last);
    expect(header("Last-Event-ID")).toBe(last);
    const n = last === undefined ? 0 : names.indexOf(last) + 1;
    if (n < names.length) {
      yield { data: n, id: names[n] as string, retry: 1 };
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw new Error("dropped");
    }
  },
  asked: ({ body: { to }, header }) => counting(to, header("last-event-id")),
  posted: ({ body: to, header }) => counting(to, header("last-event-id")),
  async *plain() {
    yield 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    throw new Error("dropped");
  },
  async *dates() {
    yield { at: new Date(1), more: [new Date(2)] };
    yield { data: { at: new Date(3), more: [] }, id: "x" };
  },
  async *ended() {
    yield* given;
  },
  counts: ({ header }) => counting(5, header("last-event-id")),
  async *tokens() {
    yield* given as readonly string[];
  },
  tokensEnded: () => given as readonly string[],
  datesEnded: () => [{ at: new Date(1) }, { data: { at: new Date(2) }, id: "1" }],
  async *strict() {
    yield { n: 1, secret: "x" } as { n: number };
    yield { n: "x" } as unknown as { n: number };
  },
});

let at: Listening;
beforeAll(async () => {
  at = await listen(server);
});
afterAll(() => at.close({ grace: 0 }));
beforeEach(() => {
  errors.length = 0;
  asked.length = 0;
  state.finished = 0;
});

const reasonOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => ({ resolved: value }),
    (error: unknown) => error,
  );
/** A client whose answers are these texts, one after another; `null` breaks what came before it. */
function fed(
  answers: readonly (Response | readonly (string | null)[])[],
  options: ClientOptions = {},
): { readonly client: Client; readonly seen: (string | null)[] } {
  const seen: (string | null)[] = [];
  const rest = [...answers];
  const client = createClient({
    reconnect: { delay: 1 },
    ...options,
    fetch: async (_url, { headers }) => {
      seen.push(new Headers(headers).get("last-event-id"));
      const answer = rest.shift();
      if (answer === undefined) {
        throw new TypeError("nobody there");
      }
      if (answer instanceof Response) {
        return answer;
      }
      const texts = [...answer];
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            const text = texts.shift();
            if (text === null) {
              controller.error(undefined);
            } else if (text === undefined) {
              controller.close();
            } else {
              controller.enqueue(new TextEncoder().encode(text));
            }
          },
        },
        { highWaterMark: 0 },
      );
      return new Response(body, {
        headers: { "content-type": "Text/Event-Stream; charset=utf-8" },
      });
    },
  });
  return { client, seen };
}

describe.each([["in memory"], ["on a socket"]])("%s", (where) => {
  const client = (options: ClientOptions = {}): Client =>
    createClient({
      ...(where === "in memory" ? { fetch: server.fetch } : { baseUrl: at.url }),
      reconnect: { delay: 1 },
      ...options,
    });

  test("messages arrive with their names and ids", async () => {
    given = [
      "text",
      null,
      0,
      [1, { a: "b" }],
      { id: "5" },
      { data: 1, other: 2 },
      { data: "a\nb\r\nc\rd\n", event: "é", id: "1 2" },
      { data: { data: 1 } },
      { data: "x", event: "", id: "" },
      { data: "\u2028 :x\0" },
    ];
    const { messages } = await client().request(api.given).bodyOrThrow();
    expect(await collect(messages)).toEqual([
      { data: "text", event: "message", id: "" },
      { data: null, event: "message", id: "" },
      { data: 0, event: "message", id: "" },
      { data: [1, { a: "b" }], event: "message", id: "" },
      { data: { id: "5" }, event: "message", id: "" },
      { data: { data: 1, other: 2 }, event: "message", id: "" },
      { data: "a\nb\r\nc\rd\n", event: "é", id: "1 2" },
      { data: { data: 1 }, event: "message", id: "1 2" },
      { data: "x", event: "message", id: "" },
      { data: "\u2028 :x\0", event: "message", id: "" },
    ]);
  });

  test.each([
    { data: 1, event: "a\nb" },
    { data: 1, id: "a\rb" },
    { data: 1, id: "a\0b" },
    { data: 1, retry: -1 },
    { data: 1, retry: 1.5 },
    { data: undefined },
    { data: 1n },
  ])("what cannot be said is not: %o", async (message) => {
    given = [message];
    expect(await reasonOf(client().request(api.given).bodyOrThrow())).toMatchObject({
      status: 500,
    });
    given = ["first", message];
    const { seen, error } = await until(await client().request(api.given).bodyOrThrow());
    expect(seen.length).toBeLessThan(2);
    expect(error).toBeInstanceOf(TransportError);
    expect(errors).toHaveLength(2);
  });

  test("a quiet stream sends its head, then comments, and ends with its reader", async () => {
    const response =
      where === "in memory" ? await server.fetch("http://h/quiet") : await fetch(`${at.url}/quiet`);
    const reader = response.body?.getReader();
    for (let count = 0; count < 3; count++) {
      const { value } = (await reader?.read()) ?? {};
      expect(new TextDecoder().decode(value)).toMatch(/^(: \n\n)+$/);
    }
    await reader?.cancel();
    await vi.waitFor(() => expect(state.finished).toBe(1));
  });

  test("comments may be left out", async () => {
    const response =
      where === "in memory"
        ? await server.fetch("http://h/silent")
        : await fetch(`${at.url}/silent`);
    expect(await response.text()).toBe("data: 1\n\n");
  });

  test("text is sent and read as it is", async () => {
    given = [
      "Hel",
      "lo",
      "",
      " ",
      " \n\n a",
      "null",
      '"quoted"',
      "{",
      "\ufeff",
      "東京\u2028\0",
      ":x",
    ];
    expect(await collect(await client().request(api.tokens).bodyOrThrow())).toEqual(given);
    given = ["a", { data: "b", id: "1", event: "token" }];
    const { messages } = await client().request(api.tokens).bodyOrThrow();
    expect(await collect(messages)).toEqual([
      { data: "a", event: "message", id: "" },
      { data: "b", event: "token", id: "1" },
    ]);
  });

  test("text stands in the stream without quotes, before the end", async () => {
    given = ["Hello", " world"];
    const response =
      where === "in memory"
        ? await server.fetch("http://h/tokens-ended")
        : await fetch(`${at.url}/tokens-ended`);
    expect(await response.text()).toBe("data: Hello\n\ndata:  world\n\ndata: [DONE]\n\n");
  });

  test.each([
    ["tokens", 1, "plain text is a string without lone surrogates"],
    ["tokens", { text: "a" }, "plain text is a string without lone surrogates"],
    ["tokens", "\ud800", "plain text is a string without lone surrogates"],
    [
      "tokens",
      "a\r\nb",
      "the data of an event has a carriage return, which no event can carry: end its lines with \\n",
    ],
    [
      "tokensEnded",
      "[DONE]",
      'the data of an event is "[DONE]", which ends the sequence: declare another { end }',
    ],
    [
      "tokensEnded",
      { data: "[DONE]", event: "token" },
      'the data of an event is "[DONE]", which ends the sequence: declare another { end }',
    ],
  ] as const)("%s: what its reader would not get is refused: %j", async (name, item, fault) => {
    given = [item];
    expect(await reasonOf(client().request(api[name]).bodyOrThrow())).toMatchObject({
      status: 500,
    });
    expect(errors).toMatchObject([
      {
        name: "HandlerError",
        code: "unencodable-response",
        message: `GET ${api[name].path}: an item cannot be encoded: ${fault}`,
      },
    ]);
    given = ["first", item];
    const { error } = await until(await client().request(api[name]).bodyOrThrow());
    expect(error).toBeInstanceOf(TransportError);
    expect(errors).toHaveLength(2);
  });

  test("the end is written and read as no event", async () => {
    given = ["[DONE]", 1, { data: "x", id: "7" }];
    const { messages } = await client().request(api.ended).bodyOrThrow();
    expect(await collect(messages)).toEqual([
      { data: "[DONE]", event: "message", id: "" },
      { data: 1, event: "message", id: "" },
      { data: "x", event: "message", id: "7" },
    ]);
    given = [];
    expect(await collect(await client().request(api.ended).bodyOrThrow())).toEqual([]);
    expect(await collect(await client().request(api.datesEnded).bodyOrThrow())).toEqual([
      { at: new Date(1) },
      { at: new Date(2) },
    ]);
  });

  test("a stream with an end comes back where it was, and stops there", async () => {
    expect(await collect(await client().request(api.counts).bodyOrThrow())).toEqual([
      1, 2, 3, 4, 5,
    ]);
    expect(asked).toEqual([undefined, "2", "4"]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked).toHaveLength(3);
  });

  test("a handler that breaks writes no end", async () => {
    given = ["a", "\r"];
    const response =
      where === "in memory"
        ? await server.fetch("http://h/tokens-ended")
        : await fetch(`${at.url}/tokens-ended`);
    await expect(response.text()).rejects.toThrow();
  });

  test("a failure before the first event is an ordinary one", async () => {
    const result = await client().request(api.full);
    expect(result.failedWith(Full) && result.failure.body).toEqual({ room: "a" });
    expect(errors).toEqual([]);
  });

  test.each(["counted", "asked"] as const)("%s: comes back where it was", async (name) => {
    const body =
      name === "counted"
        ? await client()
            .request(api.counted, { parameters: { to: 7 } })
            .bodyOrThrow()
        : await client().request(api.asked, { to: 7 }).bodyOrThrow();
    expect(await collect(body)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(asked).toEqual([undefined, "2", "4", "6"]);
  });

  test("HTML 9.2.3: an id may be any text", async () => {
    expect(await collect(await client().request(api.named).bodyOrThrow())).toEqual(
      names.map((_, index) => index),
    );
    expect(asked).toEqual([undefined, ...names]);
  });

  test.each(names)("a call may begin after %j", async (name) => {
    const headers = { "last-event-id": name };
    const { messages } = await client().request(api.named, { headers }).bodyOrThrow();
    await collect(messages);
    expect(asked).toEqual(names.slice(names.indexOf(name)));
  });

  test("a POST is never sent again", async () => {
    const { seen, error } = await until(await client().request(api.posted, 7).bodyOrThrow());
    expect([seen, asked]).toEqual([[1, 2], [undefined]]);
    expect(error).toBeInstanceOf(TransportError);
  });

  test("without ids it is broken", async () => {
    const { seen, error } = await until(await client().request(api.plain).bodyOrThrow());
    expect(seen).toEqual([1]);
    expect(error).toBeInstanceOf(TransportError);
  });

  test("two-way items", async () => {
    expect(await collect(await client().request(api.dates).bodyOrThrow())).toEqual([
      { at: new Date(1), more: [new Date(2)] },
      { at: new Date(3), more: [] },
    ]);
  });

  test("what the server's schema refuses is not sent, nor what it does not declare", async () => {
    const { seen, error } = await until(await client().request(api.strict).bodyOrThrow());
    expect(error).toBeInstanceOf(TransportError);
    expect(JSON.stringify(seen)).not.toContain("secret");
    expect(errors).toHaveLength(1);
  });

  test("leaving the loop ends the handler", async () => {
    given = Array.from({ length: 1_000 }, (_, index) => index);
    for await (const item of await client().request(api.given).bodyOrThrow()) {
      expect(item).toBe(0);
      break;
    }
    expect(errors).toEqual([]);
  });

  test("an abort ends it with the signal's reason", async () => {
    const controller = new AbortController();
    const body = await client()
      .request(api.quiet, { signal: controller.signal, timeout: 5_000 })
      .bodyOrThrow();
    const read = until(body);
    const reason = new Error("enough");
    controller.abort(reason);
    expect((await read).error).toBe(reason);
    await vi.waitFor(() => expect(state.finished).toBe(1));
  });
});

test.each([new Error("enough"), "enough", { enough: true }, undefined])(
  "a handler that throws why its reader has gone is no error: %o",
  async (reason) => {
    const controller = new AbortController();
    const { signal } = controller;
    const body = await createClient({ fetch: server.fetch })
      .request(api.waiting, { signal })
      .bodyOrThrow();
    for await (const item of body) {
      expect(item).toBe(1);
      break;
    }
    await vi.waitFor(() => expect(state.finished).toBe(1));
    const read = until(
      await createClient({ fetch: server.fetch }).request(api.waiting, { signal }).bodyOrThrow(),
    );
    setTimeout(() => controller.abort(reason), 20);
    expect((await read).error).toBe(signal.reason);
    await vi.waitFor(() => expect(state.finished).toBe(2));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(errors).toEqual([]);
  },
);

describe("a stream that breaks", () => {
  const event = (id: number): string => `id: ${id}\ndata: ${id}\n\n`;

  test("loses and doubles nothing, wherever it is cut", async () => {
    const text = event(1) + event(2) + event(3);
    const all = text.indexOf("id: 2");
    for (let offset = all; offset <= text.length; offset++) {
      const first = text.slice(0, offset);
      const whole = first.split("\n\n").length - 1;
      const rest = [1, 2, 3].slice(whole).map(event).join("");
      // An answer that is whole up to here, though it is none to its reader.
      const { client, seen } = fed([[first, null], [rest]]);
      expect(await collect(await client.request(api.plain).bodyOrThrow())).toEqual([1, 2, 3]);
      expect(seen).toEqual([null, String(whole)]);
    }
  });

  test("comes back after answers of a gateway, and gives up after its attempts", async () => {
    const bad = (): Response => new Response("bad", { status: 502 });
    const { client, seen } = fed([[event(1), null], bad(), bad(), [event(2), null], bad()]);
    const { seen: items, error } = await until(await client.request(api.plain).bodyOrThrow());
    expect([items, error]).toEqual([[1, 2], expect.any(TransportError)]);
    // Five in a row: one answer of a gateway, and four times nobody.
    expect(seen).toEqual([null, "1", "1", "1", "2", "2", "2", "2", "2"]);
  });

  test("waits longer and longer where nothing comes, whatever the server says", async () => {
    const setTimeout = vi.spyOn(globalThis, "setTimeout");
    const spread = vi.spyOn(Math, "random").mockReturnValue(0.5);
    try {
      const once = "retry: 0\nid: 1\ndata: 1\n\n";
      const { client } = fed(
        [
          [once, null],
          [":\n\n", null],
          ["retry: 0\n\n", null],
        ],
        {
          reconnect: { attempts: 6, delay: 4, maxDelay: 20 },
        },
      );
      await until(await client.request(api.plain).bodyOrThrow());
      expect(setTimeout.mock.calls.map(([, delay]) => delay)).toEqual([0, 4, 8, 16, 20, 20]);
    } finally {
      setTimeout.mockRestore();
      spread.mockRestore();
    }
  });

  test("waits however often it tries", async () => {
    const setTimeout = vi.spyOn(globalThis, "setTimeout").mockImplementation(((
      done: () => void,
    ) => {
      queueMicrotask(done);
    }) as unknown as typeof globalThis.setTimeout);
    try {
      const { client } = fed([["retry: 0\nid: 1\ndata: 1\n\n", null]], {
        reconnect: { attempts: 1_100, delay: 1, maxDelay: Infinity },
      });
      await until(await client.request(api.plain).bodyOrThrow());
      const delays = setTimeout.mock.calls.map(([, delay]) => delay);
      expect(delays.slice(32).every((delay) => Number(delay) > 2 ** 29)).toBe(true);
      expect(delays.every((delay) => Number(delay) < 2 ** 31)).toBe(true);
      expect(delays).toHaveLength(1_100);
    } finally {
      setTimeout.mockRestore();
    }
  });

  test.each([0, NaN])("never comes back with %d attempts", async (attempts) => {
    const { client, seen } = fed([[event(1), null]], { reconnect: { attempts } });
    const { seen: items, error } = await until(await client.request(api.plain).bodyOrThrow());
    expect([items, error, seen]).toEqual([[1], expect.any(TransportError), [null]]);
  });

  test("stops on 204", async () => {
    const { client, seen } = fed([[event(1), null], new Response(null, { status: 204 })]);
    expect(await until(await client.request(api.plain).bodyOrThrow())).toEqual({
      seen: [1],
      error: undefined,
    });
    expect(seen).toEqual([null, "1"]);
  });

  test.each([
    [new Response("no", { status: 404 }), "404 text/plain;charset=UTF-8"],
    [
      new Response("{}", { headers: { "content-type": "application/json" } }),
      "200 application/json",
    ],
    [
      new Response("data: 2\n\n", { headers: { "content-type": "text/event-streams" } }),
      "200 text/event-streams",
    ],
    [new Response(null, { status: 302, headers: { location: "/" } }), "302 without a type"],
  ] as const)("ends at what is no stream, and says what: %#", async (answer, what) => {
    const { client, seen } = fed([[event(1), null], answer]);
    const { seen: items, error } = await until(await client.request(api.plain).bodyOrThrow());
    expect([items, error, seen]).toEqual([[1], expect.any(TransportError), [null, "1"]]);
    expect((error as TransportError).cause).toEqual(
      new Error(`received ${what} when it came back, expected 200 text/event-stream`),
    );
  });

  test("an id may be forgotten: it is broken then", async () => {
    const { client } = fed([[`${event(1)}id\ndata: 2\n\n`, null]]);
    const { seen, error } = await until(await client.request(api.plain).bodyOrThrow());
    expect([seen, error]).toEqual([[1, 2], expect.any(TransportError)]);
  });

  test("an id that stands alone counts", async () => {
    const { client, seen } = fed([["id: 9\n\n", null], ["data: 1\n\n"]]);
    expect(await collect(await client.request(api.plain).bodyOrThrow())).toEqual([1]);
    expect(seen).toEqual([null, "9"]);
  });

  test("one that began after an id comes back to it, as long as there was no event without", async () => {
    const init = { headers: { "last-event-id": "7" } };
    const { client, seen } = fed([[": \n\n", null], [event(8)]]);
    expect(await collect(await client.request(api.plain, { init }).bodyOrThrow())).toEqual([8]);
    expect(seen).toEqual(["7", "7"]);
    const other = fed([["data: 8\n\n", null]]);
    const body = await other.client.request(api.plain, { init }).bodyOrThrow();
    expect(await until(body)).toEqual({ seen: [8], error: expect.any(TransportError) as unknown });
    expect(other.seen).toEqual(["7"]);
  });

  test("an abort while it waits ends it with the reason", async () => {
    const controller = new AbortController();
    const { client } = fed([[event(1), null]], { reconnect: { delay: 60_000, maxDelay: 60_000 } });
    const body = await client.request(api.plain, { signal: controller.signal }).bodyOrThrow();
    const reason = new Error("enough");
    const read = until(body);
    await new Promise((resolve) => setTimeout(resolve, 20));
    controller.abort(reason);
    expect(await read).toEqual({ seen: [1], error: reason });
  });

  test("at its end stops, whatever follows, and is not asked for again", async () => {
    for (const rest of [["data: 2\n\n"], [null], ["junk"], []]) {
      const { client, seen } = fed([[event(1), "event: bye\nid: 2\ndata: [DONE]\n\n", ...rest]]);
      expect(await until(await client.request(api.counts).bodyOrThrow())).toEqual({
        seen: [1],
        error: undefined,
      });
      expect(seen).toEqual([null]);
    }
  });

  test("at its end leaves a server that stays", async () => {
    let isLeft = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("data: [DONE]\n\n")),
      cancel: () => {
        isLeft = true;
      },
    });
    const { client } = fed([
      new Response(body, { headers: { "content-type": "text/event-stream" } }),
    ]);
    expect(await collect(await client.request(api.counts).bodyOrThrow())).toEqual([]);
    expect(isLeft).toBe(true);
  });

  test("that closes before its end is broken, and comes back where it can", async () => {
    const { client } = fed([["data: 1\n\n"]]);
    const { seen, error } = await until(await client.request(api.counts).bodyOrThrow());
    expect([seen, error]).toMatchObject([
      [1],
      {
        name: "TransportError",
        cause: new Error('the stream ended before the event "[DONE]"'),
      },
    ]);
    const again = fed([[event(1)], [event(2), "data: [DONE]\n\n"]]);
    expect(await collect(await again.client.request(api.counts).bodyOrThrow())).toEqual([1, 2]);
    expect(again.seen).toEqual([null, "1"]);
    const over = fed([[event(1)], new Response(null, { status: 204 })]);
    expect(await collect(await over.client.request(api.counts).bodyOrThrow())).toEqual([1]);
  });

  test("a clean end is an end, though its last event is unfinished", async () => {
    const { client, seen } = fed([[`${event(1)}id: 2\ndata: 2\n`]]);
    expect(await until(await client.request(api.plain).bodyOrThrow())).toEqual({
      seen: [1],
      error: undefined,
    });
    expect(seen).toEqual([null]);
  });

  test("data that is no JSON, or that a schema refuses, is no answer", async () => {
    const one = await until(
      await fed([["data: {\n\n"]])
        .client.request(api.plain)
        .bodyOrThrow(),
    );
    expect(one.error).toBeInstanceOf(InvalidResponseError);
    const two = await until(
      await fed([['data: {"n":1}\n\ndata: {"n":"x"}\n\n']])
        .client.request(api.strict)
        .bodyOrThrow(),
    );
    expect([two.seen, two.error]).toEqual([[{ n: 1 }], expect.any(InvalidResponseError)]);
    const three = await until(
      await fed([['data: {"at":"1970-01-01T00:00:00.001Z","more":["x"]}\n\n']])
        .client.request(api.dates)
        .bodyOrThrow(),
    );
    expect(three.error).toBeInstanceOf(InvalidResponseError);
  });
});

describe("a server that drops its sockets", () => {
  let raw: Server;
  const text = [1, 2, 3, 4, 5].map((n) => `retry: 1\nid: ${n}\ndata: ${n}\n\n`);
  let drop = 0;
  beforeAll(async () => {
    raw = createHttpServer((req, res) => {
      const from = Number(req.headers["last-event-id"] ?? 0);
      res.writeHead(200, { "content-type": "text/event-stream" });
      const rest = text.slice(from).join("");
      if (from === 0) {
        res.write(rest.slice(0, drop), () => setTimeout(() => req.socket.destroy(), 5));
      } else {
        res.end(rest);
      }
    });
    await new Promise<void>((resolve) => {
      raw.listen(0, "127.0.0.1", resolve);
    });
  });
  afterAll(() => void raw.close());

  test("gives every event once", async () => {
    const { port } = raw.address() as AddressInfo;
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, reconnect: { delay: 1 } });
    const first = (text[0] ?? "").length;
    for (drop = first; drop < text.join("").length; drop += 7) {
      expect(await collect(await client.request(api.plain).bodyOrThrow())).toEqual([1, 2, 3, 4, 5]);
    }
  });
});
