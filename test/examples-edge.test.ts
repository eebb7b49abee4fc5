// The edge example inside workerd: its API by Bough's client and by bytes as they are, over HTTP. Where
// there is no workerd for the platform its tests are skipped, but never on a build server.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, RejectionError } from "bough/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api, CountryNotServed, QuoteNotFound, TooHeavy } from "../examples/edge/api.ts";
import type { Departure } from "../examples/edge/api.ts";
import ratesWorker from "../examples/edge/rates-worker.ts";
import tariffs from "../examples/edge/tariffs.json" with { type: "json" };
import worker from "../examples/edge/worker.ts";
import { startWorkerd, workerdPath } from "../examples/edge/workerd.ts";
import type { Workerd } from "../examples/edge/workerd.ts";
import { linesOf, RawClient } from "./support/raw-client.ts";
import type { RawResponse } from "./support/raw-client.ts";

const limit = 60_000;

describe("the workers of the edge example in memory", () => {
  test("are functions of a request and its bindings", async () => {
    const env = {
      REGION: "here",
      SIGNING_KEY: "key",
      RATES: {
        fetch: (url: string, init: RequestInit) =>
          ratesWorker.fetch(new Request(url, init), { TARIFFS: tariffs }),
      },
    };
    const client = createClient({
      fetch: (url, init) => worker.fetch(new Request(url, init), env),
    });
    expect(await client.request(api.place).bodyOrThrow()).toEqual({ region: "here" });
    const parcel = { country: "NZ", grams: 100 };
    const quote = await client.request(api.quotes.create, parcel).bodyOrThrow();
    expect(quote).toMatchObject({ ...parcel, cents: 1_679 });
    expect(await client.request(api.quotes.quote(quote.id).find).bodyOrThrow()).toEqual(quote);
    const inherited = await client.request(api.countries.country("XX").rate);
    expect(inherited.failedWith(CountryNotServed)).toBe(true);
  });
});

function isInstalled(): boolean {
  try {
    return workerdPath() !== "";
  } catch {
    return false;
  }
}

const isSkipped = !isInstalled() && !process.env["CI"];
if (isSkipped) {
  console.warn("examples/edge is not tested: there is no workerd for this platform.");
}

describe.skipIf(isSkipped)("the edge example in workerd", () => {
  let folder: string;
  let workerd: Workerd;
  const more: Workerd[] = [];
  const signingKey = crypto.randomUUID();

  const start = (key: string): Promise<Workerd> =>
    startWorkerd({ out: folder, port: 0, signingKey: key, conditions: ["bough:source"] });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "bough-edge-"));
    workerd = await start(signingKey);
  }, limit);

  afterAll(async () => {
    await Promise.all([workerd, ...more].map((running) => running?.stop()));
    await rm(folder, { recursive: true, force: true });
  }, limit);

  const client = (to: Workerd = workerd) => createClient({ baseUrl: to.url });

  describe("by the client", () => {
    test("hands its bindings to the handlers: a text", async () => {
      expect(await client().request(api.place).bodyOrThrow()).toEqual({ region: "fra" });
    });

    test("reads ids and parameters, and asks the other worker through a service", async () => {
      const { rate } = api.countries.country("NZ");
      expect(
        await client()
          .request(rate, { parameters: { grams: 901 } })
          .bodyOrThrow(),
      ).toEqual({
        country: "NZ",
        grams: 901,
        cents: 1_499 + 10 * 180,
      });
      expect(await client().request(rate).bodyOrThrow()).toMatchObject({ grams: 500 });
    });

    test("fails with what it declares", async () => {
      const unknown = await client().request(api.countries.country("XX").rate);
      expect(unknown.failedWith(CountryNotServed) && unknown.failure.body).toEqual({
        country: "XX",
      });
      const heavy = await client().request(api.quotes.create, { country: "NZ", grams: 2_001 });
      expect(heavy.failedWith(TooHeavy) && heavy.failure.body).toEqual({ most: 2_000 });
    });

    test("takes a body that its schema takes, and no other", async () => {
      const created = await client().request(api.quotes.create, { country: "DE", grams: 1 });
      const quote = created.bodyOrThrow();
      expect(created.status).toBe(201);
      expect(quote).toMatchObject({ country: "DE", grams: 1, cents: 419 });
      expect(created.ok && created.headers.location).toBe(`/v1/quotes/${quote.id}`);

      const refused = await client()
        .request(api.quotes.create, { country: "de", grams: 0 })
        .catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(RejectionError);
      expect(refused).toMatchObject({
        status: 400,
        errors: [{ pointer: "/country" }, { pointer: "/grams" }],
      });
    });

    test("streams events, from the first or after the last that was seen", async () => {
      const { departures } = api;
      const all = await client().request(departures, { parameters: { count: 3 } });
      const seen: unknown[] = [];
      for await (const message of all.bodyOrThrow().messages) {
        seen.push(message);
      }
      expect(seen).toEqual(
        [1, 2, 3].map((number) => ({
          id: String(number),
          event: "departure",
          data: { number, region: "fra" },
        })),
      );

      const headers = { "last-event-id": 2 };
      const rest: Departure[] = [];
      for await (const departure of await client().request(departures, { headers }).bodyOrThrow()) {
        rest.push(departure);
      }
      expect(rest.map(({ number }) => number)).toEqual([3]);
    });

    test("goes on after a reader has left its stream", async () => {
      const stream = client().request(api.departures, { parameters: { count: 100 } });
      for await (const { number } of await stream.bodyOrThrow()) {
        expect(number).toBe(1);
        break;
      }
      expect(await client().request(api.place).bodyOrThrow()).toEqual({ region: "fra" });
    });

    test("answers many at once", async () => {
      const asked = Array.from({ length: 200 }, (_, index) => index + 1);
      const { rate } = api.countries.country("DE");
      const rates = await Promise.all(
        asked.map((grams) => client().request(rate, { parameters: { grams } }).bodyOrThrow()),
      );
      expect(rates.map(({ grams }) => grams)).toEqual(asked);
    });

    test("keeps nothing: another instance with the same key goes on, one with another does not", async () => {
      const quote = await client()
        .request(api.quotes.create, { country: "DE", grams: 777 })
        .bodyOrThrow();
      more.push(await start(signingKey), await start("another key"));
      const [same, other] = more as [Workerd, Workerd];
      const { find } = api.quotes.quote(quote.id);
      expect(await client(same).request(find).bodyOrThrow()).toEqual(quote);
      expect((await client(other).request(find)).failedWith(QuoteNotFound)).toBe(true);
    });

    test.each(["x", "a.b", "%", "eyJ9.AAAA", "é.é"])("finds no quote %s", async (id) => {
      const found = await client().request(api.quotes.quote(id).find);
      expect(found.failedWith(QuoteNotFound)).toBe(true);
    });
  });

  describe("by raw requests", () => {
    async function send(head: readonly string[], body = ""): Promise<RawResponse> {
      const connection = await RawClient.open(workerd.port);
      try {
        const [line = ""] = head;
        connection.write(`${head.join("\r\n")}\r\n\r\n${body}`);
        return await connection.next(line.replace(/ .*/, ""));
      } finally {
        connection.destroy();
      }
    }
    const ask = (line: string, ...headers: readonly string[]): Promise<RawResponse> =>
      send([`${line} HTTP/1.1`, "host: edge.test", ...headers]);
    const post = (body: string, ...headers: readonly string[]): Promise<RawResponse> =>
      send(
        [
          "POST /v1/quotes HTTP/1.1",
          "host: edge.test",
          `content-length: ${body.length}`,
          ...headers,
        ],
        body,
      );
    const json = "content-type: application/json";
    const typeOf = ({ body }: RawResponse): unknown => (JSON.parse(body) as { type: unknown }).type;

    test("405 with Allow", async () => {
      const answer = await ask("DELETE /v1/quotes");
      expect(answer.status).toBe(405);
      expect(linesOf(answer, "allow")).toEqual(["POST, OPTIONS"]);
      expect(linesOf(answer, "content-type")).toEqual(["application/problem+json"]);
      expect(typeOf(answer)).toBe("urn:bough:method-not-allowed");
      const readable = await ask("DELETE /v1/place");
      expect(linesOf(readable, "allow")).toEqual(["GET, HEAD, OPTIONS"]);
    });

    test("HEAD as GET, without the content", async () => {
      const [got, headed] = [await ask("GET /v1/place"), await ask("HEAD /v1/place")];
      expect(headed).toEqual({ ...got, body: "" });
      expect(linesOf(headed, "content-length")).toEqual([String(got.body.length)]);
    });

    test("OPTIONS from the tree", async () => {
      const answer = await ask("OPTIONS /v1/quotes");
      expect([answer.status, answer.body]).toEqual([204, ""]);
      expect(linesOf(answer, "allow")).toEqual(["POST, OPTIONS"]);
      expect(linesOf(answer, "accept-post")).toEqual(["application/json"]);
    });

    test.each([
      ["a method that is known nowhere", "TRACE /v1/place", 501],
      ["a method of others", "QUERY /v1/place", 405],
      ["no such path", "GET /v1/nothing", 404],
      ["an id that does not decode", "GET /v1/countries/de/rate", 404],
      ["an empty segment", "GET //v1/place", 404],
      ["a slash at the end", "GET /v1/place/", 404],
      ["another case", "GET /V1/place", 404],
      ["dot segments", "GET /v1/x/../place", 404],
      ["escaped dot segments", "GET /v1/x/%2e%2e/place", 404],
      ["a backslash", "GET /v1\\place", 404],
      ["a broken escape", "GET /v1/%zz", 400],
      ["an escape that is needless", "GET /v1/%70lace", 200],
      ["an absolute target", "GET http://other.test/v1/place", 200],
      ["a long target", `GET /${"a".repeat(9_000)}`, 414],
      ["a long segment", `GET /v1/quotes/${"a".repeat(1_025)}`, 404],
      ["a parameter that does not decode", "GET /v1/countries/DE/rate?grams=1e2", 400],
      ["a parameter twice", "GET /v1/countries/DE/rate?grams=1&grams=1", 400],
    ])("%s", async (_, line, status) => {
      const answer = await ask(line);
      expect(answer.status).toBe(status);
      expect(linesOf(answer, "content-type")).toEqual([
        status === 200 ? "application/json" : "application/problem+json",
      ]);
    });

    test("406 where nothing fits Accept", async () => {
      const answer = await ask("GET /v1/place", "accept: text/html, application/json;q=0");
      expect([answer.status, typeOf(answer)]).toEqual([406, "urn:bough:not-acceptable"]);
    });

    test.each([
      ["another media type", "content-type: text/plain"],
      ["none", "x-none: 1"],
      ["two", `${json}\r\n${json}`],
      ["a content encoding", `${json}\r\ncontent-encoding: gzip`],
    ])("415 for %s", async (_, header) => {
      const answer = await post("{}", header);
      expect([answer.status, typeOf(answer)]).toEqual([415, "urn:bough:unsupported-media-type"]);
    });

    test("413 by the length that is told, and by the bytes that come", async () => {
      const told = await post(" ".repeat(16_385), json);
      expect([told.status, typeOf(told)]).toEqual([413, "urn:bough:content-too-large"]);
      const counted = await send(
        ["POST /v1/quotes HTTP/1.1", "host: edge.test", json, "transfer-encoding: chunked"],
        `4001\r\n${" ".repeat(0x4001)}\r\n0\r\n\r\n`,
      );
      expect([counted.status, typeOf(counted)]).toEqual([413, "urn:bough:content-too-large"]);
    });

    test.each([
      ["malformed JSON", '{"country":'],
      ["no JSON at all", ""],
      ["invalid UTF-8", '"\xff"'],
      ["an integer that would change", '{"country":"DE","grams":9007199254740993}'],
      ["deep nesting", "[".repeat(65) + "]".repeat(65)],
    ])("400 for %s", async (_, body) => {
      const answer = await post(body, json);
      expect([answer.status, typeOf(answer)]).toEqual([400, "urn:bough:invalid-request"]);
      expect(JSON.parse(answer.body)).toMatchObject({ errors: [{ in: "body" }] });
    });

    test.each(["edge.test:80", "[::1]:8787", "EDGE.TEST."])("takes the Host %s", async (host) => {
      const answer = await send(["GET /v1/place HTTP/1.1", `host: ${host}`]);
      expect(answer.status).toBe(200);
    });

    test.each([
      "a, b",
      "user@edge.test",
      "edge.test/x",
      "edge.test?x",
      "edge.test#x",
      "a\\b",
      "two words",
      "edge.test:99999",
      "%65dge.test",
    ])("400 for the Host %s", async (host) => {
      const answer = await send(["GET /v1/place HTTP/1.1", `host: ${host}`]);
      expect([answer.status, typeOf(answer)]).toEqual([400, "urn:bough:invalid-request"]);
    });

    // Refused by workerd itself, before any worker.
    test.each(["host: ", "x-none: 1"])("400 without a Host (%s)", async (header) => {
      expect((await send(["GET /v1/place HTTP/1.1", header])).status).toBe(400);
    });
  });

  test("has nothing to complain about", () => {
    expect([workerd, ...more].map(({ errors }) => errors())).toEqual(["", "", ""]);
  });
});
