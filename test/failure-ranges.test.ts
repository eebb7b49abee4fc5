// Failures and successes for a range of statuses, and the bodies of bare failures: server and client against
// each other, and the client against answers of other servers.
import {
  body,
  bytes,
  events,
  failure,
  get,
  integer,
  json,
  jsonLines,
  noBody,
  plainText,
  rootResource,
  staticResource,
  stream,
  type,
} from "bough";
import { head, oneOfBodies } from "bough/existing";
import type { AnyFailure, Codec } from "bough";
import { createClient } from "bough/client";
import type { ClientOptions } from "bough/client";
import { createServer, type HandlerError } from "bough/server";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { UntypedEndpoint } from "bough/types";

const Named = failure("named", 404);
const Exact = failure(404).body(z.object({ exact: z.string() }));
const Client4 = failure("4XX").body(z.object({ client: z.string() }));
const Server5 = failure("5XX").headers({ "retry-after": integer().optional() });
const Other = failure("other").body<{ readonly code: number }>();
const Text = failure("other").body(plainText());

const quoted: Codec<"text/x-quoted"> = {
  mediaType: "text/x-quoted",
  encode: (value) => encodeURIComponent(JSON.stringify(value)),
  decode: (content) => JSON.parse(decodeURIComponent(new TextDecoder().decode(content))) as unknown,
};

const api = rootResource(
  "v1",
  { failures: [Other] },
  {
    all: get("all").response<string>().failure(Named, Client4, Server5),
    exact: get("exact").response<string>().failure(Exact, Client4),
    near: staticResource(
      "near",
      { failures: [Text] },
      { read: get().response<string>(), empty: get("empty").failure(failure("other")) },
    ),
    headed: head("headed"),
  },
);
const rejecting = rootResource(
  "v2",
  { rejections: z.object({ refused: z.string() }), failures: [Exact, Text] },
  { read: get() },
);

type Fail = (failure: AnyFailure, data?: unknown, options?: object) => never;

/** Calls an endpoint whose handler runs `run`; gives the result, the response and what `onError` got. */
async function call(
  endpoint: UntypedEndpoint,
  run: (call: { fail: Fail; respond(value: unknown, options?: object): unknown }) => unknown,
  { init, ...options }: ClientOptions & { readonly init?: RequestInit } = {},
) {
  const errors: unknown[] = [];
  const server = createServer({ onError: (error) => errors.push(error) });
  server.route(endpoint, run);
  const client = createClient({
    fetch: (url, sent) => server.fetch(new Request(url, sent)),
    ...options,
  });
  const response = await server.fetch(new Request(`http://localhost${endpoint.path}`, init));
  const result = await client.request(endpoint as never).then(
    (value) => value as unknown,
    (error: unknown) => error,
  );
  return { response, result, fault: (errors[0] as HandlerError | undefined) ?? undefined };
}

/** A client whose server answers so. */
function answering(text: BodyInit | null, status: number, headers: HeadersInit = {}) {
  return createClient({ fetch: async () => new Response(text, { status, headers }) });
}
const untyped = (endpoint: object): UntypedEndpoint => endpoint as UntypedEndpoint;
const JSON_TYPE = { "content-type": "application/json" };

describe("a failure for a range", () => {
  test.each([400, 404, 418, 499, 500, 599])("is answered with the status %d", async (status) => {
    const made = await call(untyped(api.near.read), ({ fail }) => fail(Text, "short", { status }));
    expect(made.response.status).toBe(status);
    expect(made.response.headers.get("cache-control")).toBe("no-store");
    expect(made.response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await made.response.text()).toBe("short");
    expect(made.result).toEqual({
      ok: false,
      status,
      headers: {},
      failure: {
        name: "other",
        status,
        title: "Other",
        detail: undefined,
        instance: undefined,
        body: "short",
      },
    });
  });

  test.each([
    [Other, 399, "400 to 599"],
    [Other, 600, "400 to 599"],
    [Other, 404.5, "400 to 599"],
    [Other, Number.NaN, "400 to 599"],
    [Other, "404", "400 to 599"],
    [Client4, 500, "400 to 499"],
    [Server5, 404, "500 to 599"],
  ])("%o refuses the status %s", async (given, status, range) => {
    const { response, fault } = await call(untyped(api.all), ({ fail }) =>
      fail(given, given === Server5 ? undefined : {}, { status }),
    );
    expect(response.status).toBe(500);
    expect(fault).toMatchObject({ name: "HandlerError", code: "undeclared-status" });
    expect(fault?.message).toContain(
      `which it does not have: fail(failure, data, { status }) takes one from ${range}`,
    );
  });

  test("refuses to be sent without a status, and others refuse another one", async () => {
    const without = await call(untyped(api.all), ({ fail }) => fail(Other, { code: 1 }));
    expect(without.fault?.message).toBe(
      'GET /v1/all: failed with "other" without a status: fail(failure, data, { status }) takes one from 400 to 599',
    );
    const another = await call(untyped(api.all), ({ fail }) =>
      fail(Named, undefined, { status: 410 }),
    );
    expect(another.fault?.message).toBe(
      'GET /v1/all: failed with "named" and the status 410, but it always has the status 404: remove { status }',
    );
    const same = await call(untyped(api.all), ({ fail }) =>
      fail(Named, undefined, { status: 404 }),
    );
    expect(same.response.status).toBe(404);
  });

  test("may have headers and no body", async () => {
    const { response, result } = await call(untyped(api.all), ({ fail }) =>
      fail(Server5, undefined, { status: 503, headers: { "retry-after": 3 } }),
    );
    expect([response.status, response.headers.get("retry-after"), await response.text()]).toEqual([
      503,
      "3",
      "",
    ]);
    expect(result).toMatchObject({
      headers: { "retry-after": 3 },
      failure: { name: "5XX", status: 503, body: undefined },
    });
  });

  test("replaces the inherited one of its range", async () => {
    expect(api.near.read.failures).toEqual([Text]);
    expect(api.near.empty.failures).toHaveLength(1);
    expect(api.all.failures).toEqual([Other, Named, Client4, Server5]);
    const { fault } = await call(untyped(api.near.read), ({ fail }) =>
      fail(Other, { code: 1 }, { status: 500 }),
    );
    expect(fault).toMatchObject({ code: "undeclared-failure" });
  });

  test("is what observers, guards and arounds see", async () => {
    const seen: unknown[] = [];
    const server = createServer({
      observe: async (_call, next) => {
        const { status, failure: answered } = await next();
        seen.push([status, answered]);
      },
    });
    server
      .guard([Other], ({ fail }) => fail(Other, { code: 7 }, { status: 418 }))
      .around([Other], async (_call, next) => {
        const answered = await next();
        seen.push(answered.status);
        return answered;
      })
      .route(api.all, () => "never");
    const client = createClient({ fetch: (url, init) => server.fetch(new Request(url, init)) });
    const result = await client.request(api.all);
    expect(
      result.match({ ok: String, other: ({ code }, { status }) => [code, status], else: () => 0 }),
    ).toEqual([7, 418]);
    expect(seen).toEqual([[418, Other]]);
  });

  test("answers HEAD without content", async () => {
    const { response } = await call(
      untyped(api.near.read),
      ({ fail }) => fail(Text, "short", { status: 409 }),
      { init: { method: "HEAD" } },
    );
    expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
      409,
      "text/plain; charset=utf-8",
      "",
    ]);
  });
});

describe("the client decides", () => {
  const nameOf = async (
    endpoint: object,
    text: BodyInit | null,
    status: number,
    headers: HeadersInit = JSON_TYPE,
  ): Promise<string> =>
    answering(text, status, headers)
      .request(untyped(endpoint))
      .then(
        (result) => (result.ok ? "ok" : result.failure.name),
        (error: Error) => error.name,
      );

  test.each([
    ["the named problem type", api.all, '{"type":"urn:problem-type:named"}', 404, "named"],
    ["a problem of Bough's own", api.all, '{"type":"urn:bough:not-found"}', 404, "RejectionError"],
    ["a foreign problem that fits a range", api.exact, '{"type":"/x","client":"a"}', 404, "4XX"],
  ])("%s", async (_what, endpoint, text, status, name) => {
    const headers = { "content-type": "application/problem+json" };
    expect(await nameOf(endpoint, text, status, headers)).toBe(name);
  });

  test.each([
    ["the bare failure of the exact status", api.exact, '{"exact":"a"}', 404, "404"],
    ["the range where the exact one does not fit", api.exact, '{"client":"a"}', 404, "4XX"],
    ["other where the range does not fit", api.exact, '{"code":1}', 404, "other"],
    ["other where no range has the status", api.exact, '{"code":1}', 500, "other"],
    ["the range of the status", api.exact, '{"client":"a"}', 418, "4XX"],
    ["the declared rejections at last", rejecting.read, '{"refused":"a"}', 404, "RejectionError"],
    ["nothing for a redirect", api.all, '{"code":1}', 302, "UnexpectedResponseError"],
    ["nothing that does not decode", api.all, "{", 500, "UnexpectedResponseError"],
  ])("%s", async (_what, endpoint, text, status, name) => {
    expect(await nameOf(endpoint, text, status)).toBe(name);
  });

  test.each([400, 404, 500, 502])("a page of a gateway with %d is no failure", async (status) => {
    const html = { "content-type": "text/html" };
    for (const endpoint of [api.all, api.exact, api.near.read, api.near.empty]) {
      expect(await nameOf(endpoint, "<h1>no</h1>", status, html)).toBe("UnexpectedResponseError");
    }
    expect(await nameOf(api.headed, null, status, html)).toBe("UnexpectedResponseError");
  });

  test("the header bough-rejection always means a rejection", async () => {
    const headers = { ...JSON_TYPE, "bough-rejection": "not-found" };
    for (const text of ['{"exact":"a"}', '{"client":"a"}', '{"code":1}', ""]) {
      expect(await nameOf(api.exact, text, 404, headers)).toBe("RejectionError");
    }
  });

  test("content where none is declared is no failure, an empty answer is one", async () => {
    expect(await nameOf(api.near.empty, null, 500, {})).toBe("other");
    expect(await nameOf(api.near.empty, "", 500, { "content-type": "text/plain" })).toBe("other");
    expect(await nameOf(api.near.empty, "x", 500, {})).toBe("UnexpectedResponseError");
  });

  test("HEAD by status and media type", async () => {
    expect(await nameOf(api.headed, null, 500, JSON_TYPE)).toBe("other");
    expect(await nameOf(api.headed, null, 500, {})).toBe("other");
  });
});

describe("the body of a bare failure", () => {
  const scim = { schemas: ["error"], status: "404" };
  const Scim = failure(403).body(
    oneOfBodies(json(z.object({ code: z.number() })), body<typeof scim, "text/x-quoted">(quoted)),
  );
  const tree = rootResource("v3", {
    text: get("text").response<string>().failure(failure(404).body(plainText())),
    several: get("several")
      .response<string>()
      .failure(Scim as unknown as typeof Other),
    bytes: get("bytes").failure(failure("gone", 410).bare(bytes("image/png"))),
    stream: get("stream").failure(failure(409).body(stream("text/x-stream"))),
    lines: get("lines").failure(failure(422).body(jsonLines<number>())),
    events: get("events").failure(failure(503).body(events<{ readonly at: number }>())),
    coded: get("coded").failure(failure(400).body(body<string>(quoted))),
    none: get("none").failure(failure(401).body(noBody)),
  });
  const only = (endpoint: object): AnyFailure => untyped(endpoint).failures[0] as AnyFailure;

  test("is text, or what a codec writes", async () => {
    const text = await call(untyped(tree.text), ({ fail }) => fail(only(tree.text), "é"));
    expect(text.response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(text.result).toMatchObject({ failure: { name: "404", body: "é" } });
    const coded = await call(untyped(tree.coded), ({ fail }) => fail(only(tree.coded), "a b"));
    expect(coded.result).toMatchObject({ failure: { name: "400", body: "a b" } });
    const none = await call(untyped(tree.none), ({ fail }) => fail(only(tree.none)));
    expect([none.response.status, none.result]).toMatchObject([401, { failure: { name: "401" } }]);
  });

  test.each([
    ["application/json", { code: 1 }, "application/json", '{"code":1}'],
    ["text/x-quoted", scim, "text/x-quoted", encodeURIComponent(JSON.stringify(scim))],
    ["image/png", { code: 1 }, "application/json", '{"code":1}'],
    ["*/*", { code: 1 }, "application/json", '{"code":1}'],
  ])("is chosen by Accept: %s, and is never a 406", async (accept, data, mediaType, text) => {
    const { response } = await call(untyped(tree.text), () => "");
    expect(response.status).toBe(200);
    const made = await call(
      untyped(tree.bytes),
      ({ fail }) => fail(only(tree.bytes), new Uint8Array(1)),
      {
        init: { headers: { accept } },
      },
    );
    expect(made.response.status).toBe(410);
    const server = createServer();
    server.route(untyped(tree.several), ({ fail }: { fail: Fail }) => fail(Scim, data));
    const answer = await server.fetch(
      new Request("http://localhost/v3/several", { headers: { accept: `${accept}, */*;q=0.1` } }),
    );
    expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
      403,
      mediaType,
      text,
    ]);
    expect(answer.headers.get("vary")).toBe("Accept");
  });

  test("is read by Content-Type", async () => {
    const client = (text: string, contentType: string) =>
      answering(text, 403, { "content-type": contentType }).request(untyped(tree.several) as never);
    expect(await client('{"code":1}', "application/json")).toMatchObject({
      failure: { body: { code: 1 } },
    });
    expect(await client(encodeURIComponent(JSON.stringify(scim)), "text/x-quoted")).toMatchObject({
      failure: { body: scim },
    });
    for (const [text, contentType] of [
      ['{"code":"a"}', "application/json"],
      ["%7B", "text/x-quoted"],
      ["<p>", "text/html"],
    ] as const) {
      await expect(client(text, contentType)).rejects.toMatchObject({
        name: "UnexpectedResponseError",
      });
    }
  });

  test("is validated by its schema", async () => {
    const { response, fault } = await call(untyped(tree.several), ({ fail }) =>
      fail(Scim, { code: "a" }),
    );
    expect([response.status, fault?.code]).toEqual([500, "invalid-response"]);
    expect(fault?.message).toContain('the data of the failure "403" is refused by its schema');
  });

  test("is bytes, a stream, lines or events", async () => {
    const png = await call(untyped(tree.bytes), ({ fail }) =>
      fail(only(tree.bytes), Uint8Array.of(1, 2)),
    );
    expect(png.result).toMatchObject({
      ok: false,
      failure: { name: "gone", body: Uint8Array.of(1, 2) },
    });
    expect(png.result).not.toHaveProperty("body");
    const read = async (endpoint: object, data: unknown): Promise<unknown[]> => {
      const { result } = await call(untyped(endpoint), ({ fail }) => fail(only(endpoint), data));
      const { failure: got } = result as { failure: { body: AsyncIterable<unknown> } };
      const items: unknown[] = [];
      for await (const item of got.body) {
        items.push(item);
      }
      return items;
    };
    expect(await read(tree.lines, [1, 2])).toEqual([1, 2]);
    expect(await read(tree.events, [{ at: 1 }])).toEqual([{ at: 1 }]);
    expect(await read(tree.stream, new Blob(["ab"]))).toEqual([new TextEncoder().encode("ab")]);
  });
});

describe("a response for a range", () => {
  const tree = rootResource("v4", {
    any: get("any").response(type<string>(), { status: "2XX" }),
    some: get("some")
      .response(type<string>(), { status: 201 })
      .response(type<number>(), { status: "2XX" }),
    none: get("none").response(noBody, { status: "2XX" }),
  });

  test.each([200, 203, 226, 299])("is sent and read with the status %d", async (status) => {
    const { result } = await call(untyped(tree.any), ({ respond }) => respond("a", { status }));
    expect(result).toEqual({ ok: true, status, headers: {}, body: "a" });
  });

  test("a more exact status goes before it", async () => {
    const exact = await call(untyped(tree.some), ({ respond }) => respond("a", { status: 201 }));
    expect(exact.result).toMatchObject({ status: 201, body: "a" });
    const other = await call(untyped(tree.some), ({ respond }) => respond(7, { status: 202 }));
    expect(other.result).toMatchObject({ status: 202, body: 7 });
    const none = await call(untyped(tree.none), ({ respond }) =>
      respond(undefined, { status: 204 }),
    );
    expect(none.result).toMatchObject({ status: 204, body: undefined });
  });

  test.each([
    [199, "undeclared-status"],
    [300, "undeclared-status"],
    [200.5, "undeclared-status"],
    [204, "undeclared-status"],
    [205, "undeclared-status"],
    [undefined, "undeclared-status"],
  ])("refuses the status %s", async (status, code) => {
    const { response, fault } = await call(untyped(tree.any), ({ respond }) =>
      respond("a", { status }),
    );
    expect([response.status, fault?.code]).toEqual([500, code]);
  });

  test("refuses a bare value", async () => {
    const { fault } = await call(untyped(tree.any), () => "a");
    expect(fault).toMatchObject({ code: "needs-respond" });
    expect(fault?.message).toContain("the status 2XX is declared");
  });

  test("a redirect is not one", async () => {
    await expect(answering('"a"', 302, JSON_TYPE).request(tree.any)).rejects.toMatchObject({
      name: "UnexpectedResponseError",
    });
  });
});
