import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { noBody, type } from "../declare/body/body.ts";
import { failure } from "../declare/failure/failure.ts";
import { list } from "../declare/parameter/list.ts";
import { integer, string } from "../declare/parameter/parameter-types.ts";
import { rootResource } from "../declare/tree/resource.ts";
import { del, get, head } from "../declare/endpoint/verbs.ts";
import { CallError, type InvalidResponseError } from "./call-error.ts";
import type { ClientOptions } from "./client-options.ts";
import { createClient } from "./create-client.ts";

interface User {
  readonly name: string;
}

const Gone = failure("gone-away", 410);
const Taken = failure("taken", 409).body<{ readonly email: string }>();
const Held = failure("held", 409).headers({ "retry-after": integer() });
const Checked = failure("checked", 422).body(z.object({ size: z.number() }));
const Elsewhere = failure("elsewhere", 403, { type: "/problems/elsewhere" });
const Proto = failure("toString", 418).body<{ readonly a?: number }>();

const api = rootResource("v1", {
  user: get().response<User>().failure(Gone, Taken, Held, Checked, Elsewhere, Proto),
  bare: get("bare")
    .response<User>()
    .failure(failure(404), failure(400).body<{ readonly code: number }>())
    .failure(failure(422).body(z.object({ code: z.number() }))),
  remove: del(),
  several: get("several")
    .response<User>()
    .response(type<string>(), { status: 202 })
    .response(noBody, { status: 304 })
    .response(noBody, { status: 303 }),
  headed: get("headed").response(type<User>(), {
    headers: {
      etag: string(),
      "X-Total": integer().optional(),
      "x-tags": list(string()),
      "set-cookie": list(string()),
    },
  }),
  seen: head("seen").response<User>().failure(Gone, failure("x", 409), failure("y", 409)),
  exact: get("exact").response(
    z.object({ name: z.string(), tags: z.array(z.string()).optional() }),
  ),
  changing: get("changing").response(
    z.object({ name: z.string().transform((name) => name.length) }),
  ),
});

const JSON_TYPE = { "content-type": "application/json" };
const PROBLEM = { "content-type": "application/problem+json" };

/** A client whose fetch answers so, and the bodies that were given up. */
function answering(
  body: BodyInit | null,
  init: ResponseInit = {},
  options: ClientOptions = {},
): ReturnType<typeof createClient> {
  return createClient({ fetch: async () => new Response(body, init), ...options });
}

const problem = (data: object, status: number, headers = PROBLEM) =>
  answering(JSON.stringify(data), { status, headers });

/** A body that tells whether it was given up. */
function watched(...chunks: Uint8Array[]) {
  const state = { cancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const chunk = chunks.shift();
      if (chunk) {
        controller.enqueue(chunk);
      }
    },
    cancel: () => {
      state.cancelled = true;
    },
  });
  return { state, body };
}

describe("successes", () => {
  test("are plain data", async () => {
    const result = await answering('{"name":"Ada"}', { headers: JSON_TYPE }).request(api.user);
    expect(result).toEqual({ ok: true, status: 200, headers: {}, body: { name: "Ada" } });
    expect(structuredClone({ ...result })).toEqual(result);
    expect(Object.keys(result)).toEqual(["ok", "status", "headers", "body"]);
    expect(result.response.status).toBe(200);
  });

  test("with another declared status are told apart", async () => {
    const client = answering('"later"', { status: 202, headers: JSON_TYPE });
    expect(await client.request(api.several)).toMatchObject({ status: 202, body: "later" });
  });

  test.each([200, 204, 205, 299])("any 2xx where none is declared: %i", async (status) => {
    const client = answering(status === 204 || status === 205 ? null : "<p>", { status });
    expect(await client.request(api.remove)).toEqual({
      ok: true,
      status,
      headers: {},
      body: undefined,
    });
  });

  test("L1: a declared redirect is an answer", async () => {
    const client = answering(null, { status: 303, headers: { location: "/x" } });
    const result = await client.request(api.several);
    expect(result).toMatchObject({ ok: true, status: 303, body: undefined });
    expect(result.response.headers.get("location")).toBe("/x");
  });

  test("a declared 304 has no body, and bodyOrThrow says so", async () => {
    const pending = answering(null, { status: 304 }).request(api.several);
    expect(await pending).toMatchObject({ ok: true, status: 304, body: undefined });
    await expect(pending.bodyOrThrow()).rejects.toMatchObject({
      name: "NotModifiedError",
      code: "not-modified",
      message: "GET http://localhost/v1/several: received 304: no body",
    });
    await expect(pending.bodyOrNull()).rejects.toMatchObject({ name: "NotModifiedError" });
  });

  test("HEAD has none", async () => {
    const client = answering(null, { headers: JSON_TYPE });
    expect(await client.request(api.seen)).toMatchObject({ ok: true, body: undefined });
  });

  test("F2: keys like then, toJSON and constructor are data", async () => {
    const text = '{"then":1,"toJSON":2,"constructor":3,"name":"Ada"}';
    const body = await answering(text, { headers: JSON_TYPE }).request(api.user).bodyOrThrow();
    expect(Object.keys(body)).toEqual(["then", "toJSON", "constructor", "name"]);
  });

  test("N12: a byte order mark is skipped", async () => {
    const client = answering('\ufeff{"name":"Ada"}', { headers: JSON_TYPE });
    expect(await client.request(api.user).bodyOrThrow()).toEqual({ name: "Ada" });
  });

  // React Native's, and what stands in for fetch by XMLHttpRequest.
  test("bodies without a stream of them are read as a whole", async () => {
    const whole = (text: string, init: ResponseInit) =>
      createClient({
        fetch: async () =>
          Object.defineProperty(new Response(text, init), "body", { value: undefined }),
      });
    const ada = whole('{"name":"Ada"}', { headers: JSON_TYPE });
    expect(await ada.request(api.user).bodyOrThrow()).toEqual({ name: "Ada" });
    const gone = whole('{"type":"urn:problem-type:gone-away"}', { status: 410, headers: PROBLEM });
    expect(await gone.request(api.user).bodyOrNull(Gone)).toBeNull();
    const gateway = whole("<h1>Bad</h1>", {
      status: 502,
      headers: { "content-type": "text/html" },
    });
    await expect(gateway.request(api.user)).rejects.toMatchObject({ text: "<h1>Bad</h1>" });
    await expect(whole("", { headers: JSON_TYPE }).request(api.user)).rejects.toMatchObject({
      name: "InvalidResponseError",
    });
  });

  test("bodies in many pieces are joined", async () => {
    const bytes = new TextEncoder().encode('{"name":"Adé"}');
    const body = new ReadableStream({
      start: (controller) => {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    const client = answering(body, { headers: JSON_TYPE });
    // React Native makes none of bytes.
    vi.stubGlobal("Blob", undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await client.request(api.user).bodyOrThrow()).toEqual({ name: "Adé" });
  });
});

describe("response headers", () => {
  const answer = (headers: [string, string][]) =>
    answering('{"name":"Ada"}', { headers: [["content-type", "application/json"], ...headers] });

  test("are decoded by their types", async () => {
    const client = answer([
      ["ETag", '"1"'],
      ["x-total", "12"],
      ["x-tags", "a, b"],
      ["x-tags", "c,,"],
      ["set-cookie", "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT"],
      ["set-cookie", "b=2"],
    ]);
    expect((await client.request(api.headed)).headers).toEqual({
      etag: '"1"',
      "X-Total": 12,
      "x-tags": ["a", "b", "c"],
      "set-cookie": ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"],
    });
  });

  test("may be absent where they are optional", async () => {
    expect((await answer([["etag", "x"]]).request(api.headed)).headers).toEqual({
      etag: "x",
      "X-Total": undefined,
      "x-tags": [],
      "set-cookie": [],
    });
  });

  test("that are missing or no value are told of, all at once", async () => {
    await expect(answer([["x-total", "1e0"]]).request(api.headed)).rejects.toMatchObject({
      name: "InvalidResponseError",
      code: "invalid-response",
      status: 200,
      message: `GET http://localhost/v1/headed: the 200 response doesn't match its declaration: header "etag" is missing; header "X-Total" must be an integer`,
      issues: [
        { in: "header", name: "etag", message: "is missing" },
        { in: "header", name: "X-Total", message: "must be an integer" },
      ],
    });
  });
});

describe("undecodable bodies", () => {
  test.each(["", "{", "[1,2,3", '{"name":"Ada"}x', "\ud800"])("%j is no JSON", async (text) => {
    const error = (await answering(text, { headers: JSON_TYPE })
      .request(api.user)
      .catch((thrown: unknown) => thrown)) as InvalidResponseError;
    expect(error).toMatchObject({ name: "InvalidResponseError", cause: { name: "SyntaxError" } });
    // What the engine has to say of it.
    const why = (error.cause as SyntaxError).message;
    expect(error.issues).toEqual([
      { in: "body", name: "", message: `cannot be read as application/json: ${why}` },
    ]);
  });

  test("invalid UTF-8 is none either", async () => {
    const client = answering(new Uint8Array([34, 0xff, 34]), { headers: JSON_TYPE });
    await expect(client.request(api.user)).rejects.toMatchObject({
      name: "InvalidResponseError",
      cause: { name: "TypeError" },
    });
  });

  test("one that breaks off is a TransportError", async () => {
    const error = new Error("reset");
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{"name"'));
      },
      pull: (controller) => controller.error(error),
    });
    await expect(answering(body, { headers: JSON_TYPE }).request(api.user)).rejects.toMatchObject({
      name: "TransportError",
      cause: error,
    });
  });

  test("one that was read before is a TransportError", async () => {
    const response = Response.json({ name: "Ada" });
    const client = createClient({ fetch: () => Promise.resolve(response) });
    await client.request(api.user);
    await expect(client.request(api.user)).rejects.toMatchObject({ name: "TransportError" });
  });
});

const ASKS = "; is the server's basePath the path of baseUrl?";

describe("undeclared answers", () => {
  test.each([
    ["P5: a gateway's HTML", 502, "text/html", "<h1>502</h1>"],
    ["another 2xx", 201, "application/json", '{"name":"Ada"}'],
    ["a status that is not declared", 404, "application/json", "{}"],
    ["a problem of nobody's", 500, "application/problem+json", '{"title":"x"}'],
    ["no problem at all", 410, "application/problem+json", "[1]"],
    ["a broken problem", 410, "application/problem+json", "{"],
  ])("%s", async (_what, status, contentType, text) => {
    const headers = { "content-type": contentType };
    await expect(answering(text, { status, headers }).request(api.user)).rejects.toMatchObject({
      name: "UnexpectedResponseError",
      code: "unexpected-response",
      method: "GET",
      url: "http://localhost/v1",
      status,
      text,
      message: `GET http://localhost/v1: received ${status} ${contentType}, expected 200, 410, 409, 409, 422, 403, 418: see text${status === 404 ? ASKS : ""}`,
    });
  });

  test("a type that is not declared under a declared status", async () => {
    const headers = { "content-type": "text/html; charset=utf-8" };
    await expect(answering("<p>log in</p>", { headers }).request(api.user)).rejects.toMatchObject({
      name: "UnexpectedResponseError",
      status: 200,
      text: "<p>log in</p>",
      message:
        "GET http://localhost/v1: received 200 text/html; charset=utf-8, expected application/json: see text",
    });
  });

  test("without a type, and an undeclared 304 or redirect", async () => {
    const body = new TextEncoder().encode("x");
    await expect(answering(body, { status: 200 }).request(api.user)).rejects.toThrow(
      "GET http://localhost/v1: received 200 without a type, expected application/json: see text",
    );
    await expect(answering(null, { status: 304 }).request(api.user)).rejects.toMatchObject({
      name: "UnexpectedResponseError",
      status: 304,
      text: "",
    });
    await expect(answering(null, { status: 404 }).request(api.remove)).rejects.toThrow(
      "DELETE http://localhost/v1: received 404 without a type, expected 2xx: see text; is the server's basePath the path of baseUrl?",
    );
    const client = answering(null, { status: 302, headers: { location: "http://evil.test/" } });
    await expect(client.request(api.user)).rejects.toMatchObject({
      status: 302,
      headers: expect.any(Headers) as Headers,
    });
  });

  test("keep 64 KiB of their text and give up the rest", async () => {
    const { state, body } = watched(
      ...Array.from({ length: 9 }, () => new Uint8Array(10_000).fill(97)),
    );
    const client = answering(body, { status: 500, headers: { "content-type": "text/plain" } });
    const error = await client.request(api.user).catch((caught: unknown) => caught);
    expect((error as { text: string }).text).toBe("a".repeat(65_536));
    expect(state.cancelled).toBe(true);
  });

  test("bytes that are no text are shown as well as can be", async () => {
    const client = answering(new Uint8Array([0xff, 97]), { status: 500 });
    await expect(client.request(api.user)).rejects.toMatchObject({ text: "\ufffda" });
  });
});

describe("L3: bodies that nobody reads are given up", () => {
  test.each([
    ["of a 2xx where none is declared", api.remove, 200],
    ["of a declared status without a body", api.several, 303],
    ["of HEAD", api.seen, 200],
  ] as const)("%s", async (_what, endpoint, status) => {
    const { state, body } = watched();
    await answering(body, { status }).request(endpoint as typeof api.remove);
    expect(state.cancelled).toBe(true);
  });
});

describe("named failures", () => {
  test("are plain data, by the problem's type and status", async () => {
    const result = await problem(
      {
        type: "urn:problem-type:taken",
        title: "Taken!",
        status: 409,
        detail: "d",
        instance: "/i/1",
        email: "a@b.test",
      },
      409,
    ).request(api.user);
    expect(result).toEqual({
      ok: false,
      status: 409,
      headers: {},
      failure: {
        name: "taken",
        status: 409,
        title: "Taken!",
        detail: "d",
        instance: "http://localhost/i/1",
        body: { email: "a@b.test" },
      },
    });
    expect(Object.keys(result)).toEqual(["ok", "status", "headers", "failure"]);
    expect(result.failedWith(Taken)).toBe(true);
    expect(result.failedWith(Gone)).toBe(false);
  });

  test("several on one status are told apart, with their headers", async () => {
    const data = { type: "urn:problem-type:held" };
    const client = problem(data, 409, { ...PROBLEM, ...({ "Retry-After": "30" } as object) });
    const result = await client.request(api.user);
    expect(result).toMatchObject({
      headers: { "retry-after": 30 },
      failure: { name: "held", title: "Held", body: undefined },
    });
    await expect(problem(data, 409).request(api.user)).rejects.toMatchObject({
      name: "InvalidResponseError",
      issues: [{ in: "header", name: "retry-after" }],
    });
  });

  test("without declared data have no body, whatever is sent", async () => {
    const result = await problem({ type: "urn:problem-type:gone-away", x: 1 }, 410).request(
      api.user,
    );
    expect(result).toMatchObject({ failure: { name: "gone-away", body: undefined } });
  });

  test("P3: members of the wrong type are ignored", async () => {
    const data = { type: "urn:problem-type:taken", title: 1, detail: {}, status: "x", email: "e" };
    expect(await problem(data, 409).request(api.user)).toMatchObject({
      failure: { title: "Taken", detail: undefined, body: { email: "e" } },
    });
  });

  test.each([
    "/problems/elsewhere",
    "http://localhost/problems/elsewhere",
    "../problems/elsewhere",
  ])("P3: a relative type is seen from the URL: %s", async (text) => {
    expect(await problem({ type: text }, 403).request(api.user)).toMatchObject({
      failure: { name: "elsewhere" },
    });
  });

  test("under another status are none", async () => {
    await expect(
      problem({ type: "urn:problem-type:taken", email: "e" }, 400).request(api.user),
    ).rejects.toMatchObject({ name: "UnexpectedResponseError" });
  });

  test.each(["constructor", "__proto__", "toString", "hasOwnProperty", "", "http://["])(
    "L5, E2: the type %j matches nothing",
    async (text) => {
      await expect(problem({ type: text }, 418).request(api.user)).rejects.toMatchObject({
        name: "UnexpectedResponseError",
      });
    },
  );

  test("E2: prototype names in the data stay data", async () => {
    const text = '{"type":"urn:problem-type:toString","prototype":{"a":1},"constructor":2}';
    const result = await answering(text, { status: 418, headers: PROBLEM }).request(api.user);
    const body = result.ok ? undefined : result.failure.body;
    expect(Object.keys(body ?? {})).toEqual(["prototype", "constructor"]);
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
  });

  test("are validated where their schema can tell", async () => {
    const data = { type: "urn:problem-type:checked", size: "x" };
    await expect(problem(data, 422).request(api.user)).rejects.toMatchObject({
      name: "InvalidResponseError",
      status: 422,
      issues: [{ in: "body", name: "size" }],
    });
    expect(await problem({ ...data, size: 1 }, 422).request(api.user)).toMatchObject({
      failure: { body: { size: 1 } },
    });
  });

  test("to HEAD are told by a status that is theirs alone", async () => {
    expect(await answering(null, { status: 410 }).request(api.seen)).toMatchObject({
      failure: { name: "gone-away", body: undefined },
    });
    await expect(answering(null, { status: 409 }).request(api.seen)).rejects.toMatchObject({
      name: "UnexpectedResponseError",
    });
  });

  test("to HEAD have no other type than that of problems", async () => {
    expect(
      await answering(null, { status: 410, headers: PROBLEM }).request(api.seen),
    ).toMatchObject({
      failure: { name: "gone-away" },
    });
    const html = answering(null, { status: 410, headers: { "content-type": "text/html" } });
    await expect(html.request(api.seen)).rejects.toMatchObject({ name: "UnexpectedResponseError" });
  });
});

describe("bare failures", () => {
  test("carry their body as it is", async () => {
    const client = answering('{"code":7}', { status: 400, headers: JSON_TYPE });
    expect(await client.request(api.bare)).toEqual({
      ok: false,
      status: 400,
      headers: {},
      failure: {
        name: "400",
        status: 400,
        title: "400",
        detail: undefined,
        instance: undefined,
        body: { code: 7 },
      },
    });
  });

  test("without a declared body have no content, whatever its type", async () => {
    for (const headers of [{}, { "content-type": "text/html" }, { "content-type": "a/json" }]) {
      for (const body of [null, ""]) {
        const client = answering(body, { status: 404, headers });
        expect(await client.request(api.bare).bodyOrNull()).toBeNull();
      }
    }
  });

  test.each([
    ["another media type", 400, "text/html", "<p>"],
    ["a gateway's page where no body is declared", 404, "text/html", "<h1>404</h1>"],
    ["content without a type where no body is declared", 404, "", "404"],
    ["JSON where no body is declared", 404, "application/json", "{}"],
    ["a body that does not decode", 400, "application/json", "{"],
    ["a body that the schema refuses", 422, "application/json", '{"code":"x"}'],
  ])("%s is not theirs", async (_what, status, contentType, text) => {
    const headers = { "content-type": contentType };
    await expect(answering(text, { status, headers }).request(api.bare)).rejects.toMatchObject({
      name: "UnexpectedResponseError",
      text,
    });
  });

  test("are not told by a problem of nobody's", async () => {
    const data = { title: "Not Found", detail: "d", instance: "/i" };
    await expect(problem(data, 404).request(api.bare)).rejects.toMatchObject({
      name: "UnexpectedResponseError",
      status: 404,
    });
  });

  test("a problem of Bough's own goes before them", async () => {
    await expect(
      problem({ type: "urn:bough:not-found", title: "Not Found", status: 404 }, 404).request(
        api.bare,
      ),
    ).rejects.toMatchObject({ name: "RejectionError", status: 404 });
  });
});

describe("rejections", () => {
  test("are parsed", async () => {
    await expect(
      problem(
        {
          type: "urn:bough:invalid-request",
          title: "Bad Request",
          status: 400,
          detail: "d",
          errors: [
            { in: "query", name: "limit", message: "must be an integer" },
            { in: "body", pointer: "/email", message: "is no address" },
            "garbage",
            null,
            { in: "x" },
          ],
        },
        400,
      ).request(api.user),
    ).rejects.toMatchObject({
      name: "RejectionError",
      code: "rejection",
      status: 400,
      type: "urn:bough:invalid-request",
      title: "Bad Request",
      detail: "d",
      errors: [
        { in: "query", name: "limit", message: "must be an integer" },
        { in: "body", pointer: "/email", message: "is no address" },
      ],
      message:
        'GET http://localhost/v1: rejected with 400 urn:bough:invalid-request: query "limit" must be an integer; body "/email" is no address',
    });
  });

  test("with parts that are no text are told of all the same", async () => {
    for (const odd of ['{"toString":1}', "1", "[".repeat(20_000) + "]".repeat(20_000)]) {
      const errors = `[{"in":${odd},"name":${odd},"message":"is odd"}]`;
      const client = answering(`{"type":"urn:bough:x","errors":${errors}}`, {
        status: 400,
        headers: PROBLEM,
      });
      await expect(client.request(api.user)).rejects.toMatchObject({
        name: "RejectionError",
        message: "GET http://localhost/v1: rejected with 400 urn:bough:x: is odd",
      });
    }
  });

  test.each([
    [{ detail: "no such path", title: "Not Found", errors: {} }, ": no such path"],
    [{ title: "Not Found" }, ": Not Found"],
    [{}, ""],
  ])("without errors say what they can", async (members, text) => {
    await expect(
      problem({ type: "urn:bough:not-found", ...members }, 404).request(api.user),
    ).rejects.toMatchObject({
      message: `GET http://localhost/v1: rejected with 404 urn:bough:not-found${text}${ASKS}`,
      errors: [],
    });
  });
});

describe("response schemas", () => {
  test("refuse what is not declared", async () => {
    const client = answering('{"name":1,"tags":["a",2]}', { headers: JSON_TYPE });
    await expect(client.request(api.exact)).rejects.toMatchObject({
      name: "InvalidResponseError",
      issues: [
        { in: "body", name: "name" },
        { in: "body", name: "tags.1" },
      ],
    });
    const trusting = answering('{"name":1}', { headers: JSON_TYPE }, { validateResponses: false });
    expect(await trusting.request(api.exact).bodyOrThrow()).toEqual({ name: 1 });
  });

  test("that transform give what was received", async () => {
    const client = answering('{"name":3}', { headers: JSON_TYPE });
    expect(await client.request(api.changing).bodyOrThrow()).toEqual({ name: 3 });
  });

  test("do not take away what they do not know", async () => {
    const client = answering('{"name":"Ada","more":1}', { headers: JSON_TYPE });
    expect(await client.request(api.exact).bodyOrThrow()).toEqual({ name: "Ada", more: 1 });
  });
});

describe("property 15: garbage back", () => {
  const type_ = fc.constantFrom(
    undefined,
    "application/json",
    "application/problem+json",
    "Application/JSON; charset=x",
    "text/html",
    "constructor",
    "",
    ",;",
    "application/x+json",
  );
  const json = fc.oneof(
    fc.jsonValue(),
    fc.record({
      type: fc.oneof(
        fc.string(),
        fc.constantFrom("urn:bough:x", "urn:problem-type:taken", "urn:problem-type:checked", "/"),
      ),
      errors: fc.jsonValue(),
      size: fc.jsonValue(),
      status: fc.jsonValue(),
    }),
  );
  const content = fc.oneof(
    fc.uint8Array(),
    json.map((value) => new TextEncoder().encode(JSON.stringify(value))),
  );
  const status = fc.oneof(
    fc.constantFrom(200, 202, 303, 400, 403, 404, 409, 410, 418, 422),
    fc.integer({ min: 200, max: 599 }),
  );

  test("is always one of the typed outcomes", async () => {
    const endpoints = [api.user, api.bare, api.exact, api.several, api.headed, api.seen];
    await fc.assert(
      fc.asyncProperty(
        content,
        status,
        type_,
        fc.constantFrom(...endpoints),
        async (bytes, code, contentType, endpoint) => {
          const headers = contentType === undefined ? {} : { "content-type": contentType };
          const bodiless = [204, 205, 304].includes(code);
          const client = answering(bodiless ? null : (bytes as BodyInit), {
            status: code,
            headers,
          });
          const pending = client.request(endpoint as typeof api.user);
          const outcome: unknown = await pending.catch((error: unknown) => error);
          if (outcome instanceof Error) {
            expect(outcome).toBeInstanceOf(CallError);
            expect(["UnexpectedResponseError", "InvalidResponseError", "RejectionError"]).toContain(
              outcome.name,
            );
          } else {
            expect(outcome).toHaveProperty("status", code);
            expect(outcome).toHaveProperty("ok", code < 400);
          }
          if (!(outcome instanceof Error) && code === 200 && endpoint === (api.exact as unknown)) {
            const { body } = outcome as { body: { name: unknown } };
            expect(typeof body.name).toBe("string");
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  test("cut at any place is no success, where the content itself is whole or broken", async () => {
    const text = '{"name":"Ada","tags":["a"]}';
    for (let end = 0; end < text.length; end++) {
      const client = answering(text.slice(0, end), { headers: JSON_TYPE });
      await expect(client.request(api.exact)).rejects.toMatchObject({
        name: "InvalidResponseError",
      });
    }
  });
});
