import { failure, post, rootResource, type } from "bough";
import { errorFormat } from "bough/existing";
import { createClient, RejectionError, TransportError } from "bough/client";
import type { ClientOptions } from "bough/client";
import { createServer, memoryStore } from "bough/server";
import { describe, expect, test } from "vitest";

const Full = failure(422).body<{ readonly why: string }>();
const Busy = failure(409).body<{ readonly why: string }>();
const api = rootResource({
  order: post("orders")
    .request<{ readonly item: string }>()
    .response<number>()
    .failure(Full, Busy)
    .idempotent(),
  plain: post("plain").response<number>(),
});
const order = { item: "tea" };
const UUID = /^"[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}"$/;

/** A client whose requests get these responses, or break, in turn. */
function calls(responses: readonly (Response | undefined)[], options: ClientOptions = {}) {
  const keys: (string | null)[] = [];
  const left = [...responses];
  const client = createClient({
    fetch: async (_, { headers }) => {
      keys.push(new Headers(headers).get("idempotency-key"));
      const response = left.shift();
      if (response === undefined) throw new TypeError("broken");
      return response;
    },
    ...options,
  });
  return { client, keys };
}

const retry = { attempts: 5, delay: 0 };
const answer = (body: unknown, status = 200, told?: string): Response =>
  Response.json(body, { status, ...(told && { headers: { "idempotency-status": told } }) });

describe("a call of an idempotent endpoint", () => {
  test("has a key of its own, in quotes", async () => {
    const { client, keys } = calls([answer(1), answer(2), answer(3)]);
    await client.request(api.order, order);
    await client.request(api.order, order);
    await client.request(api.plain);
    expect(keys).toEqual([expect.stringMatching(UUID), expect.stringMatching(UUID), null]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  test("is sent again with its key", async () => {
    const { client, keys } = calls([undefined, answer("", 503), answer(1)], { retry });
    expect(await client.request(api.order, order).bodyOrThrow()).toBe(1);
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
    const plain = calls([undefined, answer(1)], { retry });
    await expect(plain.client.request(api.plain)).rejects.toThrow(TransportError);
  });

  test("has the key that it is given, bare if the server wants it so", async () => {
    const idempotencyKey = "order-1";
    const { client, keys } = calls([answer(1)]);
    await client.request(api.order, order, { idempotencyKey });
    expect(keys).toEqual(['"order-1"']);
    const bare = calls([answer(1)], { idempotency: { quoted: false } });
    await bare.client.request(api.order, order, { idempotencyKey });
    expect(bare.keys).toEqual(["order-1"]);
    await expect(
      client.request(api.order, order, { idempotencyKey: "gr\u00fcn \u2713" }),
    ).rejects.toThrow("must be header text");
  });

  test("alone takes a key, as a conditional one alone takes a version", async () => {
    const { client, keys } = calls([answer(1)]);
    const sent = (options: object): Promise<unknown> =>
      client.request(api.plain, options as never).bodyOrThrow();
    await expect(sent({ idempotencyKey: "order-1", ifMatch: "3" })).rejects.toMatchObject({
      name: "InvalidRequestError",
      message:
        'POST http://localhost/plain: not sent: header "idempotency-key" needs .idempotent(); header "if-match" needs .conditional()',
    });
    await expect(sent({ ifMatch: null })).rejects.toThrow("needs .conditional()");
    expect(keys).toEqual([]);
    expect(await sent({ idempotencyKey: undefined, ifMatch: undefined })).toBe(1);
  });

  test("waits while another one runs, as often as retry says", async () => {
    const busy = (): Response => answer({ why: "x" }, 409, "in-progress");
    const { client, keys } = calls([busy(), busy(), answer(1)], { retry });
    expect(await client.request(api.order, order).bodyOrThrow()).toBe(1);
    expect(keys).toHaveLength(3);
    const never = calls([busy()]);
    await expect(never.client.request(api.order, order)).rejects.toThrow("received 409");
  });

  test("does not repeat a failure of the same status", async () => {
    const { client, keys } = calls([answer({ why: "x" }, 409, "stored")], { retry });
    const result = await client.request(api.order, order);
    expect(result.failedWith(Busy)).toBe(true);
    expect(keys).toHaveLength(1);
  });

  test("throws for a reused key, whatever failure has its status", async () => {
    const { client } = calls([answer({ why: "x" }, 422, "reused")], { retry });
    await expect(client.request(api.order, order)).rejects.toThrow("received 422");
  });

  test("gets a rejection of the server, also in an error format", async () => {
    const errors = errorFormat(type<{ readonly code: string | number }>(), { code: "code" });
    const own = rootResource(
      { errors },
      { add: post().request<number>().response<number>().idempotent() },
    );
    const server = createServer();
    server.errors(own, ({ code }) => ({ code }));
    server
      .idempotent({ store: memoryStore(), scope: () => "all" })
      .route(own.add, ({ body }) => body);
    const client = createClient({ fetch: server.fetch });
    const idempotencyKey = "a";
    expect(await client.request(own.add, 1, { idempotencyKey }).bodyOrThrow()).toBe(1);
    expect(await client.request(own.add, 1, { idempotencyKey }).bodyOrThrow()).toBe(1);
    const reused = await client
      .request(own.add, 2, { idempotencyKey })
      .catch((error: unknown) => error);
    expect(reused).toBeInstanceOf(RejectionError);
    expect(reused).toMatchObject({ status: 422, type: "urn:bough:idempotency-key-reused" });
  });
});
