// The `around` that gives each call a span, and each request of the call a span below it.
import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
  type TracerProvider,
} from "@opentelemetry/api";
import type { Fetch } from "bough/client";
import { maskedUrl } from "bough/client/adapters";
import type { ClientExchange, ClientAround } from "bough/types";
import { suppressed } from "./enclosing-span.ts";
import {
  errorType,
  exceptionOf,
  methodAttributes,
  REDACTED,
  serverAttributes,
  spanName,
  withoutSignatures,
} from "./http-attributes.ts";
import { verifyOptions } from "./options.ts";
import { tracerOf, tracerProvider } from "./providers.ts";
import { fieldsOf } from "./received.ts";

/** The options of `openTelemetryClient`. */
export interface OpenTelemetryClientOptions {
  /** Makes the spans. The global provider by default. */
  readonly tracerProvider?: TracerProvider;
}

/**
 * Creates client middleware (`around`) that gives each call an OpenTelemetry span, with a span below it for each
 * request, and sends `traceparent` to the origin of `baseUrl`: `createClient({ around: openTelemetryClient() })`.
 */
export function openTelemetryClient(options: OpenTelemetryClientOptions = {}): ClientAround {
  verifyOptions("openTelemetryClient", options, { tracerProvider });
  let tracer: Tracer | undefined;
  return async (exchange, next) => {
    tracer ??= tracerOf(options.tracerProvider);
    const { fetch } = exchange;
    const call = new CallSpan(exchange, tracer);
    exchange.fetch = (url, init) => call.send(fetch, url, init);
    try {
      return await call.run(next);
    } finally {
      // An `around` outside this one may run it again.
      exchange.fetch = fetch;
    }
  };
}

// The span of one call, and the spans of its requests.
class CallSpan {
  readonly #exchange: ClientExchange;
  readonly #tracer: Tracer;
  readonly #name: string;
  readonly #span: Span;
  readonly #context: Context;
  #count = 0;
  /** The error of the last request. It is recorded on the span of that request. */
  #error: unknown;

  constructor(exchange: ClientExchange, tracer: Tracer) {
    const { method, url, endpoint } = exchange;
    this.#exchange = exchange;
    this.#tracer = tracer;
    this.#name = spanName(method, endpoint.template);
    // The requests are the client's spans.
    const given = { kind: SpanKind.INTERNAL, attributes: this.#attributesOf(url) };
    const active = context.active();
    this.#span = tracer.startSpan(this.#name, given, active);
    this.#context = trace.setSpan(active, this.#span);
  }

  /** Runs the call, and ends its span when the head of the response is there. */
  async run(next: () => Promise<Response>): Promise<Response> {
    return watched(
      this.#span,
      () => context.with(this.#context, next),
      (error) =>
        // A `TransportError` has the error of its last request as its cause.
        fieldsOf(error)["cause"] !== this.#error,
    );
  }

  async send(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
    const resent = this.#count++;
    const attributes = {
      ...this.#attributesOf(url),
      "http.request.resend_count": resent === 0 ? undefined : resent,
    };
    const given = { kind: SpanKind.CLIENT, attributes };
    const span = this.#tracer.startSpan(this.#name, given, this.#context);
    const own = trace.setSpan(this.#context, span);
    const headers = Object.fromEntries(new Headers(init.headers));
    // A browser that follows a redirect by itself would send the headers to any origin.
    if (hasOriginOf(this.#exchange.url, url) && init.redirect !== "follow") {
      propagation.inject(own, headers);
    }
    // Instrumentations of the global `fetch` would make a second span, and a second `traceparent`.
    const inside = fetch === globalThis.fetch ? suppressed(own) : own;
    return watched(
      span,
      () => context.with(inside, fetch, undefined, url, { ...init, headers }),
      (error) => {
        this.#error = error;
        return true;
      },
    );
  }

  #attributesOf(url: string): Attributes {
    const { method, endpoint } = this.#exchange;
    const { protocol, host } = new URL(url);
    return {
      ...methodAttributes(method),
      "url.full": withoutSignatures(maskedUrl(endpoint, url, REDACTED)),
      "url.template": endpoint.template,
      ...serverAttributes(protocol.slice(0, -1), host),
    };
  }
}

/** Ends a span when its response is there, or with its error. `records` tells whether the error belongs to it. */
async function watched(
  span: Span,
  run: () => Response | Promise<Response>,
  records: (error: unknown) => boolean,
): Promise<Response> {
  try {
    const response = await run();
    const { status } = response;
    // A browser hides the status of a redirect.
    if (status > 0) {
      span.setAttribute("http.response.status_code", status);
    }
    if (status >= 400) {
      fail(span, String(status));
    }
    return response;
  } catch (error) {
    if (records(error)) {
      span.recordException(exceptionOf(error));
    }
    fail(span, errorType(error) ?? "_OTHER");
    throw error;
  } finally {
    span.end();
  }
}

// A user before the host makes it another one.
function hasOriginOf(base: string, url: string): boolean {
  return new URL(url).href.startsWith(new URL("/", base).href);
}

function fail(span: Span, type: string): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
