// Schemas that go both ways, wherever they stand: both sides work with values, and what
// travels is what the schema encodes.
import { body, events, failure, get, json, jsonLines, post, rootResource, twoWay } from "bough";
import { oneOfBodies } from "bough/existing";
import type { Codec } from "bough";
import { createClient, InvalidResponseError } from "bough/client";
import { createServer } from "bough/server";
import { Schema } from "effect";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { collect } from "../support/chunks.ts";

/** Digits on the wire: what JSON would refuse if it were not encoded. */
const digits = z.codec(z.string().regex(/^\d+$/), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (value) => value.toString(),
});
const later = z.codec(z.string(), z.bigint(), {
  decode: async (text) => Promise.resolve(BigInt(text)),
  encode: async (value) => Promise.resolve(value.toString()),
});
const Amount = z.object({
  amount: digits,
  all: z.array(digits),
  maybe: digits.optional(),
  either: z.union([digits, z.null()]),
});
const EffectAmount = twoWay({
  decode: Schema.decodeUnknownSync(Schema.Struct({ amount: Schema.BigIntFromString })),
  encode: Schema.encodeSync(Schema.Struct({ amount: Schema.BigIntFromString })),
});
const reversed: Codec = {
  mediaType: "text/x-reversed",
  encode: (value) => [...JSON.stringify(value)].toReversed().join(""),
  decode: (bytes) => JSON.parse([...new TextDecoder().decode(bytes)].toReversed().join("")),
};

const Short = failure("short", 409).body(Amount);
const ShortOfEffect = failure("short-of-effect", 409).body(EffectAmount);
const Bare = failure(402).body(Amount);

const api = rootResource({
  negotiated: post("negotiated").request(Amount).response(Amount),
  json: post("json").request(json(Amount)).response(json(Amount)),
  either: post("either")
    .request(oneOfBodies(json(Amount), body(reversed, Amount)))
    .response(oneOfBodies(json(Amount), body(reversed, Amount))),
  second: post("second")
    .request(oneOfBodies(body(reversed, Amount), json(Amount)))
    .response(oneOfBodies(body(reversed, Amount), json(Amount))),
  effect: post("effect").request(EffectAmount).response(EffectAmount),
  later: post("later")
    .request(z.object({ n: later }))
    .response(z.object({ n: later })),
  lines: post("lines").request(jsonLines(Amount)).response(jsonLines(Amount)),
  lists: post("lists")
    .request(jsonLines(z.array(digits)))
    .response(jsonLines(z.array(digits))),
  events: get("events").response(events(digits)),
  named: get("named").failure(Short),
  effects: get("effects").failure(ShortOfEffect),
  bare: get("bare").failure(Bare),
});

const amount = { amount: 1n, all: [2n, 3n], either: null };
const errors: unknown[] = [];

describe.each([
  ["with", true],
  ["without", false],
])("%s validated responses", (_what, validateResponses) => {
  const server = createServer({ validateResponses, onError: (error) => void errors.push(error) });
  const handled: unknown[] = [];
  server.route(api, {
    negotiated: ({ body: value }) => (handled.push(value), value),
    json: ({ body: value }) => (handled.push(value), value),
    either: ({ body: value }) => (handled.push(value), value),
    second: ({ body: value }) => (handled.push(value), value),
    effect: ({ body: value }) => value,
    later: ({ body: value }) => value,
    lines: ({ body: items }) => items,
    lists: ({ body: items }) => items,
    async *events() {
      yield 1n;
      yield { data: 2n, id: "2" };
    },
    named: ({ fail }) => fail(Short, amount),
    effects: ({ fail }) => fail(ShortOfEffect, { amount: 5n }),
    bare: ({ fail }) => fail(Bare, amount),
  });
  const client = createClient({ fetch: server.fetch, validateResponses });
  beforeEach(() => {
    handled.length = 0;
    errors.length = 0;
  });

  test.each(["negotiated", "json", "either", "second"] as const)("%s", async (name) => {
    const back = await client.request(api[name], amount).bodyOrThrow();
    expect(back).toEqual(amount);
    expect(handled).toEqual([amount]);
  });

  test("by Effect, and by what answers later", async () => {
    expect(await client.request(api.effect, { amount: 5n }).bodyOrThrow()).toEqual({ amount: 5n });
    expect(await client.request(api.later, { n: 5n }).bodyOrThrow()).toEqual({ n: 5n });
  });

  test("item by item", async () => {
    const lines = await client.request(api.lines, [amount, amount]).bodyOrThrow();
    expect(await collect(lines)).toEqual([amount, amount]);
    const lists = await client.request(api.lists, [[], [1n, 2n]]).bodyOrThrow();
    expect(await collect(lists)).toEqual([[], [1n, 2n]]);
    expect(await collect(await client.request(api.events).bodyOrThrow())).toEqual([1n, 2n]);
  });

  test("in the data of failures, which travels as the text", async () => {
    const wire = { amount: "1", all: ["2", "3"], either: null };
    const sent = async (path: string): Promise<unknown> =>
      (await server.fetch(`http://h.test/${path}`)).json();
    expect(await sent("named")).toMatchObject({ type: "urn:problem-type:short", ...wire });
    expect(await sent("effects")).toMatchObject({ amount: "5" });
    expect(await sent("bare")).toEqual(wire);
    const named = await client.request(api.named);
    expect(named).toMatchObject({ status: 409, failure: { name: "short", body: amount } });
    const effects = await client.request(api.effects);
    expect(effects).toMatchObject({ failure: { body: { amount: 5n } } });
    const bare = await client.request(api.bare);
    expect(bare).toMatchObject({ status: 402, failure: { name: "402", body: amount } });
  });

  test("what the client cannot encode goes to nobody", async () => {
    const wrong = { ...amount, amount: -1n };
    await expect(client.request(api.json, wrong)).rejects.toThrow();
    expect(handled).toEqual([]);
  });

  test("what the server cannot encode is a 500", async () => {
    const broken = createServer({ validateResponses, onError: (error) => void errors.push(error) });
    broken.route(api.json, () => ({ ...amount, amount: -1n }));
    const call = createClient({ fetch: broken.fetch }).request(api.json, amount);
    await expect(call).rejects.toMatchObject({ status: 500 });
    expect(errors).toMatchObject([{ code: "invalid-response" }]);
  });

  test("what cannot be encoded is told by its place and by its schema's words", async () => {
    const issues = [
      { message: "/amount Invalid input: expected bigint, received number" },
      { message: "/all/1 Invalid input: expected bigint, received string" },
    ];
    const wrong = { ...amount, amount: 1 as never, all: [1n, "2" as never] };
    const broken = createServer({ validateResponses, onError: (error) => void errors.push(error) });
    broken.route(api.json, () => wrong);
    broken.route(api.later, () => ({ n: 5 as never }));
    broken.route(api.effect, () => ({ amount: "5" as never }));
    const asking = createClient({ fetch: broken.fetch });
    await expect(asking.request(api.json, amount)).rejects.toMatchObject({ status: 500 });
    await expect(asking.request(api.later, { n: 5n })).rejects.toMatchObject({ status: 500 });
    await expect(asking.request(api.effect, { amount: 5n })).rejects.toMatchObject({ status: 500 });
    expect(errors).toMatchObject([
      { code: "invalid-response", issues },
      { issues: [{ message: "/n Invalid input: expected bigint, received number" }] },
      { issues: [{ message: expect.stringContaining("Expected bigint") }] },
    ]);
    const sending = createClient({
      fetch: async (_url, { body: sent }) => new Response(await new Response(sent).text()),
    });
    await expect(sending.request(api.lines, [wrong])).rejects.toMatchObject({
      cause: { message: issues.map(({ message }) => message).join("; ") },
    });
  });

  test("what the server should not have sent is no answer", async () => {
    const answering = createClient({
      validateResponses,
      fetch: () => Promise.resolve(Response.json({ amount: "x", all: [], either: null })),
    });
    await expect(answering.request(api.json, amount)).rejects.toBeInstanceOf(InvalidResponseError);
  });
});
