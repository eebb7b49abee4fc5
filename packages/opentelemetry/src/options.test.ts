import { openTelemetry, openTelemetryClient } from "bough-opentelemetry";
import { createServer } from "bough/server";
import { get, rootResource } from "bough";
import { expect, test, vi } from "vitest";

test.each<[string, unknown, string]>([
  [
    "an unknown option",
    { tracer: {} },
    'openTelemetry: unknown option "tracer": the options are tracerProvider, meterProvider, ignore',
  ],
  [
    "a tracer instead of its provider",
    { tracerProvider: { startSpan: () => undefined } },
    "openTelemetry: expected tracerProvider to be a TracerProvider, received an object (Object)",
  ],
  [
    "text instead of a meter provider",
    { meterProvider: "global" },
    'openTelemetry: expected meterProvider to be a MeterProvider, received "global"',
  ],
  [
    "a path to ignore",
    { ignore: "/health" },
    'openTelemetry: expected ignore to be a function, received "/health": pass ({ route }) => route === "/health"',
  ],
])("openTelemetry refuses %s", (_, options, message) => {
  expect(() => openTelemetry(options as never)).toThrow(new TypeError(message));
});

test("openTelemetryClient refuses unknown options", () => {
  expect(() => openTelemetryClient({ meterProvider: {} } as never)).toThrow(
    new TypeError(
      'openTelemetryClient: unknown option "meterProvider": the options are tracerProvider',
    ),
  );
});

const api = rootResource("v1", { read: get().response<number>() });

test("requests are answered without an SDK", async () => {
  const server = createServer({ observe: openTelemetry() });
  server.route(api.read, () => 1);
  expect(await (await server.fetch("http://h.test/v1")).json()).toBe(1);
});

test("a function that throws in ignore changes no answer", async () => {
  const onError = vi.fn();
  const error = new Error("ignore");
  const ignore = (): never => {
    throw error;
  };
  const server = createServer({ onError, observe: openTelemetry({ ignore }) });
  server.route(api.read, () => 1);
  expect((await server.fetch("http://h.test/v1")).status).toBe(200);
  expect(onError.mock.calls).toEqual([[error, undefined]]);
});
