import { afterEach, describe, expect, test, vi } from "vitest";
import { plainText } from "../../bodies/json/declared.ts";
import { del, get, patch, put } from "../../declare/endpoint/verbs.ts";
import { failure } from "../../declare/failure/failure.ts";
import { rootResource, staticResource } from "../../declare/tree/resource.ts";
import { createServer } from "../../serve/create-server.ts";
import { memoryStore } from "../idempotency/server-store.ts";
import { createClient } from "../../call/create-client.ts";
import { update } from "./client-update.ts";

interface Counter {
  count: number;
  version: number;
}
const Changed = failure("changed", 412);
const NotFound = failure("not-found", 404);
const versioned = { version: "version" } as const;
const api = rootResource({
  find: get().response<Counter>().failure(NotFound).conditional(versioned),
  save: put()
    .request<{ count: number }>()
    .response<Counter>()
    .conditional({ ...versioned, changed: Changed }),
  change: patch().request<{ count: number }>().response<Counter>().conditional(versioned),
  keyed: patch("keyed").request<{ count: number }>().idempotent().conditional(versioned),
  remove: del().conditional(versioned),
  note: staticResource("note", {
    read: get().response(plainText()).conditional(),
    write: put().request(plainText()).conditional(),
  }),
});

/** A counter; the first `others` writes find that another one was faster. */
function serve(others = 0) {
  const state = { counter: { count: 0, version: 1 }, note: "a", revision: 1, reads: 0, writes: 0 };
  let left = others;
  const save = (count: number): Counter => {
    state.counter = { count, version: state.counter.version + 1 };
    return state.counter;
  };
  const others1 = (): void => {
    state.writes += 1;
    if (left > 0) {
      left -= 1;
      save(state.counter.count + 100);
    }
  };
  const server = createServer();
  server
    .idempotent({ store: memoryStore(), scope: () => "all" })
    .route(api.keyed, ({ body, expect: expected }) => {
      expected(state.counter.version);
      save(body.count);
    });
  server.route(api.find, () => {
    state.reads += 1;
    return state.counter;
  });
  server.route(api.save, ({ body, expect: expected }) => {
    others1();
    expected(state.counter.version);
    return save(body.count);
  });
  server.route(api.change, ({ body, expect: expected }) => {
    others1();
    expected(state.counter.version);
    return save(body.count);
  });
  server.route(api.remove, ({ expect: expected }) => expected(state.counter.version));
  server.route(api.note, {
    read: ({ respond }) => respond(state.note, { etag: state.revision }),
    write: ({ body, expect: expected }) => {
      expected(state.revision);
      state.note = body;
      state.revision += 1;
    },
  });
  return { state, fetch: server.fetch };
}

const next = ({ count }: Counter): { count: number } => ({ count: count + 1 });

afterEach(() => {
  vi.restoreAllMocks();
});

describe("update", () => {
  test("reads, changes and writes", async () => {
    const { state, fetch } = serve();
    const result = await update(createClient({ fetch }), { read: api.find, write: api.save }, next);
    expect(await result.bodyOrThrow()).toEqual({ count: 1, version: 2 });
    expect([state.reads, state.writes]).toEqual([1, 1]);
  });

  test.each([api.save, api.change])("begins again after a 412 of %s", async (write) => {
    const waits = vi.spyOn(Math, "random").mockReturnValue(0);
    const { state, fetch } = serve(3);
    const client = createClient({ fetch });
    const result = await update(client, { read: api.find, write: write as typeof api.save }, next);
    expect(result).toMatchObject({ ok: true, body: { count: 301, version: 5 } });
    expect([state.reads, state.writes, waits.mock.calls.length]).toEqual([4, 4, 3]);
  });

  test("waits at random, at most 20 milliseconds, and twice as long each time", async () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    const waits = vi.spyOn(globalThis, "setTimeout");
    const client = createClient({ fetch: serve(3).fetch });
    await update(client, { read: api.find, write: api.save }, next);
    const delays = waits.mock.calls.flatMap(([, delay = 0]) => (delay < 1_000 ? [delay] : []));
    expect(delays).toEqual([20, 40, 80]);
  });

  test("gives the 412 when its time is over", async () => {
    const client = createClient({ fetch: serve(100).fetch });
    const endpoints = { read: api.find, write: api.save };
    expect(await update(client, endpoints, next, { timeout: 0 })).toMatchObject({
      ok: false,
      status: 412,
      failure: { name: "changed" },
    });
    await expect(
      update(client, { read: api.find, write: api.change }, next, { timeout: 0 }),
    ).rejects.toMatchObject({ name: "RejectionError", status: 412 });
    const signal = AbortSignal.timeout(30);
    const started = update(client, endpoints, next, { signal });
    expect(await started.catch((error: unknown) => error)).toSatisfy(
      (outcome: unknown) => outcome === signal.reason || Object(outcome).status === 412,
    );
  });

  test("throws what reading and changing throw", async () => {
    const client = createClient({ fetch: serve().fetch });
    const endpoints = { read: api.find, write: api.save };
    const wrong = new Error("wrong");
    await expect(
      update(client, endpoints, () => {
        throw wrong;
      }),
    ).rejects.toBe(wrong);
    const none = createServer();
    none.route(api.find, ({ fail }) => fail(NotFound));
    await expect(
      update(createClient({ fetch: none.fetch }), endpoints, next),
    ).rejects.toMatchObject({ name: "FailureError", status: 404 });
  });

  test("changes what has no body, and what has its version in no body", async () => {
    const { state, fetch } = serve();
    const client = createClient({ fetch });
    const removed = await update(client, { read: api.find, write: api.remove }, () => undefined);
    expect(removed.status).toBe(204);
    const { read, write } = api.note;
    await update(client, { read, write }, (text) => `${text}!`);
    expect(state.note).toBe("a!");
  });

  test("does not send a write without a key again, because it may have been made", async () => {
    const lostAfter = (path: string): { sent: number; client: ReturnType<typeof createClient> } => {
      const { fetch } = serve();
      const counted = {
        sent: 0,
        client: createClient({
          retry: { attempts: 3, delay: 0 },
          fetch: async (url, init) => {
            const response = await fetch(new Request(url, init));
            if (init.method === "GET" || !url.endsWith(path)) {
              return response;
            }
            counted.sent += 1;
            if (counted.sent === 1) {
              throw new TypeError("lost");
            }
            return response;
          },
        }),
      };
      return counted;
    };
    const plain = lostAfter("/");
    await expect(
      update(plain.client, { read: api.find, write: api.save }, next),
    ).rejects.toMatchObject({ name: "TransportError" });
    expect(plain.sent).toBe(1);
    const keyed = lostAfter("/keyed");
    const result = await update(keyed.client, { read: api.find, write: api.keyed }, next);
    expect([result.status, keyed.sent]).toEqual([204, 2]);
  });
});

test("a call may say how often it is sent again", async () => {
  let sent = 0;
  const client = createClient({
    retry: { attempts: 5, delay: 0 },
    fetch: () => {
      sent += 1;
      return Promise.reject(new TypeError("lost"));
    },
  });
  await expect(client.request(api.find, { retry: 0 })).rejects.toThrow("no complete response");
  expect(sent).toBe(1);
  await expect(client.request(api.find, { retry: { attempts: 2, delay: 0 } })).rejects.toThrow(
    "no complete response",
  );
  expect(sent).toBe(4);
});
