// `bough-opentelemetry` on every host, with the SDK, its OTLP exporters and a receiver.
import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import {
  bearer,
  dynamicResource,
  events,
  failure,
  get,
  integer,
  post,
  rootResource,
  staticResource,
  stream,
} from "bough";
import { createClient } from "bough/client";
import { openTelemetry, openTelemetryClient } from "bough-opentelemetry";
import { authenticate, createServer } from "bough/server";
import type { Routes } from "bough/server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { nodeHosts } from "../support/node-hosts.ts";
import type { OpenHost } from "../support/node-hosts.ts";
import { otlpReceiver } from "../support/otlp-receiver.ts";
import type { OtlpReceiver, ReceivedSpan } from "../support/otlp-receiver.ts";
import { RawClient } from "../support/raw-client.ts";

const Busy = failure("busy", 503);
const NotFound = failure("user-not-found", 404);
const UserToken = bearer("user-token");

const api = rootResource("v1", {
  users: staticResource("users", {
    user: dynamicResource("user", integer(), { find: get().response<string>().failure(NotFound) }),
    create: post().request<{ n: number }>().response<string>(),
  }),
  me: get("me").security(UserToken).response<string>(),
  busy: get("busy").failure(Busy),
  broken: get("broken").response<string>(),
  unrouted: get("unrouted"),
  context: get("context").response<string>(),
  ticks: get("ticks").response(events<number>()),
  cut: get("cut").response(stream("text/plain")),
  endless: get("endless").response(stream("text/plain")),
  health: get("health").response<string>(),
});

class OutOfPaper extends Error {
  override readonly name = "OutOfPaper";
}

const TICK = 120;

function register(routes: Routes): void {
  routes.route(api.users.user.find, ({ ids, fail }) =>
    ids.user === 0 ? fail(NotFound) : `user ${ids.user}`,
  );
  routes.route(api.users.create, () => "made");
  routes.secured([authenticate(UserToken, (token) => token)]).route(api.me, () => "me");
  routes.route(api.busy, ({ fail }) => fail(Busy));
  routes.route(api.broken, () => {
    throw new OutOfPaper("no paper");
  });
  routes.route(api.context, async () => {
    const before = trace.getActiveSpan()?.spanContext().spanId;
    await new Promise((resolve) => setTimeout(resolve, 1));
    const span = trace.getActiveSpan();
    span?.setAttribute("seen", true);
    return span?.spanContext().spanId === before ? `${before}` : "another span";
  });
  routes.route(api.ticks, async function* () {
    yield 1;
    await new Promise((resolve) => setTimeout(resolve, TICK));
    trace.getActiveSpan()?.setAttribute("ticked", true);
    yield 2;
  });
  routes.route(api.cut, async function* () {
    yield new TextEncoder().encode("one");
    await new Promise((resolve) => setTimeout(resolve, 20));
    throw new OutOfPaper("cut");
  });
  routes.route(api.endless, async function* ({ signal }) {
    yield new TextEncoder().encode("one");
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  });
  routes.route(api.health, () => "well");
}

let receiver: OtlpReceiver;
let tracing: NodeTracerProvider;
let metering: MeterProvider;

beforeAll(async () => {
  receiver = await otlpReceiver();
  tracing = new NodeTracerProvider({
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${receiver.url}/v1/traces` })),
    ],
  });
  tracing.register();
});
afterAll(async () => {
  await tracing.shutdown();
  trace.disable();
  context.disable();
  propagation.disable();
  receiver.close();
});

const options = {
  onError: () => undefined,
  observe: openTelemetry({ ignore: ({ route }) => route === "/v1/health" }),
};

/** The spans that arrive, when there are so many. */
async function exported(count: number): Promise<readonly ReceivedSpan[]> {
  await vi.waitFor(async () => {
    await tracing.forceFlush();
    expect(receiver.spans.length).toBeGreaterThanOrEqual(count);
  });
  expect(receiver.spans).toHaveLength(count);
  return receiver.spans;
}

afterEach(async () => {
  await tracing.forceFlush();
  receiver.spans.length = 0;
});

describe.each(nodeHosts)("the spans of requests on $name", ({ open }) => {
  let host: OpenHost;
  let base: string;
  beforeAll(async () => {
    host = await open(register, options);
    base = `http://127.0.0.1:${host.port}`;
  });
  afterAll(() => host.close());

  async function spanOf(path: string, init?: RequestInit): Promise<ReceivedSpan> {
    await fetch(`${base}${path}`, init)
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
    const [span] = await exported(1);
    return span as ReceivedSpan;
  }

  test("have the attributes of the conventions", async () => {
    const headers = { "user-agent": "test/1" };
    const span = await spanOf("/v1/users/7?a=1&sig=2&b=%20", { headers });
    expect(span).toMatchObject({
      name: "GET /v1/users/{user}",
      kind: "server",
      failed: false,
      exceptions: [],
      parentSpanId: undefined,
    });
    expect(span.attributes).toEqual({
      "http.request.method": "GET",
      "http.route": "/v1/users/{user}",
      "http.response.status_code": 200,
      "url.scheme": "http",
      "url.path": "/v1/users/7",
      "url.query": "a=1&sig=REDACTED&b=%20",
      "server.address": "127.0.0.1",
      "server.port": host.port,
      "network.protocol.version": "1.1",
      "user_agent.original": "test/1",
    });
  });

  const json = { "content-type": "application/json" };
  test.each<[string, RequestInit | undefined, string, number, object]>([
    ["/v1/users/7", { method: "HEAD" }, "HEAD /v1/users/{user}", 200, {}],
    ["/v1/users/0", undefined, "GET /v1/users/{user}", 404, { "bough.failure": "user-not-found" }],
    [
      "/v1/users",
      { method: "POST", headers: json, body: "{" },
      "POST /v1/users",
      400,
      { "bough.rejection": "urn:bough:invalid-request" },
    ],
    ["/v1/me", undefined, "GET /v1/me", 401, { "bough.rejection": "urn:bough:unauthorized" }],
    [
      "/v1/users",
      { method: "DELETE" },
      "DELETE",
      405,
      { "bough.rejection": "urn:bough:method-not-allowed" },
    ],
    [
      "/v1/users",
      { method: "POST", headers: { "content-type": "text/plain" }, body: "a" },
      "POST /v1/users",
      415,
      { "bough.rejection": "urn:bough:unsupported-media-type" },
    ],
    ["/v1/users", { method: "OPTIONS" }, "OPTIONS", 204, {}],
  ])(
    "%s %j is named %s, has status %i and is no error",
    async (path, init, spanName, status, more) => {
      const span = await spanOf(path, init);
      expect(span).toMatchObject({ name: spanName, failed: false, exceptions: [] });
      const { attributes } = span;
      expect(attributes).toMatchObject({ "http.response.status_code": status, ...more });
      expect(attributes).not.toHaveProperty("error.type");
      expect(attributes["http.route"]).toBe(spanName.split(" ")[1]);
    },
  );

  test.each<[string, string, number, string]>([
    ["/v1/busy", "GET /v1/busy", 503, "503"],
    ["/v1/unrouted", "GET /v1/unrouted", 501, "501"],
    ["/v1/broken", "GET /v1/broken", 500, "OutOfPaper"],
  ])("%s is named %s, and is an error: %i, %s", async (path, spanName, status, type) => {
    const { attributes, ...span } = await spanOf(path);
    expect(span).toMatchObject({ name: spanName, failed: true });
    expect(attributes).toMatchObject({ "http.response.status_code": status, "error.type": type });
    expect(attributes["bough.failure"]).toBe(status === 503 ? "busy" : undefined);
    expect(span.exceptions.map((one) => [one["exception.type"], one["exception.message"]])).toEqual(
      status === 500 ? [["OutOfPaper", "no paper"]] : [],
    );
  });

  test("are children of the span in traceparent", async () => {
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
    expect(await spanOf("/v1/users/7", { headers: { traceparent } })).toMatchObject({
      traceId,
      parentSpanId: "b7ad6b7169203331",
    });
  });

  test("are active in handlers, also after an await", async () => {
    const response = await fetch(`${base}/v1/context`);
    const [span] = await exported(1);
    expect(await response.json()).toBe(span?.spanId);
    expect(span?.attributes["seen"]).toBe(true);
  });

  test("end with the last byte of a stream", async () => {
    const span = await spanOf("/v1/ticks");
    expect(span.milliseconds).toBeGreaterThanOrEqual(TICK - 5);
    expect(span).toMatchObject({ failed: false, attributes: { ticked: true } });
  });

  test("tell of a stream that breaks, and of a client that leaves one", async () => {
    expect(await spanOf("/v1/cut")).toMatchObject({
      failed: true,
      attributes: { "error.type": "OutOfPaper", "bough.outcome": "broken" },
      exceptions: [{ "exception.message": "cut" }],
    });
    receiver.spans.length = 0;
    const controller = new AbortController();
    const response = await fetch(`${base}/v1/endless`, { signal: controller.signal });
    await response.body?.getReader().read();
    controller.abort();
    const [left] = await exported(1);
    expect(left).toMatchObject({ failed: false, attributes: { "bough.outcome": "left" } });
  });

  test("do not exist for ignored requests", async () => {
    expect((await fetch(`${base}/v1/health`)).status).toBe(200);
    expect((await spanOf("/v1/users/1")).name).toBe("GET /v1/users/{user}");
  });

  test("have the scheme and host that a proxy says", async () => {
    const headers = { "x-forwarded-proto": "https, http", "x-forwarded-host": "api.test:8443" };
    expect((await spanOf("/v1/users/1", { headers })).attributes).toMatchObject({
      "url.scheme": "https",
      "server.address": "api.test",
      "server.port": 8443,
    });
  });

  test("continue the trace of a client", async () => {
    const client = createClient({ baseUrl: base, around: openTelemetryClient() });
    await client.request(api.users.user(3).find);
    const [server, request, call] = (await exported(3)) as [
      ReceivedSpan,
      ReceivedSpan,
      ReceivedSpan,
    ];
    expect([server.kind, request.kind, call.kind]).toEqual(["server", "client", "internal"]);
    expect([server.parentSpanId, request.parentSpanId]).toEqual([request.spanId, call.spanId]);
    expect(new Set([server.traceId, request.traceId, call.traceId]).size).toBe(1);
  });
});

describe.each(nodeHosts.filter(({ name }) => /^(listen|toListener)$/.test(name)))(
  "the spans of requests without an endpoint on $name",
  ({ open }) => {
    let host: OpenHost;
    beforeAll(async () => {
      host = await open(register, options);
    });
    afterAll(() => host.close());

    test("are named by the method", async () => {
      await fetch(`http://127.0.0.1:${host.port}/nothing/here?a`);
      const [span] = await exported(1);
      expect(span).toMatchObject({
        name: "GET",
        failed: false,
        attributes: {
          "http.response.status_code": 404,
          "url.path": "/nothing/here",
          "url.query": "a",
          "bough.rejection": "urn:bough:not-found",
        },
      });
      expect(span?.attributes).not.toHaveProperty("http.route");
    });

    test("have no methods and hosts that a client has made up", async () => {
      const client = await RawClient.open(host.port);
      client.write("PROPFIND /v1/users HTTP/1.1\r\nhost: a b\r\n\r\n");
      await client.next();
      client.destroy();
      const [span] = await exported(1);
      expect(span).toMatchObject({
        name: "HTTP",
        attributes: {
          "http.request.method": "_OTHER",
          "http.request.method_original": "PROPFIND",
          "http.response.status_code": 400,
        },
      });
      expect(span?.attributes).not.toHaveProperty("server.address");
    });
  },
);

describe("the metrics of requests", () => {
  beforeEach(() => {
    const exporter = new OTLPMetricExporter({ url: `${receiver.url}/v1/metrics` });
    const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 60_000 });
    metering = new MeterProvider({ readers: [reader] });
  });
  afterEach(() => metering.shutdown());

  test("are the duration in seconds and the active requests", async () => {
    const server = createServer({
      onError: () => undefined,
      observe: openTelemetry({ meterProvider: metering }),
    });
    register(server);
    const ticks = await server.fetch("http://h.test/v1/ticks");
    await (await server.fetch("http://h.test/v1/users/1?a=1")).text();
    await (await server.fetch("http://h.test/v1/users/2")).text();
    await (await server.fetch("http://h.test/v1/broken")).text();
    await (await server.fetch("http://h.test/v1/nothing", { method: "FOO" })).text();
    await metering.forceFlush();
    const common = { "http.request.method": "GET", "url.scheme": "http" };
    const { points } = receiver;
    const ofDuration = points.filter(({ metric }) => metric === "http.server.request.duration");
    expect(ofDuration.map(({ attributes, count }) => [attributes, count])).toEqual([
      [{ ...common, "http.route": "/v1/users/{user}", "http.response.status_code": 200 }, 2],
      [
        {
          ...common,
          "http.route": "/v1/broken",
          "http.response.status_code": 500,
          "error.type": "OutOfPaper",
        },
        1,
      ],
      [
        {
          ...common,
          "http.request.method": "_OTHER",
          "http.response.status_code": 404,
        },
        1,
      ],
    ]);
    expect(ofDuration[0]).toMatchObject({
      unit: "s",
      bounds: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
    });
    const active = (): unknown =>
      points.find(
        ({ metric, attributes }) =>
          metric === "http.server.active_requests" && attributes["http.request.method"] === "GET",
      );
    expect(active()).toMatchObject({ attributes: common, value: 1, unit: "{request}" });
    await ticks.text();
    await metering.forceFlush();
    expect(active()).toMatchObject({ value: 0 });
    const streamed = points.find(({ attributes }) => attributes["http.route"] === "/v1/ticks");
    expect(streamed?.sum).toBeGreaterThanOrEqual((TICK - 5) / 1000);
  });
});

describe("a server in the process of its caller", () => {
  test("has its own span below that of the caller", async () => {
    const inner = createServer({ observe: openTelemetry() });
    register(inner);
    const innerClient = createClient({ fetch: inner.fetch, around: openTelemetryClient() });
    const outer = createServer({ observe: openTelemetry() });
    outer.route(api.context, async () => {
      await inner.fetch("http://inner.test/v1/users/1");
      return innerClient.request(api.users.user(2).find).bodyOrThrow();
    });
    await (await outer.fetch("http://outer.test/v1/context")).text();
    const spans = await exported(5);
    const [direct, called, request, call, root] = spans as ReceivedSpan[];
    expect(direct).toMatchObject({ kind: "server", parentSpanId: root?.spanId });
    expect(called).toMatchObject({ kind: "server", parentSpanId: request?.spanId });
    expect(call).toMatchObject({ kind: "internal", parentSpanId: root?.spanId });
    expect(root).toMatchObject({ name: "GET /v1/context", parentSpanId: undefined });
  });

  test("leaves the server span of a platform alone, and names it", async () => {
    const server = createServer({ observe: openTelemetry() });
    register(server);
    await tracing
      .getTracer("platform")
      .startActiveSpan("GET", { kind: SpanKind.SERVER }, async (span) => {
        await (await server.fetch("http://h.test/v1/busy")).text();
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
    const [span] = await exported(1);
    expect(span).toMatchObject({
      name: "GET /v1/busy",
      attributes: { "http.route": "/v1/busy", "bough.failure": "busy" },
    });
  });
});

test("a span that was active when the server began to listen is no parent of requests", async () => {
  const [listening] = nodeHosts;
  await tracing.getTracer("start").startActiveSpan("start", async (span) => {
    const host = await listening?.open(register, options);
    await (await fetch(`http://127.0.0.1:${host?.port}/v1/users/1`)).text();
    await host?.close();
    span.end();
  });
  const [request] = await exported(2);
  expect(request).toMatchObject({ kind: "server", parentSpanId: undefined });
});
