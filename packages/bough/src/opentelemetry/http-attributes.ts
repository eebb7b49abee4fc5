// Attributes of HTTP requests, by the stable semantic conventions of OpenTelemetry.
import { fieldsOf } from "../internal/record.ts";
import type { Attributes, Exception } from "@opentelemetry/api";
import { isPlainHost } from "../http/host.ts";
import { maskedQuery } from "../http/masked-query.ts";
import { shown } from "../internal/shown.ts";

// RFC 9110, RFC 5789, RFC 10008.
const METHODS: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "DELETE",
  "CONNECT",
  "OPTIONS",
  "TRACE",
  "PATCH",
  "QUERY",
]);

// The conventions list these parameters, which sign URLs.
const SIGNATURES: ReadonlySet<string> = new Set([
  "AWSAccessKeyId",
  "Signature",
  "sig",
  "X-Goog-Signature",
]);

/** The method. Clients may send any text, and metrics need few values. */
export function methodAttributes(method: string): Attributes {
  return METHODS.has(method)
    ? { "http.request.method": method }
    : { "http.request.method": "_OTHER", "http.request.method_original": method };
}

/** The name of a span: `GET /v1/users/{user}`, or the method alone. */
export function spanName(method: string, route: string | undefined): string {
  const known = METHODS.has(method) ? method : "HTTP";
  return route === undefined ? known : `${known} ${route}`;
}

/** The address and port of the server, if `authority` is a plain `host[:port]`. */
export function serverAttributes(scheme: string, authority: string | undefined): Attributes {
  if (authority === undefined || !isPlainHost(authority)) {
    return {};
  }
  const [, host = "", port = ""] = /^(\[.*\]|[^:]*):?(\d*)$/.exec(authority) ?? [];
  return {
    "server.address": host.replace(/^\[(.*)\]$/, "$1"),
    "server.port": Number(port || (scheme === "https" ? 443 : 80)),
  };
}

/** A URL or target without the values of its signatures. */
export function withoutSignatures(url: string): string {
  return maskedQuery(url, SIGNATURES, "REDACTED");
}

/** The class of an error, for `error.type`; `undefined` for other thrown values. */
export function errorType(error: unknown): string | undefined {
  const { code, cause } = fieldsOf(error);
  // `fetch failed` has the reason in its cause: ECONNREFUSED.
  const reason = fieldsOf(cause)["code"];
  const known = [reason, code].find(
    (one): one is string => typeof one === "string" && /^[A-Z][A-Z\d_]+$/.test(one),
  );
  return known ?? (error instanceof Error ? error.name : undefined);
}

/** A thrown value for `recordException`. */
export function exceptionOf(error: unknown): Exception {
  return error instanceof Error ? error : shown(error);
}
