// The position of an event stream: the server sends it first, and the client comes back with it, though it has had no
// event.
import { events, failure, get, rootResource, string, type } from "bough";
import { namedEvents } from "bough/existing";
import { createClient, FailureError, TransportError, type Client } from "bough/client";
import { createServer, memoryTopic } from "bough/server";
import { describe, expect, test } from "vitest";
import { take } from "../support/topic-rows.ts";

const Missed = failure("missed-events", 410).body<{ since: string }>();
const header = { "last-event-id": string().optional() };
const api = rootResource("v1", {
  live: get("live").headers(header).response(events<number>()).failure(Missed),
  named: get("named")
    .headers(header)
    .response(namedEvents({ counted: type<number>() })),
  given: get("given").response(events<number>()),
});

const changes = memoryTopic<number>({ keep: { events: 2 } });
const named = memoryTopic<{ counted: number }>({ named: true });
let position: unknown;
const reported: unknown[] = [];
const server = createServer({ onError: (error) => void reported.push(error) });
server.route(
  api.live,
  async ({ headers, signal, fail }) =>
    (await changes.subscribe("a", { after: headers["last-event-id"], signal })) ??
    fail(Missed, { since: "yesterday" }),
);
server.route(api.named, async ({ signal }) => named.subscribe("a", { signal }));
server.route(api.given, () => Object.assign([1], { position: position as string }));

/** A client whose connections break when they are told to, before a request comes back. */
function cuttable(between: () => Promise<void> = async () => undefined) {
  const seen: (string | null)[] = [];
  /** The connections whose first block the client has read. */
  const begun = new Set<object>();
  let cut: () => void = () => undefined;
  const client: Client = createClient({
    reconnect: { delay: 0 },
    fetch: async (url, init) => {
      if (seen.length > 0) await between();
      seen.push(new Headers(init?.headers).get("last-event-id"));
      const response = await server.fetch(url, init);
      if (response.status !== 200) return response;
      const reader = response.body!.getReader();
      let reads = 0;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          cut = () => controller.error(new Error("cut"));
        },
        async pull(controller) {
          if (reads++ > 0) begun.add(response);
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        },
      });
      return new Response(body, response);
    },
  });
  return { client, seen, begun, cut: () => cut() };
}

describe("the writer", () => {
  const textOf = async (url: string): Promise<string> => {
    const reader = (await server.fetch(`http://h/v1/${url}`)).body!.getReader();
    const { value } = await reader.read();
    await reader.cancel();
    return new TextDecoder().decode(value);
  };

  test("sends the position of a subscription first, as a block with an id alone", async () => {
    expect(await textOf("live")).toBe(`id: ${await changes.position("a")}\n\n`);
    expect(await textOf("named")).toBe(`id: ${await named.position("a")}\n\n`);
  });

  test.each([[undefined], [""], [5], [{}]])("sends no position that is %j", async (given) => {
    position = given;
    expect(await textOf("given")).toBe("data: 1\n\n");
  });

  test("refuses a position of several lines", async () => {
    position = "a\ndata: 2";
    reported.length = 0;
    const { status } = await server.fetch("http://h/v1/given");
    expect([status, reported]).toMatchObject([500, [{ name: "HandlerError" }]]);
  });
});

describe("the client", () => {
  test("comes back before the first event, as often as a quiet stream breaks", async () => {
    const { client, seen, begun, cut } = cuttable();
    const first = await changes.position("a");
    const live = await client.request(api.live).bodyOrThrow();
    const reading = take(live[Symbol.asyncIterator](), 1);
    for (let count = 1; count < 8; count++) {
      await expect.poll(() => begun.size).toBe(count);
      cut();
    }
    await changes.publish("a", 1);
    expect(await reading).toEqual([1]);
    expect(new Set(seen)).toEqual(new Set([null, first]));
  });

  test("throws the declared failure that refuses it", async () => {
    const { client, begun, cut } = cuttable(async () => {
      for (const data of [1, 2, 3]) await changes.publish("a", data);
    });
    const live = await client.request(api.live).bodyOrThrow();
    const next = live[Symbol.asyncIterator]().next();
    await expect.poll(() => begun.size).toBe(1);
    cut();
    const error = await next.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FailureError);
    expect(error).toMatchObject({ status: 410, failure: { body: { since: "yesterday" } } });
    expect((error as FailureError).failedWith(Missed)).toBe(true);
  });

  test("throws a TransportError if it is refused by anything else", async () => {
    let calls = 0;
    const client = createClient({
      reconnect: { delay: 0 },
      fetch: async (url, init) => {
        if (calls++ > 0) return new Response(null, { status: 410 });
        const { body } = await server.fetch(url, init);
        await body?.cancel();
        let isSent = false;
        const cutBody = new ReadableStream<Uint8Array>({
          pull(controller) {
            if (isSent) controller.error(new Error("cut"));
            else controller.enqueue(new TextEncoder().encode("id: 1.a\n\n"));
            isSent = true;
          },
        });
        return new Response(cutBody, { headers: { "content-type": "text/event-stream" } });
      },
    });
    const live = await client.request(api.live).bodyOrThrow();
    const next = live[Symbol.asyncIterator]().next();
    await expect(next).rejects.toBeInstanceOf(TransportError);
  });
});
