// Answers with a rejection: problem details of a type `urn:bough:…` (RFC 9457). If the root declares another body,
// parts/error-formats/ replaces them.
import { PROBLEM_MEDIA_TYPE } from "../../http/problem-details.ts";
import { NO_STORE, NOSNIFF, withFixed, type Answer } from "../exchange/answer.ts";
import type { Rejection } from "../exchange/rejection.ts";

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
export function problemAnswer(
  status: number,
  body: string | Uint8Array,
  headers: readonly string[],
): Answer {
  return { status, headers: withFixed(PROBLEM_HEADERS, headers), body };
}

const PROBLEM_HEADERS = ["content-type", PROBLEM_MEDIA_TYPE, ...NO_STORE, ...NOSNIFF];
