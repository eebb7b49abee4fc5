// A receiver of OTLP over HTTP with JSON, as a collector has it: it keeps the spans and metrics that arrive.
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** Attributes by name. */
export type Values = Readonly<Record<string, unknown>>;

/** A span that arrived. */
export interface ReceivedSpan {
  readonly name: string;
  readonly kind: "internal" | "server" | "client" | "other";
  readonly attributes: Values;
  /** Whether its status is an error. */
  readonly failed: boolean;
  readonly exceptions: readonly Values[];
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  /** How long it was, in milliseconds. */
  readonly milliseconds: number;
  readonly service: unknown;
}

/** One row of values of a metric. */
export interface ReceivedPoint {
  readonly metric: string;
  readonly unit: string;
  readonly attributes: Values;
  readonly count: number | undefined;
  readonly sum: number | undefined;
  readonly value: number | undefined;
  readonly bounds: readonly number[] | undefined;
}

interface AnyValue {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
}
interface Attributed {
  readonly attributes?: readonly { readonly key: string; readonly value: AnyValue }[];
}
interface SentSpan extends Attributed {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status?: { readonly code?: number };
  readonly events?: readonly (Attributed & { readonly name: string })[];
}
interface SentPoint extends Attributed {
  readonly count?: number;
  readonly sum?: number;
  readonly explicitBounds?: readonly number[];
  readonly asInt?: number | string;
  readonly asDouble?: number;
}
interface SentMetric {
  readonly name: string;
  readonly unit: string;
  readonly histogram?: { readonly dataPoints: readonly SentPoint[] };
  readonly sum?: { readonly dataPoints: readonly SentPoint[] };
}
interface Sent {
  readonly resourceSpans?: readonly {
    readonly resource?: Attributed;
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly SentMetric[] }[];
  }[];
}

const KINDS = { 1: "internal", 2: "server", 3: "client" } as const;

function valuesOf({ attributes = [] }: Attributed): Values {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.intValue === undefined
        ? (value.stringValue ?? value.doubleValue ?? value.boolValue)
        : Number(value.intValue),
    ]),
  );
}

function spanOf(span: SentSpan, service: unknown): ReceivedSpan {
  const { name, kind, traceId, spanId, parentSpanId, status, events = [] } = span;
  const nanoseconds = BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano);
  return {
    name,
    kind: KINDS[kind as keyof typeof KINDS] ?? "other",
    attributes: valuesOf(span),
    failed: status?.code === 2,
    exceptions: events.filter((event) => event.name === "exception").map(valuesOf),
    traceId,
    spanId,
    parentSpanId: parentSpanId || undefined,
    milliseconds: Number(nanoseconds) / 1e6,
    service,
  };
}

function pointsOf({ name, unit, histogram, sum }: SentMetric): ReceivedPoint[] {
  return [...(histogram?.dataPoints ?? []), ...(sum?.dataPoints ?? [])].map((point) => {
    const value = point.asInt ?? point.asDouble;
    return {
      metric: name,
      unit,
      attributes: valuesOf(point),
      count: point.count,
      sum: point.sum,
      value: value === undefined ? undefined : Number(value),
      bounds: point.explicitBounds,
    };
  });
}

/** A receiver that listens. */
export interface OtlpReceiver {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** The points of the last export. */
  readonly points: ReceivedPoint[];
  close(): void;
}

/** Listens on a free port of 127.0.0.1. */
export async function otlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const points: ReceivedPoint[] = [];
  const keep = ({ resourceSpans = [], resourceMetrics = [] }: Sent): void => {
    for (const { resource = {}, scopeSpans } of resourceSpans) {
      const service = valuesOf(resource)["service.name"];
      const sent = scopeSpans.flatMap((scope) => scope.spans);
      spans.push(...sent.map((span) => spanOf(span, service)));
    }
    if (resourceMetrics.length > 0) {
      const scopes = resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics);
      const sent = scopes.flatMap(({ metrics }) => metrics.flatMap(pointsOf));
      points.splice(0, points.length, ...sent);
    }
  };
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    keep((await json(req)) as Sent);
    res.writeHead(200, { "content-type": "application/json" }).end("{}");
  };
  const server = createServer((req, res) => void answer(req, res));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    points,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
