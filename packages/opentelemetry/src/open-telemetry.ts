// The observer that gives each request a span and metrics.
import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Histogram,
  type MeterProvider,
  type Span,
  type TextMapGetter,
  type Tracer,
  type TracerProvider,
  type UpDownCounter,
} from "@opentelemetry/api";
import type { Observed, ObservedRequest, Observer } from "bough/types";
import { suppressed, take, takeEnclosing } from "./enclosing-span.ts";
import { errorType, exceptionOf, spanName } from "./http-attributes.ts";
import { hook, verifyOptions } from "./options.ts";
import { meterOf, meterProvider, tracerOf, tracerProvider } from "./providers.ts";
import { requestAttributes } from "./request-attributes.ts";

/** The options of `openTelemetry`. */
export interface OpenTelemetryOptions {
  /** Makes the spans. The global provider by default. */
  readonly tracerProvider?: TracerProvider;
  /** Makes the metrics. The global provider by default. */
  readonly meterProvider?: MeterProvider;
  /** Returns `true` for requests without telemetry, such as health checks: `({ route }) => route === "/health"`. */
  readonly ignore?: (request: ObservedRequest) => boolean;
}

const OPTIONS = {
  tracerProvider,
  meterProvider,
  ignore: hook('pass ({ route }) => route === "/health"'),
};

// In seconds, as the conventions advise.
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/**
 * Creates an observer that gives each request a span and metrics of OpenTelemetry:
 * `createServer({ observe: openTelemetry() })`. Guards and handlers run in the context of the span.
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): Observer {
  verifyOptions("openTelemetry", options, OPTIONS);
  let instruments: Instruments | undefined;
  return (request, next) => {
    if (options.ignore?.(request) === true) {
      void context.with(suppressed(context.active()), () => next());
      return;
    }
    const enclosing = takeEnclosing(request);
    if (enclosing !== undefined) {
      void next((observed) => describe(enclosing, observed));
      return;
    }
    instruments ??= instrumentsOf(options);
    const span = new RequestSpan(request, instruments);
    void context.with(span.context, () => next((observed) => span.end(observed)));
  };
}

interface Instruments {
  readonly tracer: Tracer;
  readonly duration: Histogram;
  readonly active: UpDownCounter;
}

function instrumentsOf(options: OpenTelemetryOptions): Instruments {
  const meter = meterOf(options.meterProvider);
  return {
    tracer: tracerOf(options.tracerProvider),
    duration: meter.createHistogram("http.server.request.duration", {
      description: "Duration of HTTP server requests.",
      unit: "s",
      advice: { explicitBucketBoundaries: BOUNDARIES },
    }),
    active: meter.createUpDownCounter("http.server.active_requests", {
      description: "Number of active HTTP server requests.",
      unit: "{request}",
    }),
  };
}

// The span and the metrics of one request.
class RequestSpan {
  /** The context with the span, for the handler. */
  readonly context: Context;
  readonly #span: Span;
  readonly #instruments: Instruments;
  /** The attributes of both metrics. */
  readonly #common: Attributes;
  readonly #attributes: Attributes;
  readonly #start = performance.now();

  constructor(request: ObservedRequest, instruments: Instruments) {
    const attributes = requestAttributes(request);
    const parent = propagation.extract(baseOf(request), request, HEADERS);
    const name = spanName(request.method, request.route);
    this.#span = instruments.tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
    take(this.#span);
    this.context = trace.setSpan(parent, this.#span);
    this.#instruments = instruments;
    this.#attributes = attributes;
    this.#common = picked(attributes, ["http.request.method", "url.scheme"]);
    instruments.active.add(1, this.#common, this.context);
  }

  end(observed: Observed): void {
    const { duration, active } = this.#instruments;
    const { status } = observed;
    const error = failedBy(observed);
    const span = this.#span;
    const ending = { "http.response.status_code": status, "error.type": error };
    describe(span, observed);
    span.setAttributes(ending);
    if (error !== undefined) {
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    const seconds = (performance.now() - this.#start) / 1000;
    const more = picked(this.#attributes, ["http.route", "network.protocol.version"]);
    duration.record(seconds, { ...this.#common, ...more, ...ending }, this.context);
    active.add(-1, this.#common, this.context);
    span.end();
  }
}

// The context of a server on node:http may have a span in which the program began to listen. That span is not the
// parent of a request. Within a process, the caller's span is the parent.
function baseOf({ httpVersion }: ObservedRequest): Context {
  const active = context.active();
  return httpVersion === undefined ? active : trace.deleteSpan(active);
}

const HEADERS: TextMapGetter<ObservedRequest> = {
  get: ({ header }, name) => header(name),
  // Nobody can list the headers of an observed request. The propagators of W3C and B3 ask for names.
  keys: () => [],
};

// Writes the end of a request to a span, which may be the span of an instrumentation of node:http.
function describe(span: Span, { failure, rejection, error, outcome }: Observed): void {
  if (failure !== undefined) {
    span.setAttribute("bough.failure", failure.name);
  }
  if (rejection !== undefined) {
    span.setAttribute("bough.rejection", rejection);
  }
  if (outcome !== "answered") {
    span.setAttribute("bough.outcome", outcome);
  }
  if (error !== undefined) {
    span.recordException(exceptionOf(error));
  }
}

// Why a request failed on the side of the server; `undefined` if it did not. A client that leaves does not
// count: nearly every event stream ends that way.
function failedBy({ status = 0, error, outcome }: Observed): string | undefined {
  if (outcome === "broken" || outcome === "stalled") {
    return errorType(error) ?? outcome;
  }
  return status >= 500 ? (errorType(error) ?? String(status)) : undefined;
}

function picked(attributes: Attributes, names: readonly string[]): Attributes {
  return Object.fromEntries(
    names.flatMap((name) => (attributes[name] === undefined ? [] : [[name, attributes[name]]])),
  );
}
