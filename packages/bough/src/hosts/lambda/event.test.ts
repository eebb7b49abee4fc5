// A request in each kind of event, and its response in the format of that event.
import {
  cookie,
  dynamicResource,
  get,
  list,
  post,
  rootResource,
  staticResource,
  string,
  type,
} from "bough";
import { toLambda, type LambdaEvent, type LambdaResult } from "bough/lambda";
import { createServer, type ServerOptions } from "bough/server";
import { describe, expect, test } from "vitest";
import {
  albEvent,
  contextOf,
  httpEvent,
  restEvent,
  urlEvent,
} from "../../../../../test/support/lambda-events.ts";

const api = rootResource("v1", {
  notes: staticResource("notes", {
    list: get()
      .parameters({ tag: list(string()), "a&b": string().optional() })
      .response<unknown>(),
    create: post()
      .request<unknown>()
      .response(type<unknown>(), { status: 201, headers: { "x-name": string() } }),
    note: dynamicResource("note", { find: get().response<unknown>() }),
  }),
  session: get("session").response(type<unknown>(), {
    cookies: { a: cookie(string()), b: cookie(string()) },
  }),
  headers: get("headers").response<unknown>(),
});

function handle(event: LambdaEvent, options?: ServerOptions): Promise<LambdaResult> {
  const server = createServer({ onError: () => undefined, ...options });
  server.route(api, {
    notes: {
      list: ({ parameters }) => parameters,
      create: ({ body, respond }) => respond(body, { headers: { "x-name": "é" } }),
      note: {
        find: ({ ids, urlOf, request }) => [
          ids.note,
          urlOf(api.notes.note(ids.note).find),
          request.url,
        ],
      },
    },
    session: ({ respond, header }) => respond(header("cookie"), { cookies: { a: "1", b: "2" } }),
    headers: ({ header, request }) => [
      header("x-list"),
      header("last-event-id") ?? null,
      request.method,
    ],
  });
  return toLambda(server)(event, contextOf());
}

const bodyOf = async (result: Promise<LambdaResult>): Promise<unknown> =>
  JSON.parse((await result).body);

describe("a REST API", () => {
  test("has decoded values of its query, each as often as it was sent", async () => {
    const event = restEvent({
      queryStringParameters: { tag: "b=c&d" },
      multiValueQueryStringParameters: { tag: ["a b", "b=c&d"], "a&b": ["100%"] },
    });
    expect(await bodyOf(handle(event))).toEqual({ tag: ["a b", "b=c&d"], "a&b": "100%" });
  });

  test("has all lines of a header, and gets them in a response", async () => {
    const multiValueHeaders = { "X-List": ["1", "2"], cookie: ["a=1", "b=2"] };
    const result = await handle(restEvent({ path: "/v1/headers", multiValueHeaders }));
    expect(JSON.parse(result.body)).toEqual(["1, 2", null, "GET"]);
    expect(await handle(restEvent({ path: "/v1/session", multiValueHeaders }))).toEqual({
      statusCode: 200,
      multiValueHeaders: {
        "content-type": ["application/json"],
        "x-content-type-options": ["nosniff"],
        "cache-control": ["no-store"],
        "set-cookie": [expect.stringMatching(/^a=1;/), expect.stringMatching(/^b=2;/)],
        "content-length": ["10"],
      },
      body: '"a=1; b=2"',
      isBase64Encoded: false,
    });
  });

  test("has its stage in URLs, and not in the path", async () => {
    const origin = "https://70ixmpl4fl.execute-api.us-east-2.amazonaws.com";
    expect(await bodyOf(handle(restEvent({ path: "/v1/notes/a" })))).toEqual([
      "a",
      "/prod/v1/notes/a",
      `${origin}/prod/v1/notes/a`,
    ]);
  });

  test.each([
    ["/v1/notes/é ?#%", "é ?#%"],
    ["/v1/notes/a%2Fb%20c", "a/b c"],
    ["/v1/notes/100%25", "100%"],
    ["/v1/notes/a\\b", "a\\b"],
  ])("may decode its path or not: %s", async (path, id) => {
    const [found] = (await bodyOf(handle(restEvent({ path })))) as unknown[];
    expect(found).toBe(id);
  });

  test.each(["/prod", "/orders"])("may be below basePath %s", async (basePath) => {
    const { requestContext } = restEvent();
    // The stage of its own domain, or a mapping of a custom domain. That adds `rawPath`.
    const event =
      basePath === "/prod"
        ? restEvent()
        : restEvent({
            path: "/orders/v1/notes",
            rawPath: "/orders/v1/notes",
            requestContext: {
              ...requestContext,
              domainName: "api.example.com",
              path: "/orders/v1/notes",
            },
          });
    expect((await handle(event, { basePath })).statusCode).toBe(200);
    expect((await handle(event, { basePath: "/else" })).statusCode).toBe(404);
  });
});

describe("payload format 2.0", () => {
  test("has the query as it was sent, joined headers, and cookies in both directions", async () => {
    const rawQueryString = "tag=a%20b&tag=c%2Cd";
    expect(await bodyOf(handle(urlEvent({ rawQueryString })))).toEqual({ tag: ["a b", "c,d"] });
    const cookies = ["a=1", "b=2"];
    expect(await handle(urlEvent({ rawPath: "/v1/session", cookies }))).toEqual({
      statusCode: 200,
      headers: {
        "content-type": "application/json",
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
        "content-length": "10",
      },
      cookies: [expect.stringMatching(/^a=1;/), expect.stringMatching(/^b=2;/)],
      body: '"a=1; b=2"',
      isBase64Encoded: false,
    });
  });

  test("keeps a header beyond Latin-1", async () => {
    const headers = { "last-event-id": "→", "x-list": "1,2" };
    const event = urlEvent({ rawPath: "/v1/headers", headers });
    expect(await bodyOf(handle(event))).toEqual(["1,2", "→", "GET"]);
  });

  test("has its stage in the path of its own domain", async () => {
    const event = httpEvent({ rawPath: "/prod/v1/notes/a" });
    const url = "https://id.execute-api.us-east-1.amazonaws.com/prod/v1/notes/a";
    expect(await bodyOf(handle(event))).toEqual(["a", "/prod/v1/notes/a", url]);
    const based = await bodyOf(handle(event, { basePath: "/prod" }));
    expect(based).toEqual(["a", "/prod/v1/notes/a", url]);
  });

  test("keeps a segment that only looks like the stage", async () => {
    const event = httpEvent({ rawPath: "/v1/notes/a" }, { stage: "v1" });
    const url = "https://id.execute-api.us-east-1.amazonaws.com/v1/notes/a";
    expect(await bodyOf(handle(event))).toEqual(["a", "/v1/notes/a", url]);
  });

  test("has no stage in URLs of a custom domain", async () => {
    const event = httpEvent({ rawPath: "/prod/v1/notes/a" }, { domainName: "api.example.com" });
    expect(await bodyOf(handle(event))).toMatchObject([
      "a",
      "/v1/notes/a",
      "https://api.example.com/v1/notes/a",
    ]);
  });
});

describe("an Application Load Balancer", () => {
  test("has encoded names and values of its query", async () => {
    const queryStringParameters = { tag: "a%20b%26", "a%26b": "%25" };
    expect(await bodyOf(handle(albEvent({ queryStringParameters })))).toEqual({
      tag: ["a b&"],
      "a&b": "%",
    });
    const multiValueQueryStringParameters = { tag: ["a", "b%2C"] };
    const event = albEvent({ multiValueQueryStringParameters });
    expect(await bodyOf(handle(event))).toEqual({ tag: ["a", "b,"] });
  });

  test("gets multi-value headers if and only if its event has them", async () => {
    const { headers, ...rest } = albEvent({ path: "/v1/notes/a" });
    const one = await handle({ ...rest, headers });
    expect([one.headers?.["content-type"], one.multiValueHeaders]).toEqual([
      "application/json",
      undefined,
    ]);
    expect(JSON.parse(one.body)[2]).toBe(
      "http://lambda-846800462.us-east-2.elb.amazonaws.com/v1/notes/a",
    );
    const multi = await handle({ ...rest, multiValueHeaders: { accept: ["application/json"] } });
    expect([multi.headers, multi.multiValueHeaders?.["content-type"]]).toEqual([
      undefined,
      ["application/json"],
    ]);
  });

  test("needs them for several cookies", async () => {
    const errors: unknown[] = [];
    const event = albEvent({ path: "/v1/session", headers: { cookie: "a=1" } });
    const onError = (error: unknown): void => void errors.push(error);
    expect((await handle(event, { onError })).statusCode).toBe(500);
    expect(String(errors)).toBe(
      "RangeError: toLambda: the response sets 2 cookies, but the target group sends one: turn on its multi-value headers",
    );
    const multi = await handle({ ...event, multiValueHeaders: { cookie: ["a=1"] } });
    expect(multi.multiValueHeaders?.["set-cookie"]).toHaveLength(2);
  });
});

describe("every event", () => {
  const kinds: readonly [string, (changes: Partial<LambdaEvent>) => LambdaEvent][] = [
    ["1.0", (changes) => restEvent({ ...changes, httpMethod: "POST" })],
    ["2.0", (changes) => urlEvent(changes, "POST")],
    ["alb", (changes) => albEvent({ ...changes, httpMethod: "POST" })],
  ];

  test.each(kinds)("%s has its body as text or in base64", async (_, eventOf) => {
    const headers = { "content-type": "application/json" };
    const multiValueHeaders = { "content-type": ["application/json"] };
    const text = '"é→"';
    for (const content of [
      { body: text, isBase64Encoded: false },
      { body: Buffer.from(text).toString("base64"), isBase64Encoded: true },
    ]) {
      const result = await handle(eventOf({ headers, multiValueHeaders, ...content }));
      expect([result.statusCode, result.body, result.isBase64Encoded]).toEqual([201, text, false]);
      const { headers: one, multiValueHeaders: several } = result;
      expect(one?.["x-name"] ?? several?.["x-name"]?.[0]).toBe("é");
    }
  });

  test.each(kinds)("%s with broken base64 is a 400", async (_, eventOf) => {
    const result = await handle(eventOf({ body: "=x?", isBase64Encoded: true }));
    expect(result.statusCode).toBe(400);
    expect(JSON.parse(result.body).errors).toEqual([
      { in: "body", message: "must be base64, as its event says" },
    ]);
  });

  const methods = [
    "get",
    "Post",
    "head",
    "pAtch",
    "trace",
    "TRACE",
    "Connect",
    "track",
    "A B",
    "",
    "é",
  ];
  test.each(methods)("the method %j gets what its spelling deserves", async (method) => {
    for (const event of [
      restEvent({ httpMethod: method, body: "{}" }),
      urlEvent({ body: "{}" }, method),
      albEvent({ httpMethod: method, body: "{}" }),
    ]) {
      const { statusCode } = await handle(event);
      // Methods have a case (RFC 9110 9.1).
      expect(statusCode).toBe(501);
    }
  });

  test("may have a host that is no name, headers that are none, and no context", async () => {
    for (const host of ["1.2.3.4.5", "xn--a", "a:99999", "a b", "", "a,b"]) {
      const { statusCode } = await handle(albEvent({ headers: { host } }));
      expect(statusCode).toBeLessThan(500);
    }
    const headers = { "a@b c": "1", "": "2", "x-list": "3", "x-broken": "a\r\nb", "x-null": "\0" };
    const read = await bodyOf(handle(albEvent({ path: "/v1/headers", headers })));
    expect(read).toEqual(["3", null, "GET"]);
    for (const requestContext of [undefined, null, "none"]) {
      const result = await handle({ ...restEvent(), requestContext } as never);
      expect(result.statusCode).toBe(200);
    }
  });

  test.each<[string, LambdaEvent, number]>([
    ["a function URL", urlEvent({ rawPath: "/$default/v1/notes" }), 404],
    ["the default stage", httpEvent({ rawPath: "/$default/v1/notes" }, { stage: "$default" }), 404],
    ["a load balancer", albEvent({ path: "/$default/v1/notes" }), 404],
    ["a named stage", httpEvent({ rawPath: "/$default/v1/notes" }), 404],
    ["a REST API", restEvent({ path: "/$default/v1/notes" }), 404],
    ["a stage twice", httpEvent({ rawPath: "/prod/prod/v1/notes" }), 404],
    ["a stage", httpEvent({ rawPath: "/prod/v1/notes" }), 200],
    ["no stage", urlEvent(), 200],
  ])("has one spelling of a path: %s", async (_, event, status) => {
    expect((await handle(event)).statusCode).toBe(status);
  });

  test.each([
    [undefined, "no properties"],
    [{ Records: [{ eventSource: "aws:sqs" }] }, "Records"],
    [{ version: "0", source: "aws.events", detail: {} }, "version, source, detail"],
    // WebSocket APIs, VPC Lattice.
    [
      { requestContext: { routeKey: "$connect" }, isBase64Encoded: false },
      "requestContext, isBase64Encoded",
    ],
    [
      { version: "2.0", path: "/", method: "GET", requestContext: {} },
      "version, path, method, requestContext",
    ],
  ])("%j is none", async (event, received) => {
    await expect(handle(event as never)).rejects.toThrow(
      new TypeError(
        `toLambda: expected an event of API Gateway, a function URL or an Application Load Balancer, received an event with ${received}`,
      ),
    );
  });
});
