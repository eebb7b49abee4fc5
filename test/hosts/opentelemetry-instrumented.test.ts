// `bough-opentelemetry` beside @opentelemetry/instrumentation-http: one server span for each request, which has
// the route, the failure and the exception.
import { createRequire } from "node:module";
import { registerInstrumentations } from "@opentelemetry/instrumentation";
import { HttpInstrumentation } from "@opentelemetry/instrumentation-http";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { SpanKind } from "@opentelemetry/api";
import { dynamicResource, failure, get, rootResource } from "bough";
import { openTelemetry } from "bough-opentelemetry";
import { createServer } from "bough/server";
import type { Routes } from "bough/server";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { nodeHosts } from "../support/node-hosts.ts";
import type { OpenHost } from "../support/node-hosts.ts";

const NotFound = failure("user-not-found", 404);
const api = rootResource("v1", {
  user: dynamicResource("user", { find: get().response<string>().failure(NotFound) }),
  broken: get("broken").response<string>(),
  nested: get("nested").response<string>(),
});

const exporter = new InMemorySpanExporter();
const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const metering = new MeterProvider({
  readers: [
    new PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis: 60_000 }),
  ],
});
const tracing = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const instrumentation = new HttpInstrumentation({ disableOutgoingRequestInstrumentation: true });
let stop: () => void;

beforeAll(() => {
  tracing.register();
  stop = registerInstrumentations({
    tracerProvider: tracing,
    meterProvider: metering,
    instrumentations: [instrumentation],
  });
  // The instrumentation changes the module when it is required.
  createRequire(import.meta.url)("http");
});
afterAll(async () => {
  stop();
  instrumentation.disable();
  await tracing.shutdown();
  await metering.shutdown();
});
afterEach(() => exporter.reset());

const options = {
  onError: () => undefined,
  observe: openTelemetry({ meterProvider: metering }),
};

function register(routes: Routes): void {
  routes.route(api.user.find, ({ ids, fail }) => (ids.user === "0" ? fail(NotFound) : ids.user));
  routes.route(api.broken, () => {
    throw new RangeError("secret");
  });
  const inner = createServer(options);
  inner.route(api.user.find, () => "inner");
  routes.route(api.nested, async () => {
    const response = await inner.fetch("http://inner.test/v1/7");
    return response.text();
  });
}

async function spansOf(count: number): Promise<readonly ReadableSpan[]> {
  await vi.waitFor(() => expect(exporter.getFinishedSpans().length).toBeGreaterThanOrEqual(count));
  const spans = exporter.getFinishedSpans();
  expect(spans).toHaveLength(count);
  return spans;
}

describe.each(nodeHosts)("the span of instrumentation-http on $name", ({ open }) => {
  let host: OpenHost;
  beforeAll(async () => {
    host = await open(register, options);
  });
  afterAll(() => host.close());
  const get = async (path: string): Promise<void> => {
    await (await fetch(`http://127.0.0.1:${host.port}${path}`)).text();
  };

  test.each<[string, string, number, object]>([
    ["/v1/7", "/v1/{user}", 200, {}],
    ["/v1/0", "/v1/{user}", 404, { "bough.failure": "user-not-found" }],
    ["/v1/broken", "/v1/broken", 500, {}],
  ])("of %s is the only one, with the route %s", async (path, route, status, more) => {
    await get(path);
    const [span] = await spansOf(1);
    expect([span?.name, span?.kind]).toEqual([`GET ${route}`, SpanKind.SERVER]);
    expect(span?.attributes).toMatchObject({
      "http.route": route,
      "http.response.status_code": status,
      ...more,
    });
    expect(span?.instrumentationScope.name).toBe("@opentelemetry/instrumentation-http");
    expect(span?.events.map(({ attributes }) => attributes?.["exception.type"])).toEqual(
      status === 500 ? ["RangeError"] : [],
    );
  });

  test("keeps its route when the handler sends a request in the process", async () => {
    await get("/v1/nested");
    const [inner, outer] = await spansOf(2);
    expect([inner?.name, outer?.name]).toEqual(["GET /v1/{user}", "GET /v1/nested"]);
    expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
  });
});

test("the metrics of instrumentation-http are the only ones of its requests, with the route", async () => {
  await metering.forceFlush();
  const metrics = metricExporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap(({ scope, metrics: all }) => all.map((metric) => ({ scope: scope.name, metric })));
  const durations = metrics.filter(
    ({ metric }) => metric.descriptor.name === "http.server.request.duration",
  );
  const points = durations.flatMap(({ scope, metric }) =>
    metric.dataPoints.map(({ attributes }) => [
      scope,
      attributes["http.route"],
      attributes["http.response.status_code"],
    ]),
  );
  const instrumented = "@opentelemetry/instrumentation-http";
  expect(points).toEqual(
    expect.arrayContaining([
      [instrumented, "/v1/{user}", 200],
      [instrumented, "/v1/{user}", 404],
      [instrumented, "/v1/broken", 500],
      [instrumented, "/v1/nested", 200],
      // The requests in the process, which have no other span.
      ["bough", "/v1/{user}", 200],
    ]),
  );
  expect(points.filter(([scope]) => scope === "bough")).toHaveLength(1);
});
