// Spans and metrics for a collector of OpenTelemetry. main.ts loads this file only if OTEL_EXPORTER_OTLP_ENDPOINT
// says where the collector is. OTEL_SERVICE_NAME names the process.
import { metrics, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { openTelemetry } from "bough-opentelemetry";
import type { Observer } from "bough/types";
import type { Driver, Session } from "./database/driver.ts";

export interface Telemetry {
  /** Gives each request a span and metrics. */
  readonly observe: Observer;
  /** A driver whose statements have spans. */
  readonly traced: (driver: Driver) => Driver;
  /** Sends what is left. */
  readonly stop: () => Promise<void>;
}

// A collector that does not answer delays the end of the process by so much.
const exporting = { timeoutMillis: 3_000 };

export function startTelemetry(): Telemetry {
  const resource = resourceFromAttributes({ "service.name": "conduit" }).merge(
    detectResources({ detectors: [envDetector] }),
  );
  const tracing = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter(exporting))],
  });
  tracing.register();
  const metering = new MeterProvider({
    resource,
    readers: [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter(exporting) })],
  });
  metrics.setGlobalMeterProvider(metering);
  return {
    // A load balancer asks for /health every few seconds.
    observe: openTelemetry({ ignore: ({ route }) => route === "/health" }),
    traced: (driver) => ({
      ...tracedSession(driver),
      transaction: (run) => driver.transaction((session) => run(tracedSession(session))),
      isUnavailable: (error) => driver.isUnavailable(error),
      close: () => driver.close(),
    }),
    stop: async () => {
      await Promise.allSettled([tracing.shutdown(), metering.shutdown()]);
    },
  };
}

function tracedSession(session: Session): Session {
  return {
    query: (sql, values) => inSpan(sql, () => session.query(sql, values)),
    script: (sql) => session.script(sql),
  };
}

// The values of a statement are other people's data, so only its text is sent.
function inSpan<T>(sql: string, run: () => Promise<T>): Promise<T> {
  const [operation = ""] = sql.trim().split(/\s/, 1);
  const name = operation.toUpperCase();
  const attributes = {
    "db.system.name": "postgresql",
    "db.operation.name": name,
    "db.query.text": sql.replace(/\s+/g, " "),
  };
  const tracer = trace.getTracer("conduit");
  return tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    try {
      return await run();
    } catch (error) {
      const { name: type, code = type } = Object(error) as { name?: string; code?: string };
      span.setAttribute("error.type", String(code));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
