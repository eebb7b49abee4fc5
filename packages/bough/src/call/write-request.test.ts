import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { type } from "../declare/body/body.ts";
import { hrefOf } from "../declare/tree/href.ts";
import { oneOfBodies } from "../declare/body/alternatives.ts";
import { json, plainText } from "../bodies/json/declared.ts";
import { list, segments } from "../declare/parameter/list.ts";
import { dateTime, integer, number, string } from "../declare/parameter/parameter-types.ts";
import { parameter } from "../declare/parameter/parameter-make.ts";
import { issue } from "../declare/parameter/parameter.ts";
import { dynamicResource, rootResource } from "../declare/tree/resource.ts";
import { get, post } from "../declare/endpoint/verbs.ts";
import type { ClientOptions } from "./client-options.ts";
import { createClient } from "./create-client.ts";
import { followRedirects } from "./follow-redirects.ts";

const api = rootResource("v1", {
  headed: get()
    .headers({
      "X-Trace": string().optional(),
      "x-count": integer().optional(),
      "x-at": dateTime().optional(),
      "x-tags": list(string()),
    })
    .response<number>(),
  needed: get("needed").headers({ "if-match": string() }).response<number>(),
  typed: get("typed").headers({ accept: string() }).response<number>(),
  search: get("search")
    .parameters({
      limit: integer({ max: 10 }).optional(),
      ratio: number().optional(),
      q: string().optional(),
    })
    .response<number>(),
  must: get("must").parameters({ q: string() }).response<number>(),
  odd: get("odd")
    .parameters({
      p: parameter({ decode: (text) => text, encode: () => issue("is odd") }),
    })
    .response<number>(),
  any: post().request(type<unknown>()).response<number>(),
  at: dynamicResource("at", integer(), { find: get().response<number>() }),
  deep: dynamicResource("a", integer(), {
    rest: dynamicResource("rest", segments(), {
      all: post()
        .parameters({ limit: integer({ max: 10 }).optional(), q: string() })
        .headers({ "x-count": integer() })
        .request(type<unknown>())
        .response<number>(),
    }),
  }),
});

/** A client, and the headers and bodies it sent. */
function stubbed(options: ClientOptions = {}) {
  const sent: RequestInit[] = [];
  const client = createClient({
    fetch: async (_url, init) => {
      sent.push(init);
      return Response.json(1);
    },
    ...options,
  });
  return { client, sent };
}

const UNFIT = "must be header text";
const never = (value: unknown): never => value as never;

describe("request headers", () => {
  test("are encoded by their types", async () => {
    const { client, sent } = stubbed();
    await client.request(api.headed, {
      headers: { "X-Trace": "t é", "x-count": 3, "x-at": new Date(0), "x-tags": ["a", "b c"] },
    });
    expect(sent[0]?.headers).toEqual({
      accept: "application/json",
      "x-trace": "t é",
      "x-count": "3",
      "x-at": "1970-01-01T00:00:00.000Z",
      "x-tags": "a, b c",
    });
  });

  test("that are left out are not sent, and none that is inherited", async () => {
    const { client, sent } = stubbed();
    await client.request(api.headed, { headers: { "x-tags": [] } });
    await client.request(api.headed, {
      headers: Object.create({ "X-Trace": "inherited" }) as object,
    });
    await client.request(api.headed, { headers: never({ undeclared: "x" }) });
    for (const { headers } of sent) {
      expect(headers).toEqual({ accept: "application/json" });
    }
  });

  test("go before those of the client and of init", async () => {
    const { client, sent } = stubbed({ headers: { "x-trace": "client", "x-count": "1" } });
    await client.request(api.headed, {
      headers: { "X-Trace": "call" },
      init: { headers: new Headers({ "x-trace": "init", "x-count": "2" }) },
    });
    await client.request(api.typed, { headers: { accept: "text/csv" } });
    expect(sent[0]?.headers).toMatchObject({ "x-trace": "call", "x-count": "2" });
    expect(sent[1]?.headers).toMatchObject({ accept: "text/csv" });
  });

  test.each(["a\r\nx: y", "a\nb", "a\0", "\u0100", "\u20ac", " a", "a ", "\ta", "a\t", "a\u007f"])(
    "B7, N14: %j is refused before sending",
    async (value) => {
      const { client, sent } = stubbed();
      const message = UNFIT;
      for (const [options, name] of [
        [{ headers: { "X-Trace": value } }, "X-Trace"],
        [{ accept: value }, "accept"],
        [{ init: { headers: { "x-a": value } } }, "x-a"],
      ] as const) {
        await expect(client.request(api.headed, options)).rejects.toMatchObject({
          name: "InvalidRequestError",
          url: "http://localhost/v1",
          // A declared one is refused by its type before.
          issues: [
            {
              in: "header",
              name,
              message: name === "X-Trace" && value === "a\0" ? "must not contain U+0000" : message,
            },
          ],
        });
      }
      await expect(
        stubbed({ headers: { "x-a": value } }).client.request(api.headed),
      ).rejects.toMatchObject({ issues: [{ in: "header", name: "x-a", message }] });
      expect(sent).toEqual([]);
    },
  );

  test.each([["a,b"], ["a", " b"], [""], ["a", "b\t"]])(
    "the list element %j %j is refused",
    async (...tags) => {
      const { client, sent } = stubbed();
      await expect(
        client.request(api.headed, { headers: { "x-tags": tags } }),
      ).rejects.toMatchObject({
        issues: [
          {
            in: "header",
            name: "x-tags",
            message:
              "must not have an element that is empty, or has a comma or spaces at its start or end",
          },
        ],
      });
      expect(sent).toEqual([]);
    },
  );

  test("a name that is none is refused, a prototype's name is one like any other", async () => {
    const { client, sent } = stubbed();
    const wrong = { init: { headers: [["a b", "c"]] as [string, string][] } };
    await expect(client.request(api.headed, wrong)).rejects.toMatchObject({
      issues: [{ in: "header", name: "a b" }],
    });
    await client.request(api.headed, { init: { headers: [["__proto__", "x"]] } });
    expect(Object.entries(sent[0]?.headers ?? {})).toContainEqual(["__proto__", "x"]);
  });

  test("everything that is wrong is told at once", async () => {
    const { client } = stubbed();
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    await expect(
      client.request(api.needed, never({ headers: {}, accept: "\n" })),
    ).rejects.toMatchObject({
      message:
        'GET http://localhost/v1/needed: not sent: header "accept" must be header text; header "if-match" is missing',
    });
    await expect(client.request(api.headed, { headers: { "x-count": 1.5 } })).rejects.toThrow(
      'GET http://localhost/v1: not sent: header "x-count" must be an integer',
    );
  });
});

describe("parameters", () => {
  test.each([
    [{ limit: 1.5 }, "limit", "must be an integer"],
    [{ limit: NaN }, "limit", "must be an integer"],
    [{ limit: 11 }, "limit", "must be at most 10"],
    [{ limit: "3" }, "limit", "must be an integer"],
    [{ ratio: Infinity }, "ratio", "must be a number"],
    [{ q: "\ud800" }, "q", expect.stringContaining("surrogate")],
  ])("%j is refused before sending", async (parameters, name, message) => {
    const { client, sent } = stubbed();
    await expect(
      client.request(api.search, { parameters: never(parameters) }),
    ).rejects.toMatchObject({
      name: "InvalidRequestError",
      issues: [{ in: "query", name, message }],
    });
    expect(sent).toEqual([]);
  });

  test("that are missing or have no text are refused", async () => {
    const { client } = stubbed();
    await expect(client.request(api.must, never({}))).rejects.toMatchObject({
      issues: [{ in: "query", name: "q", message: "is missing" }],
    });
    await expect(
      client.request(api.must, { parameters: never(Object.create({ q: "x" })) }),
    ).rejects.toThrow("is missing");
    await expect(client.request(api.odd, { parameters: { p: "x" } })).rejects.toMatchObject({
      issues: [{ in: "query", name: "p", message: "is odd" }],
    });
    await expect(client.request(api.at(1.5).find)).rejects.toMatchObject({
      issues: [{ in: "path", name: "at", message: "must be an integer" }],
    });
  });
});

describe("what a client accepts", () => {
  test("is what its codecs read, or the endpoint's own types, whatever headers say", async () => {
    const cbor = { mediaType: "application/cbor", encode: () => new Uint8Array(), decode: () => 1 };
    const other = rootResource("v1", { any: get().response(oneOfBodies(plainText(), json())) });
    const headers = { Accept: "text/html", "Content-Type": "text/html" };
    for (const codecs of [[], [cbor, json()]]) {
      const { client, sent } = stubbed({ codecs, headers });
      const negotiated =
        codecs.length > 0 ? "application/cbor, application/json" : "application/json";
      for (let times = 0; times < 2; times++) {
        await client.request(api.headed, { init: { headers: Object.entries(headers) } });
        await client.request(other.any);
      }
      await client.request(api.headed, { accept: "a/b" });
      expect(sent.map((init) => ({ ...init.headers }))).toEqual(
        [
          negotiated,
          "text/plain; charset=utf-8, application/json",
          negotiated,
          "text/plain; charset=utf-8, application/json",
          "a/b",
        ].map((accept) => ({ accept })),
      );
    }
  });
});

describe("bodies", () => {
  test("are what the call gives: nothing of init makes one, or says how it is sent", async () => {
    const { client, sent } = stubbed({ redirects: followRedirects });
    const init = { body: "x", duplex: "half", end: 1, keepalive: true };
    await client.request(api.headed, { init });
    await client.request(api.any, 1, { init });
    const ours = { duplex: undefined, end: undefined, keepalive: true };
    expect(sent).toMatchObject([
      { ...ours, body: undefined },
      { ...ours, body: "1", headers: { "content-type": "application/json" } },
    ]);
  });

  const cyclic: unknown[] = [];
  cyclic.push(cyclic);

  test.each([
    [undefined, ""],
    [() => 1, ""],
    [Symbol("x"), ""],
    [{ toJSON: () => undefined }, ""],
    [1n, ": Do not know how to serialize a BigInt"],
    [cyclic, ": Converting circular structure to JSON"],
  ])("that have no JSON are refused before sending: %s", async (body, why) => {
    const { client, sent } = stubbed();
    await expect(client.request(api.any, body)).rejects.toMatchObject({
      name: "InvalidRequestError",
      issues: [
        {
          in: "body",
          name: "",
          message: expect.stringMatching(
            new RegExp(`^cannot be written as application/json${why}${why && "\\b.*"}$`, "s"),
          ) as string,
        },
      ],
    });
    expect(sent).toEqual([]);
  });

  test.each([new Error("no"), "no"])("keep what encoding them threw: %s", async (thrown) => {
    const codec = {
      mediaType: "a/b",
      encode: () => {
        throw thrown;
      },
      decode: () => 1,
    };
    await expect(stubbed({ codecs: [codec] }).client.request(api.any, 1)).rejects.toMatchObject({
      cause: thrown,
      message: "POST http://localhost/v1: not sent: body cannot be written as a/b: no",
    });
  });

  test("null, false and 0 are bodies; no codecs at all is plain JSON", async () => {
    const { client, sent } = stubbed({ codecs: [] });
    for (const body of [null, false, 0, ""]) {
      await client.request(api.any, body).catch(() => {});
    }
    expect(sent.map(({ body }) => body)).toEqual(["null", "false", "0", '""']);
  });
});

describe("everything that is wrong", () => {
  const { all } = api.deep(1.5).rest(["fine", "..", ""]);
  const path = [
    { in: "path", name: "a", message: "must be an integer" },
    { in: "path", name: "rest", message: 'must not be ".."' },
    { in: "path", name: "rest", message: 'must not be ""' },
  ];
  const others = [
    { in: "query", name: "limit", message: "must be at most 10" },
    { in: "query", name: "q", message: "is missing" },
    { in: "header", name: "x-count", message: "must be an integer" },
    {
      in: "body",
      name: "",
      message: "cannot be written as application/json: Do not know how to serialize a BigInt",
    },
  ];

  test("is told at once, in path, query, headers and body", async () => {
    const { client, sent } = stubbed();
    await expect(
      client.request(all, 1n, {
        parameters: { limit: 11, q: never(undefined) },
        headers: { "x-count": 0.5 },
      }),
    ).rejects.toMatchObject({
      name: "InvalidRequestError",
      url: "",
      issues: [...path, ...others],
      message: expect.stringContaining(
        'path "a" must be an integer; path "rest" must not be ".."',
      ) as string,
    });
    expect(sent).toEqual([]);
  });

  test("with the URL that a caller gives", async () => {
    const { client, sent } = stubbed();
    await expect(
      client.request(api.deep(1).rest(["x"]).all, 1n, {
        url: "https://other.test/",
        parameters: { q: "" },
        headers: { "x-count": 1 },
      }),
    ).rejects.toMatchObject({
      url: "",
      issues: [
        { in: "url", name: "", message: "must have the origin of http://localhost" },
        {
          in: "body",
          name: "",
          message: "cannot be written as application/json: Do not know how to serialize a BigInt",
        },
      ],
    });
    expect(sent).toEqual([]);
  });

  test("is known before anybody is asked for the client's headers", async () => {
    let asked = 0;
    const { client } = stubbed({ headers: () => ({ "x-a": `${asked++}` }) });
    await expect(client.request(api.at(0.5).find)).rejects.toMatchObject({
      issues: [{ in: "path", name: "at" }],
    });
    expect(asked).toBe(0);
    await client.request(api.at(1).find);
    expect(asked).toBe(1);
  });

  test("the first of it is what an address throws", () => {
    const told = { name: "AddressError", in: "path", parameter: "a", issue: "must be an integer" };
    expect(() => all.path).toThrow(expect.objectContaining(told));
    expect(() => hrefOf(all, { parameters: { q: never(undefined) } })).toThrow(
      expect.objectContaining(told),
    );
  });
});

describe("property 4: containment", () => {
  test("an id stays in its segment, or nothing is sent", async () => {
    const ids = rootResource("v1", {
      a: dynamicResource("a", { b: dynamicResource("b", { end: get("end") }) }),
    });
    const urls: string[] = [];
    const client = createClient({
      baseUrl: "https://h.test/base/",
      fetch: async (url) => {
        urls.push(url);
        return new Response(null, { status: 204 });
      },
    });
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.string(), fc.constantFrom("..", "%2e"));
    await fc.assert(
      fc.asyncProperty(text, text, async (a, b) => {
        urls.length = 0;
        const outcome = await client.request(ids.a(a).b(b).end).then(
          () => "sent",
          (error: Error) => error.name,
        );
        if (outcome === "sent") {
          const url = new URL(urls[0] ?? "");
          const segments = url.pathname.split("/");
          expect(url.origin + url.search + url.hash).toBe("https://h.test");
          expect(segments.with(3, "a").with(4, "b")).toEqual(["", "base", "v1", "a", "b", "end"]);
          expect(segments.slice(3, 5).map(decodeURIComponent)).toEqual([a, b]);
        } else {
          expect([outcome, urls]).toEqual(["InvalidRequestError", []]);
        }
      }),
    );
  });
});
