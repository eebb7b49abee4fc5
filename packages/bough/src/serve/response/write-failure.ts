// Answers with a declared failure or a rejection. A named failure and a rejection, of a type `urn:bough:…`, are problem
// details (RFC 9457), which the error format of their root may replace. A bare failure without a body has no content;
// other bare failures are written as responses are.
import { RANGES } from "../../declare/failure/occurrence.ts";
import { PROBLEM_MEMBERS, PROBLEM_MEDIA_TYPE } from "../../shared/http/problem-details.ts";
import { defaultJson } from "../../shared/codec/json.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import { NO_STORE, NOSNIFF, withFixed, type Answer } from "../exchange/answer.ts";
import { encoded } from "./write-body.ts";
import { writeHeaders, type RawHeaders } from "./write-headers.ts";
import type { Failed } from "../handler/call.ts";
import { HandlerError } from "../handler/handler-error.ts";
import type { Rejection } from "../exchange/rejection.ts";

/** The status of a failure; throws `HandlerError` for one outside of its range. */
export function statusOf({ failure, occurrence }: Failed, endpoint: AnyEndpoint): number {
  const { name, status: declared } = failure;
  const given = occurrence.status;
  if (typeof declared === "number") {
    if (given === undefined || given === declared) {
      return declared;
    }
    const text = `failed with "${name}" and the status ${shown(given)}, but it always has the status ${declared}: remove { status }`;
    throw new HandlerError("undeclared-status", endpoint, text);
  }
  const [low, high] = RANGES.get(declared) ?? [400, 599];
  if (typeof given === "number" && Number.isInteger(given) && given >= low && given <= high) {
    return given;
  }
  const what =
    given === undefined
      ? "without a status"
      : `and the status ${shown(given)}, which it does not have`;
  const text = `failed with "${name}" ${what}: fail(failure, data, { status }) takes one from ${low} to ${high}`;
  throw new HandlerError("undeclared-status", endpoint, text);
}

/** The rules for writing a failure. */
interface FailureRules {
  readonly endpoint: AnyEndpoint;
  readonly status: number;
  /** The headers that the handler gave. */
  readonly given: RawHeaders | undefined;
  /** Whether the error format of the root writes it. */
  readonly writesFailures: boolean;
}

/** Answers with a failure; throws `HandlerError` for data, headers or cookies that cannot be sent. */
export function failureAnswer(
  { failure, occurrence }: Failed,
  data: unknown,
  rules: FailureRules,
): Answer {
  const { status, endpoint, given } = rules;
  const { headers: parts, bare, body } = failure["~failure"];
  const headers = writeHeaders(parts, given, endpoint);
  if (bare) {
    return { status, headers: withFixed([...NOSNIFF, ...NO_STORE], headers), body: undefined };
  }
  const refuse = (fault: string): HandlerError =>
    new HandlerError(
      "invalid-response",
      endpoint,
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
  const { type, title } = failure;
  const { detail, instance } = occurrence;
  if (rules.writesFailures) {
    const own = body === undefined ? undefined : members;
    const unwritten = { failure, data: own, detail, instance };
    return { ...problemAnswer(status, "", headers), unwritten };
  }
  return problemAnswer(
    status,
    encoded(defaultJson, { type, title, status, detail, instance, ...members }, endpoint),
    headers,
  );
}

// The answers of rejections with only a status, such as most 404.
const plain = new Map<number, Answer>();

/** Answers with a rejection. */
export function rejectionAnswer(refused: Rejection): Answer {
  const { status, detail, errors, headers } = refused;
  if (detail !== undefined || errors.length > 0 || headers.length > 0) {
    return answerOf(refused);
  }
  let prepared = plain.get(status);
  if (prepared === undefined) {
    prepared = answerOf(refused);
    plain.set(status, prepared);
  }
  return prepared;
}

function answerOf(refused: Rejection): Answer {
  const { status, type, title, detail, errors, headers } = refused;
  const body = JSON.stringify({
    type,
    title,
    status,
    detail,
    ...(status === 400 ? { errors } : {}),
  });
  return { ...problemAnswer(status, body, headers), rejection: refused };
}

/** Answers with problem details. They are not stored, unless the headers allow it. */
function problemAnswer(
  status: number,
  body: string | Uint8Array,
  headers: readonly string[],
): Answer {
  return { status, headers: withFixed(PROBLEM_HEADERS, headers), body };
}

const PROBLEM_HEADERS = ["content-type", PROBLEM_MEDIA_TYPE, ...NO_STORE, ...NOSNIFF];
