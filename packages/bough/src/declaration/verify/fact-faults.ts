// Finds faults of what server and client both act on: `.idempotent()`, and the headers of all of it.
import type { BodyKind } from "../body/body-format.ts";
import { factHeaders } from "../endpoint/facts.ts";
import type { ParameterParts } from "../parameter/parameter.ts";
import type { AnyEndpoint } from "../tree/placed-endpoint.ts";
import { findConditionalFaults } from "./conditional-faults.ts";
import { kindsOf } from "./kinds-of.ts";
import { findPagingFaults } from "./paging-faults.ts";
import type { FaultPair } from "./declaration-error.ts";

/** Finds the faults of the facts of an endpoint. Most endpoints declare none. */
export function findFactFaults(endpoint: AnyEndpoint, found: FaultPair[]): void {
  const { idempotent, paged, conditional, headers, responses, failures } = endpoint;
  if ((idempotent ?? paged ?? conditional) === undefined) {
    return;
  }
  if (idempotent !== undefined) {
    findIdempotentFaults(endpoint, found);
  }
  if (paged !== undefined) {
    findPagingFaults(endpoint, paged, found);
  }
  if (conditional !== undefined) {
    findConditionalFaults(endpoint, conditional, found);
  }
  const written = [...responses, ...failures.map((failed) => failed["~failure"])];
  for (const [call, { reads, writes }] of factHeaders(endpoint)) {
    for (const name of namesOf([{ headers }]).filter((one) => reads.includes(one))) {
      found.push([
        `the request header "${name}" is declared beside .${call}()`,
        `remove the header: .${call}() reads it`,
      ]);
    }
    for (const name of namesOf(written).filter((one) => writes.includes(one))) {
      found.push([
        `the response header "${name}" is declared beside .${call}()`,
        `remove the header: .${call}() writes it`,
      ]);
    }
  }
}

function namesOf(declared: readonly { readonly headers: ParameterParts }[]): readonly string[] {
  const names = declared.flatMap(({ headers }) => Object.keys(headers));
  return [...new Set(names.map((name) => name.toLowerCase()))];
}

// Requests that are read while they arrive have no content to compare, and such responses none to keep.
const STREAMED_REQUESTS: ReadonlySet<BodyKind> = new Set<BodyKind>([
  "stream",
  "multipart",
  "json-lines",
]);
const STREAMED_RESPONSES: ReadonlySet<BodyKind> = new Set<BodyKind>([
  "stream",
  "events",
  "json-lines",
]);

function findIdempotentFaults(endpoint: AnyEndpoint, found: FaultPair[]): void {
  const { method, request, responses, failures } = endpoint;
  if (method !== "POST" && method !== "PATCH") {
    found.push([
      `.idempotent() is declared, but ${method} may be repeated anyway (RFC 9110 9.2.2)`,
      "remove it, or use post() or patch()",
    ]);
  }
  const [streamed] = kindsOf(request).filter((kind) => STREAMED_REQUESTS.has(kind));
  if (streamed !== undefined) {
    found.push([
      `.idempotent() is declared, but the request is ${NAMES.get(streamed)}, which is not read whole`,
      "use JSON, a form, text or bytes",
    ]);
  }
  const bodies = [
    ...responses.map(({ body }) => body),
    ...failures.map((failed) => failed["~failure"].body),
  ];
  const [sent] = bodies.flatMap(kindsOf).filter((kind) => STREAMED_RESPONSES.has(kind));
  if (sent !== undefined) {
    found.push([
      `.idempotent() is declared, but a response is ${NAMES.get(sent)}, which cannot be kept`,
      "use JSON, text or bytes",
    ]);
  }
  if (responses.some(({ cookies }) => cookies !== undefined)) {
    found.push([
      ".idempotent() is declared, but a response sets cookies, which must not be kept",
      "set them by another endpoint",
    ]);
  }
}

const NAMES: ReadonlyMap<BodyKind, string> = new Map<BodyKind, string>([
  ["stream", "a stream"],
  ["multipart", "multipart"],
  ["events", "events"],
  ["json-lines", "JSON Lines"],
]);
