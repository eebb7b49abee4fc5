// A declared failure as an answer: problem details for a named one (RFC 9457), its
// body as it is, through the codecs, for a bare one.
import { negotiate } from "../../http/accept.ts";
import { PROBLEM_MEMBERS } from "../../http/problem-details.ts";
import type { Codec } from "../../codec/codec.ts";
import { defaultJson } from "../../codec/json.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import { NO_STORE, NOSNIFF, withFixed } from "../exchange/answer.ts";
import type { Answer } from "../exchange/answer.ts";
import { encoded } from "./encode-value.ts";
import { encodeHeaders } from "./encode-headers.ts";
import type { Failed } from "../call/failed.ts";
import { HandlerError } from "../call/handler-error.ts";
import { problemAnswer } from "./rejection-answer.ts";

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
  const refuse = (fault: string): HandlerError =>
    new HandlerError(
      "invalid-response",
      rules.endpoint,
      `the data of the failure "${failure.name}" ${fault}`,
    );
  if (data !== undefined && (typeof data !== "object" || data === null || Array.isArray(data))) {
    throw refuse("is not an object");
  }
  const members: object = data ?? {};
  const taken = PROBLEM_MEMBERS.find((name) => Object.hasOwn(members, name));
  if (taken !== undefined) {
    throw refuse(`has the member "${taken}", which problem details own`);
  }
  const { type, title, status } = failure;
  const { detail, instance } = occurrence;
  return problemAnswer(
    status,
    encoded(defaultJson, { type, title, status, detail, instance, ...members }, rules.endpoint),
    headers,
  );
}

function bareAnswer(
  status: number,
  data: unknown,
  headers: readonly string[],
  accept: string | undefined,
  { codecs, mediaTypes, fixed, endpoint }: FailureRules,
): Answer {
  if (data === undefined) {
    return { status, headers: withFixed([...NOSNIFF, ...NO_STORE], headers), body: undefined };
  }
  const index = codecs.length === 1 ? 0 : Math.max(0, negotiate(accept, mediaTypes));
  const own = [...(fixed[index] ?? []), ...NO_STORE];
  return { status, headers: withFixed(own, headers), body: encoded(codecs[index], data, endpoint) };
}
