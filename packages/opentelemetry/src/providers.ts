// The providers of tracers and meters. The global ones are looked up at the first request, because a program may
// register them after it has made its server.
import {
  metrics,
  trace,
  type Meter,
  type MeterProvider,
  type Tracer,
  type TracerProvider,
} from "@opentelemetry/api";
import { option, type OptionFault } from "./options.ts";
import { fieldsOf } from "./received.ts";

/** The name of the instrumentation scope. */
const SCOPE = "bough";

/** The tracer of a provider, by default of the global one. */
export function tracerOf(provider: TracerProvider = trace.getTracerProvider()): Tracer {
  return provider.getTracer(SCOPE);
}

/** The meter of a provider, by default of the global one. */
export function meterOf(provider: MeterProvider = metrics.getMeterProvider()): Meter {
  return provider.getMeter(SCOPE);
}

/** The check of an option that is a provider of tracers. */
export const tracerProvider: OptionFault = option("a TracerProvider", (value) =>
  has(value, "getTracer"),
);

/** The check of an option that is a provider of meters. */
export const meterProvider: OptionFault = option("a MeterProvider", (value) =>
  has(value, "getMeter"),
);

function has(value: unknown, method: string): boolean {
  return typeof fieldsOf(value)[method] === "function";
}
