import {
  events,
  failure,
  get,
  integer,
  json,
  list,
  noBody,
  post,
  rootResource,
  string,
  type,
  type Codec,
} from "bough";
import { createServer, type ServerOptions } from "bough/server";
import type { FetchServer } from "bough/types";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const User = z.object({ name: z.string() });
const Plain = failure("plain", 404);
const WithData = failure("with-data", 409).body<{ readonly why: string }>();
const WithSchema = failure("with-schema", 422).body(User);
const WithHeaders = failure("with-headers", 429).headers({ "retry-after": integer() });
const Bare = failure(418).body<{ readonly tea: string }>();
const BareEmpty = failure(410);
const Stray = failure("stray", 400);

const api = rootResource({
  one: get("one")
    .response<unknown>()
    .failure(Plain, WithData, WithSchema, WithHeaders, Bare, BareEmpty),
  user: get("user").response(User),
  list: get("list").response(z.array(User)),
  several: post("several")
    .response(type<string>())
    .response(type<number>(), { status: 201, headers: { location: string() } })
    .response(noBody, { status: 304 }),
  headers: get("headers").response(type<string>(), {
    headers: {
      "x-count": integer().optional(),
      "x-tags": list(string()),
      "set-cookie": list(string()),
      "x-name": string().optional(),
    },
  }),
  accepted: post("accepted").response(noBody, { status: 202 }),
  nothing: post("nothing"),
});

function serve(options: ServerOptions = {}): { server: FetchServer; errors: unknown[] } {
  const errors: unknown[] = [];
  return { server: createServer({ onError: (error) => errors.push(error), ...options }), errors };
}

/** `route` as plain JavaScript sees it. */
interface Loose {
  route(endpoint: object, handler: (call: LooseCall) => unknown, options?: object): void;
}
interface LooseCall {
  respond(value?: unknown, options?: unknown): never;
  fail(failure: object, data?: unknown, options?: unknown): never;
}

/** What a server answers when one endpoint has this handler. */
async function answer(
  endpoint: { readonly method: string; readonly template: string },
  handler: (call: LooseCall) => unknown,
  {
    init = {},
    options = {},
    route = {},
  }: { init?: RequestInit; options?: ServerOptions; route?: object } = {},
): Promise<{ status: number; headers: Headers; text: string; errors: unknown[] }> {
  const { server, errors } = serve(options);
  (server as unknown as Loose).route(endpoint, handler, route);
  const response = await server.fetch(`http://h${endpoint.template}`, {
    method: endpoint.method,
    ...init,
  });
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    errors,
  };
}

const fault = (code: string, message: string): object => ({
  status: 500,
  errors: [expect.objectContaining({ name: "HandlerError", code, message })],
});

describe("a response's schema", () => {
  test("sends its output: an undeclared key never leaves", async () => {
    const secret = { name: "ada", passwordHash: "secret" };
    expect(await answer(api.user, () => secret)).toMatchObject({
      status: 200,
      text: '{"name":"ada"}',
    });
    expect(await answer(api.list, async () => [secret])).toMatchObject({
      text: '[{"name":"ada"}]',
    });
  });

  test("refuses a value: a 500 that only onError hears of", async () => {
    const refused = await answer(api.list, () => [{ name: "secret" }, { name: 1 }]);
    expect(refused).toMatchObject({
      status: 500,
      text: '{"type":"urn:bough:internal-server-error","title":"Internal Server Error","status":500}',
      errors: [
        expect.objectContaining({
          code: "invalid-response",
          message:
            "GET /list: the value is refused by its schema\n  /1/name Invalid input: expected string, received number",
          issues: [{ message: "/1/name Invalid input: expected string, received number" }],
        }),
      ],
    });
  });

  test("may be the route's own, and asynchronous", async () => {
    const response = z.object({ name: z.string().transform(async (name) => name.toUpperCase()) });
    const options = { route: { response } };
    expect(await answer(api.one, () => ({ name: "ada", more: 1 }), options)).toMatchObject({
      text: '{"name":"ADA"}',
    });
    expect(await answer(api.one, () => 1, options)).toMatchObject({ status: 500 });
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("schema");
      },
    ],
    [
      "rejects",
      async () => {
        throw new Error("schema");
      },
    ],
  ])("that %s is a 500", async (_, validate) => {
    const response = { "~standard": { version: 1, vendor: "own", validate } };
    expect(await answer(api.one, () => 1, { route: { response } })).toMatchObject({
      status: 500,
      errors: [expect.objectContaining({ message: "schema" })],
    });
  });

  test("is left out by validateResponses: false", async () => {
    const options = { options: { validateResponses: false } };
    expect(await answer(api.user, () => ({ more: 1 }), options)).toMatchObject({
      text: '{"more":1}',
    });
    expect(
      await answer(api.one, ({ fail }) => fail(WithSchema, { name: "a", more: 1 }), options),
    ).toMatchObject({ status: 422, text: expect.stringContaining('"more":1') });
  });
});

describe("respond", () => {
  test("gives value, status and headers", async () => {
    expect(
      await answer(api.several, ({ respond }) =>
        respond(7, { status: 201, headers: { location: "/7" } }),
      ),
    ).toMatchObject({ status: 201, text: "7", errors: [] });
    expect(
      await answer(api.several, async ({ respond }) => respond("x", { status: 200 })),
    ).toMatchObject({
      status: 200,
      text: '"x"',
    });
  });

  test("of several statuses needs one of them", async () => {
    expect(await answer(api.several, ({ respond }) => respond("x"))).toMatchObject(
      fault(
        "undeclared-status",
        "POST /several: responded without a status, but declares several: respond(value, { status })",
      ),
    );
    expect(await answer(api.several, ({ respond }) => respond("x", { status: 299 }))).toMatchObject(
      fault(
        "undeclared-status",
        "POST /several: responded with status 299, which it does not declare: add .response(…, { status: 299 })",
      ),
    );
    expect(await answer(api.one, ({ respond }) => respond("x", { status: 201 }))).toMatchObject({
      status: 500,
    });
  });

  test("has to be returned", async () => {
    expect(
      await answer(api.one, ({ respond }) => {
        try {
          respond("lost");
        } finally {
        }
        return "other";
      }),
    ).toMatchObject(
      fault(
        "unreturned-respond",
        "GET /one: respond(…) was called but not returned: return respond(value, { status, headers })",
      ),
    );
  });

  test("is needed where a bare value says too little", async () => {
    expect(await answer(api.several, () => "x")).toMatchObject(
      fault(
        "needs-respond",
        "POST /several: several statuses or a response header are declared, but a bare value was returned: return respond(value, { status, headers })",
      ),
    );
  });

  test("needs the headers that are required", async () => {
    expect(await answer(api.several, ({ respond }) => respond(7, { status: 201 }))).toMatchObject(
      fault("invalid-header", 'POST /several: the response header "location" is missing'),
    );
  });

  test("without a declared response gives any 2xx", async () => {
    expect(await answer(api.nothing, () => undefined)).toMatchObject({ status: 204, text: "" });
    for (const status of [200, 202, 204, 205]) {
      const answered = await answer(api.nothing, ({ respond }) =>
        respond(undefined, { status, headers: { "x-a": "1" } }),
      );
      expect(answered).toMatchObject({ status, text: "" });
      expect(answered.headers.get("x-a")).toBe("1");
      expect(answered.headers.get("content-length")).toBe(status === 204 ? null : "0");
    }
  });

  test.each([199, 300, 404, 700, 200.5, Number.NaN, -1])(
    "G7: without a declared response gives no %d",
    async (status) => {
      expect(
        await answer(api.nothing, ({ respond }) => respond(undefined, { status })),
      ).toMatchObject(
        fault(
          "undeclared-status",
          `POST /nothing: responded with status ${status}: without a declared response it is from 200 to 299`,
        ),
      );
    },
  );

  test("no value goes where none is declared", async () => {
    expect(await answer(api.nothing, () => "x")).toMatchObject(
      fault(
        "undeclared-status",
        "POST /nothing: returned a value, but declares no response: add .response<T>()",
      ),
    );
    expect(await answer(api.accepted, () => "x")).toMatchObject(
      fault(
        "undeclared-status",
        "POST /accepted: gave a value with status 202, which is declared without a body",
      ),
    );
    expect(await answer(api.accepted, () => undefined)).toMatchObject({ status: 202, text: "" });
  });

  test("G6: 304 has no body and no length", async () => {
    const { status, headers, text } = await answer(api.several, ({ respond }) =>
      respond(undefined, { status: 304, headers: { etag: '"1"' } }),
    );
    expect([status, headers.get("etag"), headers.get("content-length"), text]).toEqual([
      304,
      '"1"',
      null,
      "",
    ]);
  });
});

describe("response headers", () => {
  test("that are declared are encoded by their types", async () => {
    const { headers } = await answer(api.headers, ({ respond }) =>
      respond("x", {
        headers: {
          "x-count": 7,
          "x-tags": ["a", "b"],
          "set-cookie": ["a=1, 2", "b=2"],
          "x-raw": ["1", "2"],
          "x-none": undefined,
          "x-number": 5,
        },
      }),
    );
    expect(headers.get("x-count")).toBe("7");
    expect(headers.get("x-tags")).toBe("a, b");
    expect(headers.getSetCookie()).toEqual(["a=1, 2", "b=2"]);
    expect(headers.get("x-raw")).toBe("1, 2");
    expect(headers.get("x-number")).toBe("5");
    expect(headers.has("x-none")).toBe(false);
    expect(headers.has("x-name")).toBe(false);
  });

  test.each([
    ["of the wrong type", { "x-count": "seven" }, '"x-count" must be an integer'],
    [
      "with spaces at the edge",
      { "x-name": " a" },
      '"x-name" has spaces at its start or end, which a header does not keep',
    ],
    [
      "with a comma in an element",
      { "x-tags": ["a,b"] },
      '"x-tags" has an element that is empty or has a comma, which a list in a header does not keep',
    ],
    [
      "G1: with a line break",
      { "x-name": "a\r\nx: y" },
      '"x-name" has a name or a value that a header cannot have',
    ],
    [
      "G1: raw, with a line break",
      { "x-raw": "a\r\nset-cookie: y" },
      '"x-raw" has a name or a value that a header cannot have',
    ],
    [
      "G1: raw, with a line break in a name",
      { "x\r\ny": "a" },
      '"x\\r\\ny" has a name or a value that a header cannot have',
    ],
    ["above U+00FF", { "x-raw": "€" }, '"x-raw" has a name or a value that a header cannot have'],
    ["with NUL", { "x-raw": "\0" }, '"x-raw" has a name or a value that a header cannot have'],
    ["without a name", { "": "a" }, '"" has a name or a value that a header cannot have'],
    ["that is no text", { "x-raw": { a: 1 } }, '"x-raw" is neither a string nor a list of strings'],
    [
      "that is a symbol",
      { "x-raw": Symbol("x") },
      '"x-raw" is neither a string nor a list of strings',
    ],
    [
      "that say where the answer ends",
      { "Content-Length": "1" },
      '"Content-Length" is set by the server, not by a handler',
    ],
    [
      "that say how it is framed",
      { "transfer-encoding": "x" },
      '"transfer-encoding" is set by the server, not by a handler',
    ],
    [
      "that say what follows it",
      { trailer: "x-checksum" },
      '"trailer" is set by the server, not by a handler',
    ],
  ])("%s are a 500, and nothing of them is sent", async (_, headers, message) => {
    const answered = await answer(api.headers, ({ respond }) => respond("x", { headers }));
    expect(answered).toMatchObject(
      fault("invalid-header", `GET /headers: the response header ${message}`),
    );
    expect(answered.headers.has("x")).toBe(false);
    expect(answered.headers.has("set-cookie")).toBe(false);
  });

  test("of a handler go before those that every answer has", async () => {
    const { headers } = await answer(
      api.one,
      ({ respond }) =>
        respond("x", {
          headers: { "Content-Type": "application/vnd.x+json", "Cache-Control": "max-age=1" },
        }),
      { init: { headers: { authorization: "x" } } },
    );
    expect(headers.get("content-type")).toBe("application/vnd.x+json");
    expect(headers.get("cache-control")).toBe("max-age=1");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("to a request with credentials are said once: not to be stored", async () => {
    const live = rootResource({ ticks: get("ticks").response(events<number>()) });
    const { headers } = await answer(live.ticks, () => [1], {
      init: { headers: { authorization: "x" } },
    });
    expect(headers.get("cache-control")).toBe("no-store");
  });
});

describe("several codecs", () => {
  const text: Codec = {
    mediaType: "text/x",
    encode: (value) => `x ${JSON.stringify(value)}`,
    decode: () => null,
  };
  const codecs = [json(), text];

  test("N6, N7, N10: Accept chooses, and every answer says that it does", async () => {
    const get = async (accept: string | undefined): Promise<unknown[]> => {
      const init = accept === undefined ? {} : { headers: { accept } };
      const { status, headers, text } = await answer(api.one, () => 1, {
        init,
        options: { codecs },
      });
      return [status, headers.get("content-type"), headers.get("vary"), status === 200 ? text : ""];
    };
    expect(await get(undefined)).toEqual([200, "application/json", "Accept", "1"]);
    expect(await get("text/x, application/json;q=0.5")).toEqual([200, "text/x", "Accept", "x 1"]);
    expect(await get("text/*;q=0.3, */*;q=0.2")).toEqual([200, "text/x", "Accept", "x 1"]);
    expect(await get("text/html")).toEqual([406, "application/problem+json", "Accept", ""]);
  });

  test("a Vary of the handler's adds to it", async () => {
    const { headers } = await answer(
      api.one,
      ({ respond }) => respond(1, { headers: { vary: "Origin" } }),
      { options: { codecs } },
    );
    expect(headers.get("vary")).toBe("Accept, Origin");
  });

  test("a bare failure is negotiated, a named one is problem details", async () => {
    const init = { headers: { accept: "text/x" } };
    const bare = await answer(api.one, ({ fail }) => fail(Bare, { tea: "green" }), {
      init,
      options: { codecs },
    });
    expect([
      bare.status,
      bare.headers.get("content-type"),
      bare.headers.get("vary"),
      bare.text,
    ]).toEqual([418, "text/x", "Accept", 'x {"tea":"green"}']);
    const named = await answer(api.one, ({ fail }) => fail(Plain), { init, options: { codecs } });
    expect(named.headers.get("content-type")).toBe("application/problem+json");
  });

  test("a body that a codec cannot write, or writes as something else, is a 500", async () => {
    expect(await answer(api.one, () => 1n)).toMatchObject({
      status: 500,
      errors: [expect.objectContaining({ code: "unencodable-response" })],
    });
    expect(await answer(api.one, () => undefined)).toMatchObject(
      fault(
        "unencodable-response",
        "GET /one: the value cannot be encoded: a value of type undefined has no JSON form",
      ),
    );
    const odd = (encode: () => unknown): Codec => ({
      ...json(),
      encode: encode as Codec["encode"],
    });
    expect(
      await answer(api.one, () => 1, { options: { codecs: [odd(async () => "x")] } }),
    ).toMatchObject(
      fault(
        "unencodable-response",
        "GET /one: the value cannot be encoded: the codec gave neither text nor bytes",
      ),
    );
    const throwing = odd(() => {
      throw "text";
    });
    expect(await answer(api.one, () => 1, { options: { codecs: [throwing] } })).toMatchObject(
      fault("unencodable-response", "GET /one: the value cannot be encoded: the codec threw"),
    );
  });

  test("there has to be one", () => {
    expect(() => createServer({ codecs: [] })).toThrow(
      new TypeError("createServer: codecs is empty: bodies need a codec, such as codecs: [json()]"),
    );
  });
});

describe("a failure", () => {
  const fails = (given: object, data?: unknown, options?: unknown): ReturnType<typeof answer> =>
    answer(api.one, ({ fail }) => fail(given, data, options));

  test("named, is problem details that nobody stores", async () => {
    const { status, headers, text, errors } = await fails(Plain);
    expect([status, text, errors]).toEqual([
      404,
      '{"type":"urn:problem-type:plain","title":"Plain","status":404}',
      [],
    ]);
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("has data, detail, instance and headers", async () => {
    const { headers, text } = await fails(
      WithData,
      { why: "x" },
      { detail: "d", instance: "/i", headers: { "x-a": ["1", "2"] } },
    );
    expect(JSON.parse(text)).toEqual({
      type: "urn:problem-type:with-data",
      title: "With data",
      status: 409,
      detail: "d",
      instance: "/i",
      why: "x",
    });
    expect(headers.get("x-a")).toBe("1, 2");
  });

  test("has typed headers, and may say that it is stored", async () => {
    const { headers } = await fails(WithHeaders, undefined, {
      headers: { "retry-after": 5, "Cache-Control": "max-age=1" },
    });
    expect(headers.get("retry-after")).toBe("5");
    expect(headers.get("cache-control")).toBe("max-age=1");
    expect(await fails(WithHeaders)).toMatchObject(
      fault("invalid-header", 'GET /one: the response header "retry-after" is missing'),
    );
  });

  test("sends the output of its schema", async () => {
    expect(JSON.parse((await fails(WithSchema, { name: "ada", secret: 1 })).text)).toEqual({
      type: "urn:problem-type:with-schema",
      title: "With schema",
      status: 422,
      name: "ada",
    });
    expect(await fails(WithSchema, { name: 1 })).toMatchObject(
      fault(
        "invalid-response",
        'GET /one: the data of the failure "with-schema" is refused by its schema\n  /name Invalid input: expected string, received number',
      ),
    );
  });

  test("that is not declared is a 500", async () => {
    expect(await fails(Stray)).toMatchObject(
      fault(
        "undeclared-failure",
        'GET /one: failed with "stray", which it does not declare: add .failure(…)',
      ),
    );
  });

  test.each([undefined, null, "stray", {}])("that is none is a 500: %j", async (none) => {
    expect(await fails(none as never)).toMatchObject(
      fault(
        "undeclared-failure",
        "GET /one: failed with a value that is not a failure: pass a declared failure",
      ),
    );
  });

  test("that is returned, not failed with, is a 500 and no value", async () => {
    const returned = fault(
      "returned-failure",
      "GET /one: returned a failure as its value: return fail(…), and rethrow what fail threw",
    );
    expect(await answer(api.one, () => Plain)).toMatchObject(returned);
    expect(await answer(api.one, async ({ respond }) => respond(Plain))).toMatchObject(returned);
    const caught = await answer(api.one, ({ fail }) => {
      try {
        return fail(Plain);
      } catch (error) {
        return error;
      }
    });
    expect(caught).toMatchObject(returned);
    expect(caught.text).not.toContain("plain");
  });

  test("whose data no JSON can hold is a 500", async () => {
    expect(await fails(WithData, { id: 1n })).toMatchObject(
      fault(
        "unencodable-response",
        "GET /one: the value cannot be encoded: a value of type bigint at /id has no JSON form",
      ),
    );
  });

  test.each(["type", "title", "status", "detail", "instance"])(
    "whose data has the member %s is a 500",
    async (member) => {
      expect(await fails(WithData, { why: "x", [member]: "y" })).toMatchObject(
        fault(
          "invalid-response",
          `GET /one: the data of the failure "with-data" has the member "${member}", which problem details own`,
        ),
      );
    },
  );

  test.each([
    ["a list", [1]],
    ["text", "x"],
    ["null", null],
  ])("whose data is %s is a 500", async (_, data) => {
    expect(await fails(WithData, data)).toMatchObject(
      fault("invalid-response", 'GET /one: the data of the failure "with-data" is not an object'),
    );
  });

  test("whose data JSON cannot hold is a 500", async () => {
    expect((await fails(WithData, { why: 1n })).status).toBe(500);
  });

  test("that declares no data sends none", async () => {
    expect(await fails(Plain, { secret: 1 })).toMatchObject(
      fault(
        "invalid-response",
        'GET /one: the failure "plain" was given data, but declares none: add .body<T>() to it',
      ),
    );
  });

  test("keys of its data stay data", async () => {
    const data = JSON.parse('{"why":"x","__proto__":{"a":1},"constructor":1}') as object;
    expect((await fails(WithData, data)).text).toContain('"__proto__":{"a":1},"constructor":1');
  });

  test("bare, is its body as it is", async () => {
    const { status, headers, text } = await fails(Bare, { tea: "green" });
    expect([status, headers.get("content-type"), headers.get("cache-control"), text]).toEqual([
      418,
      "application/json",
      "no-store",
      '{"tea":"green"}',
    ]);
    const empty = await fails(BareEmpty, undefined, {
      headers: { "x-a": "1", "cache-control": "max-age=1" },
    });
    expect([
      empty.status,
      empty.headers.get("x-a"),
      empty.headers.get("cache-control"),
      empty.text,
    ]).toEqual([410, "1", "max-age=1", ""]);
    expect((await fails(Bare, { tea: 1n })).status).toBe(500);
  });

  test("has a type and a title of its own", async () => {
    const Own = failure("own", 404, { type: "https://example.test/own", title: "Own title" });
    const tree = rootResource({ one: get("one").failure(Own) });
    expect(JSON.parse((await answer(tree.one, ({ fail }) => fail(Own))).text)).toEqual({
      type: "https://example.test/own",
      title: "Own title",
      status: 404,
    });
  });
});
