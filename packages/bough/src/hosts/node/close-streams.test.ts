// What becomes of answers that stream when their server closes: those that their readers take up
// again elsewhere are broken off at once, all others have the grace.
import { events, get, integer, jsonLines, post, query, rootResource } from "bough";
import type { EventInput } from "bough/types";
import { createClient, TransportError } from "bough/client";
import { listen, type Listening } from "bough/node";
import { createServer } from "bough/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { RawClient } from "../../../../../test/support/raw-client.ts";

const resumed = { "last-event-id": integer().optional() };
const api = rootResource({
  live: get("live").headers(resumed).response(events<number>()),
  asked: query("asked").headers(resumed).request<number>().response(events<number>()),
  posted: post("posted").request<number>().response(events<number>()),
  lines: get("lines").response(jsonLines<number>()),
});
const LONG = 60_000;

const open: Listening[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ close }) => close({ grace: 0 })));
});

/** A server whose handlers yield what is in `given`, then wait until they are told to go on or left. */
async function serve(...given: EventInput<number>[]) {
  const server = createServer();
  const state = { aborted: 0, ended: 0, waiting: 0, errors: [] as unknown[] };
  let goOn: (next: readonly EventInput<number>[]) => void = () => undefined;
  async function* handler({ signal }: { signal: AbortSignal }): AsyncGenerator<EventInput<number>> {
    try {
      yield* given;
      const next = await new Promise<readonly EventInput<number>[]>((resolve) => {
        goOn = resolve;
        state.waiting++;
        signal.addEventListener("abort", () => {
          state.aborted++;
          resolve([]);
        });
      });
      yield* next;
      if (next.length > 0) {
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      }
    } finally {
      state.ended++;
    }
  }
  server.route(api, {
    live: handler,
    asked: handler,
    posted: handler,
    lines: handler as () => AsyncGenerator<number>,
  });
  const listening = await listen(server);
  open.push(listening);
  return {
    ...listening,
    state,
    yields: (...next: EventInput<number>[]) => goOn(next),
    waiting: () => vi.waitFor(() => expect(state.waiting).toBe(1)),
  };
}

/** What a connection brought, when it has closed. */
async function read(port: number, head: string, body = ""): Promise<RawClient> {
  const client = await RawClient.open(port);
  return client.write(`${head}host: h.test\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
}
const GET = "GET /live HTTP/1.1\r\n";
const JSON_TYPE = "content-type: application/json\r\n";
/** The chunk that ends an answer. */
const END = "0\r\n\r\n";

describe("at close, a stream of events whose reader comes back", () => {
  test.each([
    ["since it has an id", GET, "", { data: 1, id: "7" }],
    ["since it came with one", `${GET}last-event-id: 7\r\n`, "", undefined],
    ["by QUERY", `QUERY /asked HTTP/1.1\r\n${JSON_TYPE}`, "1", { data: 1, id: "7" }],
  ])("is broken off, not ended: %s", async (_what, head, body, event) => {
    const { port, close, state, waiting } = await serve(...(event ? [event] : []));
    const client = await read(port, head, body);
    await waiting();
    await close({ grace: LONG });
    await client.closed;
    expect(client.rest).toContain("200 OK");
    expect(client.rest.includes("id: 7\ndata: 1\n\n")).toBe(event !== undefined);
    expect(client.rest.endsWith(END)).toBe(false);
    await vi.waitFor(() => expect(state).toMatchObject({ aborted: 1, ended: 1, errors: [] }));
  });

  test("is broken off as soon as it has an id", async () => {
    const { port, close, state, waiting, yields } = await serve();
    const client = await read(port, GET);
    await waiting();
    const closed = close({ grace: LONG });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(state.ended).toBe(0);
    yields({ data: 5, id: "5" });
    await closed;
    await client.closed;
    expect(client.rest).toContain("id: 5\ndata: 5\n\n");
    expect(client.rest.endsWith(END)).toBe(false);
  });

  test("goes on at another server, and nothing is lost or doubled", async () => {
    const first = await serve({ data: 1, id: "1" }, { data: 2, id: "2", retry: 1 });
    const second = await serve({ data: 3, id: "3" }, { data: 4, id: "4" });
    const asked: (string | null)[] = [];
    const client = createClient({
      reconnect: { delay: 1 },
      fetch: async (url, init) => {
        asked.push(new Headers(init.headers).get("last-event-id"));
        const { pathname } = new URL(url);
        return fetch((asked.length === 1 ? first : second).url + pathname, init);
      },
    });
    const seen: number[] = [];
    for await (const item of await client.request(api.live).bodyOrThrow()) {
      seen.push(item);
      if (item === 2) {
        void first.close({ grace: LONG });
      } else if (item === 4) {
        break;
      }
    }
    expect([seen, asked]).toEqual([
      [1, 2, 3, 4],
      [null, "2"],
    ]);
    await first.close();
  });

  test("goes on from where its caller began, though there was no event", async () => {
    const first = await serve();
    const second = await serve({ data: 8, id: "8" });
    const asked: (string | null)[] = [];
    const client = createClient({
      reconnect: { delay: 1 },
      fetch: async (url, init) => {
        asked.push(new Headers(init.headers).get("last-event-id"));
        return fetch((asked.length === 1 ? first : second).url + new URL(url).pathname, init);
      },
    });
    const live = await client.request(api.live, { headers: { "last-event-id": 7 } }).bodyOrThrow();
    void first.close({ grace: LONG });
    for await (const item of live) {
      expect(item).toBe(8);
      break;
    }
    expect(asked).toEqual(["7", "7"]);
  });
});

describe("at close, a stream that nobody takes up again", () => {
  test.each([
    ["events without ids", GET, "", { data: 1 }],
    ["events without an id after one that was asked for", `${GET}last-event-id: 7\r\n`, "", 1],
    ["an id that is forgotten", GET, "", { data: 1, id: "" }],
    ["events of a POST", `POST /posted HTTP/1.1\r\n${JSON_TYPE}`, "1", { data: 1, id: "7" }],
    ["JSON lines", "GET /lines HTTP/1.1\r\n", "", { data: 1, id: "7" }],
  ])("has the grace to come to its end: %s", async (_what, head, body, event) => {
    const { port, close, state, waiting, yields } = await serve(event);
    const client = await read(port, head, body);
    await waiting();
    const closed = close({ grace: LONG });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(state).toMatchObject({ aborted: 0, ended: 0 });
    yields();
    await closed;
    await client.closed;
    expect(client.rest.endsWith(END)).toBe(true);
  });

  test("is broken when the grace is over", async () => {
    const { url, close, state, waiting } = await serve(1);
    const live = await createClient({ baseUrl: url }).request(api.live).bodyOrThrow();
    await waiting();
    const closed = close({ grace: 30 });
    const seen: number[] = [];
    const read = async (): Promise<void> => {
      for await (const item of live) {
        seen.push(item);
      }
    };
    await expect(read()).rejects.toBeInstanceOf(TransportError);
    await closed;
    expect(seen).toEqual([1]);
    await vi.waitFor(() => expect(state.aborted).toBe(1));
  });
});
