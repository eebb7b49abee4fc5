// The spans of a client: one for each call, and one below it for each request of the call.
import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { apiKey, bearer, dynamicResource, events, failure, get, post, rootResource } from "bough";
import { createClient, credential, followRedirects } from "bough/client";
import type { ClientOptions } from "bough/client";
import type { Redirects } from "bough/types";
import { openTelemetryClient } from "bough-opentelemetry";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

const UserToken = bearer("user-token");
const Key = apiKey("key", { query: "key" });
const NotFound = failure("user-not-found", 404);
const api = rootResource("v1", {
  user: dynamicResource("user", { find: get().response<number>().failure(NotFound) }),
  create: post("create").request<number>().response<number>(),
  mine: get("mine").security(UserToken).response<number>(),
  keyed: get("keyed").security(Key).response<number>(),
  ticks: get("ticks").response(events<number>()),
});

const exporter = new InMemorySpanExporter();
const tracing = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

beforeAll(() => tracing.register());
afterEach(() => exporter.reset());
afterAll(() => {
  trace.disable();
  context.disable();
  propagation.disable();
});

interface Sent {
  readonly url: string;
  readonly headers: Headers;
  /** The id of the span in which it was sent. */
  readonly within: string | undefined;
}

/** A client whose fetch gives these answers in order, then 1, and what it sent. */
function tracedClient(answers: (Response | Error)[], options: ClientOptions = {}) {
  const sent: Sent[] = [];
  const client = createClient({
    baseUrl: "https://api.test:8443/app",
    around: openTelemetryClient(),
    fetch: async (url, init) => {
      const within = trace.getActiveSpan()?.spanContext().spanId;
      sent.push({ url, headers: new Headers(init.headers), within });
      const answer = answers.shift() ?? Response.json(1);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    ...options,
  });
  return { client, sent };
}

const parentOf = (span: ReadableSpan | undefined): string | undefined =>
  span?.parentSpanContext?.spanId;
const idOf = (span: ReadableSpan | undefined): string | undefined => span?.spanContext().spanId;
const failed = { code: SpanStatusCode.ERROR };
const fine = { code: SpanStatusCode.UNSET };

/** The span of the call, which ends last, and those of its requests. */
function spans(): { readonly call: ReadableSpan; readonly requests: readonly ReadableSpan[] } {
  const [call, ...requests] = exporter.getFinishedSpans().toReversed();
  return { call: call as ReadableSpan, requests: requests.toReversed() };
}

describe("a call", () => {
  test("has a span, and its request a span below it, whose id is sent", async () => {
    const { client, sent } = tracedClient([]);
    const outer = tracing.getTracer("test").startSpan("outer");
    await context.with(trace.setSpan(context.active(), outer), () =>
      client.request(api.user("a b").find, { url: "https://api.test:8443/app/v1/a%20b?sig=1&c=2" }),
    );
    const { call, requests } = spans();
    const [request] = requests;
    expect([call.name, call.kind, parentOf(call)]).toEqual([
      "GET /v1/{user}",
      SpanKind.INTERNAL,
      idOf(outer as unknown as ReadableSpan),
    ]);
    expect(requests).toHaveLength(1);
    expect([request?.name, request?.kind, parentOf(request)]).toEqual([
      "GET /v1/{user}",
      SpanKind.CLIENT,
      idOf(call),
    ]);
    expect(request?.attributes).toEqual({
      "http.request.method": "GET",
      "url.full": "https://api.test:8443/app/v1/a%20b?sig=REDACTED&c=2",
      "url.template": "/v1/{user}",
      "server.address": "api.test",
      "server.port": 8443,
      "http.response.status_code": 200,
    });
    const { traceId } = call.spanContext();
    expect(sent[0]?.headers.get("traceparent")).toBe(`00-${traceId}-${idOf(request)}-01`);
    expect(sent[0]?.within).toBe(idOf(request));
    expect([call.status, request?.status]).toEqual([fine, fine]);
  });

  test("that is sent again has a span for each request", async () => {
    const lost = Object.assign(new TypeError("fetch failed"), {
      cause: Object.assign(new Error("x"), { code: "ECONNRESET" }),
    });
    const { client, sent } = tracedClient([lost, new Response("", { status: 503 })], {
      retry: { attempts: 2, delay: 0 },
    });
    expect(await client.request(api.user("a").find).bodyOrThrow()).toBe(1);
    const { call, requests } = spans();
    expect(
      requests.map(({ attributes, status, events: recorded }) => [
        attributes["http.request.resend_count"],
        attributes["http.response.status_code"],
        attributes["error.type"],
        status.code,
        recorded.map(({ name }) => name),
      ]),
    ).toEqual([
      [undefined, undefined, "ECONNRESET", SpanStatusCode.ERROR, ["exception"]],
      [1, 503, "503", SpanStatusCode.ERROR, []],
      [2, 200, undefined, SpanStatusCode.UNSET, []],
    ]);
    expect(requests.map(parentOf)).toEqual(requests.map(() => idOf(call)));
    expect(sent.map(({ within }) => within)).toEqual(requests.map(idOf));
    expect([call.status, call.attributes["http.response.status_code"]]).toEqual([fine, 200]);
  });

  test("of a declared failure is an error, as the conventions say of 4xx", async () => {
    const problem = { type: "urn:problem-type:user-not-found", status: 404 };
    const { client } = tracedClient([
      Response.json(problem, {
        status: 404,
        headers: { "content-type": "application/problem+json" },
      }),
    ]);
    const result = await client.request(api.user("a").find);
    expect(result.failedWith(NotFound)).toBe(true);
    const { call, requests } = spans();
    for (const span of [call, ...requests]) {
      expect(span.status).toEqual(failed);
      expect(span.attributes["error.type"]).toBe("404");
      expect(span.events).toEqual([]);
    }
  });

  test("that gets no answer has the error of its last request, recorded once", async () => {
    const { client } = tracedClient([new TypeError("fetch failed")]);
    await expect(client.request(api.create, 1)).rejects.toThrow("no complete response");
    const { call, requests } = spans();
    expect([call.status, call.attributes["error.type"], call.events]).toEqual([
      failed,
      "TransportError",
      [],
    ]);
    expect([requests[0]?.attributes["error.type"], requests[0]?.events.length]).toEqual([
      "TypeError",
      1,
    ]);
  });

  test("that is not sent because its credential fails has that error", async () => {
    const { client } = tracedClient([], {
      credentials: [
        credential(UserToken, () => {
          throw new Error("signed out");
        }),
      ],
    });
    await expect(client.request(api.mine)).rejects.toThrow("its credential failed");
    const { call, requests } = spans();
    expect([requests, call.attributes["error.type"]]).toEqual([[], "InvalidRequestError"]);
    expect(call.events).toMatchObject([{ name: "exception" }]);
  });

  test("that is repeated after a 401 has a span for both requests", async () => {
    const { client } = tracedClient([new Response("", { status: 401 })], {
      credentials: [credential(UserToken, ({ refused }) => (refused ? "new" : "old"))],
    });
    await client.request(api.mine);
    const { call, requests } = spans();
    expect(requests.map(({ attributes }) => attributes["http.request.resend_count"])).toEqual([
      undefined,
      1,
    ]);
    expect(call.status).toEqual(fine);
  });

  test("shows no API key", async () => {
    const { client, sent } = tracedClient([], { credentials: [credential(Key, "secret")] });
    await client.request(api.keyed);
    expect(sent[0]?.url).toContain("key=secret");
    const { call, requests } = spans();
    expect(requests[0]?.attributes["url.full"]).toBe(
      "https://api.test:8443/app/v1/keyed?key=REDACTED",
    );
    expect(JSON.stringify([call.attributes, requests[0]?.attributes])).not.toContain("secret");
  });
});

describe("traceparent", () => {
  test("follows a redirect within the origin", async () => {
    const redirect = new Response("", { status: 307, headers: { location: "/app/v1/b" } });
    const { client, sent } = tracedClient([redirect], { redirects: followRedirects });
    await client.request(api.user("a").find);
    const { requests } = spans();
    expect(sent.map(({ headers }) => headers.get("traceparent")?.slice(36, 52))).toEqual(
      requests.map(idOf),
    );
    expect(requests[1]?.attributes).toMatchObject({
      "url.full": "https://api.test:8443/app/v1/b",
      "http.request.resend_count": 1,
    });
  });

  test("is not sent to another origin, nor where a browser may follow to one", async () => {
    const leaving: Redirects = async (request, fetch) => {
      await fetch("https://other.test/", request.init);
      return fetch(request.url, { ...request.init, redirect: "follow" });
    };
    const { client, sent } = tracedClient([], { redirects: leaving });
    await client.request(api.user("a").find);
    expect(sent.map(({ headers }) => headers.has("traceparent"))).toEqual([false, false]);
    expect(spans().requests).toHaveLength(2);
  });
});

describe("openTelemetryClient", () => {
  test("works inside another around, and around one", async () => {
    const traced = openTelemetryClient();
    const { client } = tracedClient([], {
      around: async (exchange, next) => {
        await traced(exchange, next);
        return traced(exchange, () => {
          exchange.headers.set("x-inner", "1");
          return next();
        });
      },
    });
    await client.request(api.user("a").find);
    const kinds = exporter.getFinishedSpans().map(({ kind }) => kind);
    const { CLIENT, INTERNAL } = SpanKind;
    expect(kinds).toEqual([CLIENT, INTERNAL, CLIENT, INTERNAL]);
  });

  test("gives each request of a stream that comes back a call of its own", async () => {
    const broken = new ReadableStream(
      {
        pull(controller) {
          controller.enqueue(new TextEncoder().encode("id: 1\ndata: 1\n\n"));
          controller.error(new Error("cut"));
        },
      },
      { highWaterMark: 0 },
    );
    const first = new Response(broken, { headers: { "content-type": "text/event-stream" } });
    const { client } = tracedClient([first, new Response(null, { status: 204 })], {
      reconnect: { delay: 0 },
    });
    const received: unknown[] = [];
    for await (const event of await client.request(api.ticks).bodyOrThrow()) received.push(event);
    expect(received).toHaveLength(1);
    const kinds = exporter.getFinishedSpans().map(({ kind }) => kind);
    const { CLIENT, INTERNAL } = SpanKind;
    expect(kinds).toEqual([CLIENT, INTERNAL, CLIENT, INTERNAL]);
  });

  test("leaves no second span and header where the global fetch is instrumented", async () => {
    const sent: Headers[] = [];
    // As instrumentations of `fetch` do.
    vi.spyOn(globalThis, "fetch").mockImplementation(async (_url, init) => {
      const span = tracing.getTracer("fetch").startSpan("GET", { kind: SpanKind.CLIENT });
      const added: Record<string, string> = {};
      propagation.inject(trace.setSpan(context.active(), span), added);
      const headers = new Headers(init?.headers);
      Object.entries(added).forEach(([name, value]) => headers.append(name, value));
      sent.push(headers);
      span.end();
      return Response.json(1);
    });
    const client = createClient({ baseUrl: "http://h.test", around: openTelemetryClient() });
    await client.request(api.user("a").find);
    const { requests } = spans();
    expect(exporter.getFinishedSpans()).toHaveLength(2);
    expect(sent[0]?.get("traceparent")?.slice(36, 52)).toBe(idOf(requests[0]));
  });

  test("takes a tracer provider", async () => {
    const own = new InMemorySpanExporter();
    const tracerProvider = new NodeTracerProvider({
      spanProcessors: [new SimpleSpanProcessor(own)],
    });
    const around = openTelemetryClient({ tracerProvider });
    await tracedClient([], { around }).client.request(api.user("a").find);
    expect([own.getFinishedSpans().length, exporter.getFinishedSpans().length]).toEqual([2, 0]);
  });
});
