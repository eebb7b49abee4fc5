// What holds for every event: bodies, limits, responses without content, the deadline, `call.host`.
import { bytes, del, events, failure, get, jsonLines, post, rootResource, stream } from "bough";
import { toLambda, type LambdaEvent, type LambdaHost, type LambdaResult } from "bough/lambda";
import { createServer, type Routes } from "bough/server";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import {
  albEvent,
  contextOf,
  restEvent,
  urlEvent,
} from "../../../../../test/support/lambda-events.ts";

const Broken = failure("broken", 503);
const api = rootResource("v1", {
  echo: post("echo").request(bytes()).response(bytes()),
  length: post("length").request(bytes()).response<number>(),
  long: get("long").response<string>(),
  large: get("large").response(bytes("image/png")),
  svg: get("svg").response(bytes("image/svg+xml")),
  pieces: get("pieces").response(stream("application/octet-stream")),
  lines: get("lines").response(jsonLines<number>()),
  endless: get("endless").response(events<number>()),
  broken: get("broken").response(stream("text/plain")),
  nothing: del("nothing"),
  cached: get("cached").response<{ version: number }>().conditional({ version: "version" }),
  slow: get("slow").response<unknown>().failure(Broken),
  host: get("host").response<unknown>(),
});

const MIB = 1_048_576;

interface Served {
  readonly result: LambdaResult;
  readonly errors: readonly unknown[];
}

async function served(
  { headers, multiValueHeaders, ...rest }: LambdaEvent,
  { context = contextOf(), limit = Infinity } = {},
): Promise<Served> {
  const errors: unknown[] = [];
  const server = createServer({
    limits: { body: limit },
    onError: (error, call) => void errors.push(error, call?.endpoint.template),
  });
  register(server);
  const event = {
    ...rest,
    headers: { ...headers, accept: "*/*" },
    ...(multiValueHeaders && { multiValueHeaders: { ...multiValueHeaders, Accept: ["*/*"] } }),
  };
  return { result: await toLambda(server)(event, context), errors };
}

let size = 0;
let signal: AbortSignal | undefined;
function register(server: Routes): void {
  server.route(api, {
    echo: ({ body }) => body,
    length: ({ body }) => body.length,
    long: () => "x".repeat(size),
    large: () => new Uint8Array(size),
    svg: () => new TextEncoder().encode("<svg>é</svg>"),
    pieces: () => new Blob(["a", new Uint8Array(size)]).stream(),
    *lines() {
      yield 1;
      yield 2;
    },
    async *endless({ signal: own }) {
      signal = own;
      for (;;) {
        yield { data: 1 };
        await sleep(20);
      }
    },
    broken: () =>
      new ReadableStream({
        pull(controller) {
          controller.enqueue(new TextEncoder().encode("half"));
          controller.error(new Error("cut"));
        },
      }),
    nothing: () => undefined,
    cached: () => ({ version: 1 }),
    slow: async (call) => {
      ({ signal } = call);
      await new Promise<void>((resolve) => {
        call.signal.addEventListener("abort", () => resolve());
      });
      return call.fail(Broken);
    },
    host: ({ host }) => {
      const { event, context } = host as LambdaHost;
      return [event.requestContext.http?.sourceIp, context.awsRequestId ?? "none"];
    },
  });
}

describe("a response", () => {
  test("has bytes in base64, and bytes of text as text", async () => {
    const sent = Buffer.from([0, 255, 1]).toString("base64");
    const headers = { "content-type": "application/octet-stream" };
    const event = urlEvent(
      { rawPath: "/v1/echo", headers, body: sent, isBase64Encoded: true },
      "POST",
    );
    expect((await served(event)).result).toMatchObject({
      headers: { "content-type": "application/octet-stream", "content-length": "3" },
      body: sent,
      isBase64Encoded: true,
    });
    expect((await served(urlEvent({ rawPath: "/v1/svg" }))).result).toMatchObject({
      headers: { "content-type": "image/svg+xml", "content-length": "13" },
      body: "<svg>é</svg>",
      isBase64Encoded: false,
    });
    size = 30_000;
    expect((await served(urlEvent({ rawPath: "/v1/long" }))).result).toMatchObject({
      body: JSON.stringify("x".repeat(size)),
      isBase64Encoded: false,
    });
  });

  test("is complete, though its handler streams it", async () => {
    const lines = (await served(urlEvent({ rawPath: "/v1/lines" }))).result;
    expect([lines.body, lines.isBase64Encoded, lines.headers?.["content-length"]]).toEqual([
      "1\n2\n",
      false,
      "4",
    ]);
    size = 2;
    const pieces = (await served(urlEvent({ rawPath: "/v1/pieces" }))).result;
    expect([pieces.body, pieces.isBase64Encoded]).toEqual([
      Buffer.from("a\0\0").toString("base64"),
      true,
    ]);
  });

  test.each([
    ["HEAD", "/v1/long", 200, "5"],
    ["HEAD", "/v1/pieces", 200, undefined],
    ["DELETE", "/v1/nothing", 204, undefined],
  ])("to %s %s has no body", async (method, rawPath, statusCode, length) => {
    size = 3;
    const { result } = await served(urlEvent({ rawPath }, method));
    expect([result.statusCode, result.body, result.isBase64Encoded]).toEqual([
      statusCode,
      "",
      false,
    ]);
    expect(result.headers?.["content-length"]).toBe(length);
  });

  test("of 304 has no body", async () => {
    const first = (await served(urlEvent({ rawPath: "/v1/cached" }))).result;
    const etag = first.headers?.["etag"];
    expect(etag).toBeDefined();
    const headers = { "if-none-match": String(etag) };
    const { result } = await served(urlEvent({ rawPath: "/v1/cached", headers }));
    expect([result.statusCode, result.body]).toEqual([304, ""]);
  });

  test("to a method that Fetch does not know is that of other hosts", async () => {
    expect(
      (await served(restEvent({ path: "/v1/long", httpMethod: "TRACE" }))).result.statusCode,
    ).toBe(501);
    expect(
      (await served(restEvent({ path: "/v1/long", httpMethod: "BREW" }))).result.statusCode,
    ).toBe(501);
    const body = await served(urlEvent({ rawPath: "/v1/long", body: "ignored" }));
    expect(body.result.statusCode).toBe(200);
  });

  test("to a Host that is none is a 400", async () => {
    const event = urlEvent({ rawPath: "/v1/long", headers: { host: "a/b" } });
    expect((await served(event)).result.statusCode).toBe(400);
  });
});

describe("limits", () => {
  const post = (length: number, isBase64Encoded: boolean): Partial<LambdaEvent> => ({
    headers: { "content-type": "application/octet-stream" },
    body: "A".repeat(length),
    isBase64Encoded,
  });
  const url = (length: number, base64: boolean): LambdaEvent =>
    urlEvent({ rawPath: "/v1/echo", ...post(length, base64) }, "POST");
  const alb = (length: number, base64: boolean): LambdaEvent =>
    albEvent({ path: "/v1/echo", httpMethod: "POST", ...post(length, base64) });

  test.each([
    ["Lambda", url(6 * MIB + 1, false), 6 * MIB],
    ["Lambda, of which base64 counts,", url(6 * MIB + 4, true), 6 * MIB],
    ["a load balancer", alb(MIB + 1, false), MIB],
  ])("a body over that of %s is a 413", async (_, event, limit) => {
    const { result, errors } = await served(event);
    expect([result.statusCode, JSON.parse(result.body).detail, errors]).toEqual([
      413,
      `the body must have at most ${limit} bytes`,
      [],
    ]);
  });

  test("a body in base64 behind a load balancer counts as it was sent", async () => {
    const event = { ...alb(MIB + 8, true), path: "/v1/length" };
    expect((await served(event)).result.body).toBe(String((MIB + 8) * 0.75));
  });

  test("the body limit of the server comes first", async () => {
    const { result } = await served(url(200, false), { limit: 100 });
    expect([result.statusCode, JSON.parse(result.body).detail]).toEqual([
      413,
      "the body must have at most 100 bytes",
    ]);
  });

  const OVER_LAMBDA =
    "RangeError: toLambda: Lambda accepts a response of at most 6291556 bytes of JSON, including base64: send less, or use streaming: true";
  const OVER_ALB =
    "RangeError: toLambda: an Application Load Balancer accepts a response of at most 1048576 bytes of JSON, including base64: send less";

  test.each([
    ["text", urlEvent({ rawPath: "/v1/long" }), 6 * MIB, OVER_LAMBDA],
    ["base64", restEvent({ path: "/v1/large" }), 4.5 * MIB, OVER_LAMBDA],
    ["a stream", urlEvent({ rawPath: "/v1/pieces" }), 7 * MIB, OVER_LAMBDA],
    ["a stream in base64", urlEvent({ rawPath: "/v1/pieces" }), 5 * MIB, OVER_LAMBDA],
    ["text", albEvent({ path: "/v1/long" }), MIB, OVER_ALB],
  ])("a response over them is a 500 that onError names: %s", async (_, event, length, message) => {
    size = length;
    const { result, errors } = await served(event);
    expect([result.statusCode, JSON.parse(result.body)]).toEqual([
      500,
      { type: "urn:bough:internal-server-error", title: "Internal Server Error", status: 500 },
    ]);
    const path = event.path ?? event.rawPath;
    expect([String(errors[0]), ...errors.slice(1)]).toEqual([message, path]);
  });

  test("a response just below them is sent", async () => {
    size = 4.4 * MIB;
    const { result, errors } = await served(urlEvent({ rawPath: "/v1/large" }));
    expect([result.statusCode, result.body.length > 6_000_000, errors]).toEqual([200, true, []]);
  });
});

describe("the deadline", () => {
  test("aborts the signal 500 ms before, so that the handler can still respond", async () => {
    const start = Date.now();
    const { result, errors } = await served(urlEvent({ rawPath: "/v1/slow" }), {
      context: contextOf(600),
    });
    expect(Date.now() - start).toBeGreaterThanOrEqual(95);
    expect([result.statusCode, errors]).toEqual([503, []]);
    expect(signal?.reason).toMatchObject({
      name: "TimeoutError",
      message: "the function is about to time out",
    });
  });

  test("ends a stream that does not end, as a 500", async () => {
    const { result, errors } = await served(urlEvent({ rawPath: "/v1/endless" }), {
      context: contextOf(600),
    });
    expect([result.statusCode, signal?.aborted]).toEqual([500, true]);
    expect(errors).toEqual([
      expect.objectContaining({
        message:
          "toLambda: a streamed response did not end before the deadline of the function: use streaming: true",
      }),
      "/v1/endless",
    ]);
  });

  test("leaves no timer behind", async () => {
    vi.useFakeTimers();
    await served(urlEvent({ rawPath: "/v1/host" }));
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  test("does not exist in a context without it", async () => {
    const { result } = await served(urlEvent({ rawPath: "/v1/host" }), { context: {} as never });
    expect(result.statusCode).toBe(200);
  });
});

test("a stream that breaks is a 500, because nothing of it was sent", async () => {
  const { result, errors } = await served(urlEvent({ rawPath: "/v1/broken" }));
  expect([result.statusCode, String(errors[0]), errors.length]).toEqual([500, "Error: cut", 2]);
});

test("call.host has the event and the context", async () => {
  const { result } = await served(urlEvent({ rawPath: "/v1/host" }));
  expect(JSON.parse(result.body)).toEqual(["192.0.2.1", "8f507cfc-xmpl-4697-b07a-ac58fc914c95"]);
});

test("wrong arguments are refused", () => {
  expect(() => toLambda({} as never)).toThrow("toLambda: got no server");
  expect(() => toLambda(createServer(), { stream: true } as never)).toThrow(
    'toLambda: unknown option "stream": the options are streaming',
  );
  expect(() => toLambda(createServer(), { streaming: true })).toThrow(
    "toLambda: streaming needs the global awslambda of Lambda's Node runtime",
  );
});

test.each([
  ["1.0", restEvent({ path: "/v1/nothing", httpMethod: "DELETE" })],
  ["2.0", urlEvent({ rawPath: "/v1/nothing" }, "DELETE")],
  ["alb", albEvent({ path: "/v1/nothing", httpMethod: "DELETE" })],
])("an observer sees the connection of the client in an event: %s", async (kind, event) => {
  const seen: unknown[] = [];
  const server = createServer({
    observe(request, next) {
      seen.push([request.scheme, request.authority, request.httpVersion]);
      return next();
    },
  });
  register(server);
  expect((await toLambda(server)(event, contextOf())).statusCode).toBe(204);
  const domain = expect.stringMatching(/\.(?:amazonaws\.com|on\.aws)$/);
  expect(seen).toEqual([kind === "alb" ? ["http", domain, undefined] : ["https", domain, "1.1"]]);
});

test("an observer sees the response after the deadline, not a client that has left", async () => {
  const seen: unknown[] = [];
  const server = createServer({
    async observe(request, next) {
      const { status, outcome } = await next();
      seen.push([status, outcome]);
    },
  });
  register(server);
  await toLambda(server)(urlEvent({ rawPath: "/v1/slow" }), contextOf(520));
  expect(seen).toEqual([[503, "answered"]]);
});
