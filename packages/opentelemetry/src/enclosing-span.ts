// The span that other code has already made for a request: @opentelemetry/instrumentation-http, or the platform.
// A request has one server span.
import {
  context,
  createContextKey,
  SpanKind,
  trace,
  type Context,
  type Span,
} from "@opentelemetry/api";
import type { ObservedRequest } from "bough/types";
import { spanName } from "./http-attributes.ts";
import { fieldsOf } from "./received.ts";

// @opentelemetry/core has these keys by the same names, and equal names are equal keys.
const RPC_METADATA = createContextKey("OpenTelemetry SDK Context Key RPC_METADATA");
const SUPPRESS_TRACING = createContextKey("OpenTelemetry SDK Context Key SUPPRESS_TRACING");

interface HttpMetadata {
  readonly type: unknown;
  readonly span?: Span;
  /** The instrumentation names its span by it, and adds it to its metrics. */
  route?: string;
}

// A handler may send requests in its own process, and its context has the span of the outer request.
const taken = new WeakSet<Span>();

/** A span is the one of a request. Later requests in its context do not take it. */
export function take(span: Span): void {
  taken.add(span);
}

/** The server span of a request that other code has made, with its route set; `undefined` without one. */
export function takeEnclosing({ method, route, httpVersion }: ObservedRequest): Span | undefined {
  const active = context.active();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the HTTP instrumentation sets it under this key
  const given = active.getValue(RPC_METADATA) as HttpMetadata | undefined;
  const metadata = given?.type === "http" ? given : undefined;
  // The metadata are of a request on node:http, which shows its version. Another request in their context is
  // one within the process.
  const span = metadata === undefined ? serverSpan(active) : httpVersion && metadata.span;
  if (!span || taken.has(span)) {
    return undefined;
  }
  taken.add(span);
  if (route !== undefined) {
    span.setAttribute("http.route", route);
    span.updateName(spanName(method, route));
    if (metadata !== undefined) {
      metadata.route = route;
    }
  }
  return span;
}

// The interface of a span has no kind, but the spans of the SDK have one.
function serverSpan(active: Context): Span | undefined {
  const span = trace.getSpan(active);
  const { kind } = fieldsOf(span);
  return kind === SpanKind.SERVER ? span : undefined;
}

/** A context in which nothing is traced. */
export function suppressed(given: Context): Context {
  return given.setValue(SUPPRESS_TRACING, true);
}
