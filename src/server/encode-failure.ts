// A declared failure as an answer: problem details for a named one (RFC 9457), its
// body as it is, through the codecs, for a bare one.
import { negotiate } from "../http/accept.ts";
import { PROBLEM_MEMBERS } from "../http/problem-details.ts";
import type { Codec } from "../codec/codec.ts";
import type { AnyEndpoint } from "../declaration/placed-endpoint.ts";
import type { Answer } from "./answer.ts";
import { encodeHeaders, hasHeader } from "./encode-headers.ts";
import type { Failed } from "./failed.ts";
import { HandlerError } from "./handler-error.ts";
import { problemAnswer } from "./rejection.ts";

/** What a failure is written with. */
export interface FailureRules {
  readonly endpoint: AnyEndpoint;
  readonly codecs: readonly Codec[];
  readonly mediaTypes: readonly string[];
  /** The headers of a body, by codec. */
  readonly fixed: readonly (readonly string[])[];
}

/** A failure as an answer; throws `HandlerError` for data or headers that cannot be sent. */
export function failureAnswer(
  { failure, occurrence }: Failed,
  data: unknown,
  accept: string | undefined,
  rules: FailureRules,
): Answer {
  const { headers: parts, bare } = failure["~failure"];
  const headers = encodeHeaders(parts, occurrence.headers, rules.endpoint);
  if (bare) {
    return bareAnswer(failure.status, data, headers, accept, rules);
  }
  const members: object = typeof data === "object" && data !== null ? data : {};
  const taken = PROBLEM_MEMBERS.find((name) => Object.hasOwn(members, name));
  if (taken !== undefined) {
    const text = `the data of the failure "${failure.name}" has the member "${taken}", which problem details own`;
    throw new HandlerError("invalid-response", rules.endpoint, text);
  }
  const { type, title, status } = failure;
  const { detail, instance } = occurrence;
  return problemAnswer(
    status,
    JSON.stringify({ type, title, status, detail, instance, ...members }),
    headers,
  );
}

function bareAnswer(
  status: number,
  data: unknown,
  headers: readonly string[],
  accept: string | undefined,
  { codecs, mediaTypes, fixed }: FailureRules,
): Answer {
  const stored = hasHeader(headers, "cache-control") ? [] : ["cache-control", "no-store"];
  if (data === undefined) {
    return { status, headers: [...stored, ...headers], body: undefined };
  }
  const index = Math.max(0, negotiate(accept, mediaTypes));
  return {
    status,
    headers: [...(fixed[index] ?? []), ...stored, ...headers],
    body: codecs[index]?.encode(data),
  };
}
