// Attributes of HTTP requests, by the stable semantic conventions of OpenTelemetry.
import type { Attributes, Exception } from "@opentelemetry/api";
import { fieldsOf, shown } from "./received.ts";

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

// Without a list, a user or a path (RFC 3986 3.2.2).
const PLAIN_HOST = /^(\[[\da-f:.]+\]|[\w.~!$&'()*+;=-]+)(?::(\d*))?$/i;

// The conventions list these parameters, which sign URLs.
const SIGNATURES: ReadonlySet<string> = new Set([
  "AWSAccessKeyId",
  "Signature",
  "sig",
  "X-Goog-Signature",
]);

/** What the conventions write for a secret. */
export const REDACTED = "REDACTED";

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
  const [, host, port = ""] = PLAIN_HOST.exec(authority ?? "") ?? [];
  // The URL parser knows which IPv6 addresses and ports there are.
  if (host === undefined || !URL.canParse(`http://${authority}`)) {
    return {};
  }
  return {
    "server.address": host.replace(/^\[(.*)\]$/, "$1"),
    "server.port": Number(port || (scheme === "https" ? 443 : 80)),
  };
}

/** A URL or target without the values of its signatures. */
export function withoutSignatures(url: string): string {
  const at = url.indexOf("?") + 1;
  return at === 0
    ? url
    : url.slice(0, at) + url.slice(at).split("&").map(withoutSignature).join("&");
}

function withoutSignature(pair: string): string {
  const [name = ""] = pair.split("=", 1);
  return SIGNATURES.has(decoded(name)) ? `${name}=${REDACTED}` : pair;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
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
