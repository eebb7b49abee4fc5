// From an answer that is no declared success to the failure it is, or to the error
// that says why it is none. Names and types from the answer are only compared, never
// looked up.
import type { AnyFailure } from "../declaration/failure.ts";
import { PROBLEM_MEDIA_TYPE, readProblem } from "../http/problem-details.ts";
import type { ProblemDetails } from "../http/problem-details.ts";
import type { CallResult } from "./call-result.ts";
import { hasBody } from "./declared-body.ts";
import { InvalidResponseError } from "./invalid-response-error.ts";
import { decodeBody, resultOf, validated } from "./received.ts";
import type { Received } from "./received.ts";
import { RejectionError } from "./rejection-error.ts";
import { absoluteUri } from "./related-url.ts";
import { textOf } from "./response-body.ts";
import { UnexpectedResponseError } from "./unexpected-response-error.ts";

/** The declared failure that an answer is; throws where it is none. */
export async function decodeFailure(received: Received, bytes: Uint8Array): Promise<CallResult> {
  const { response, essence, sending } = received;
  const { call } = sending;
  const { status } = response;
  const failures = call.endpoint.failures.filter((failure) => failure.status === status);
  const problem =
    essence === PROBLEM_MEDIA_TYPE
      ? readProblem((await decodeBody(received, bytes)).value)
      : undefined;
  if (problem) {
    const type = absolute(received, problem.type);
    const named = failures.find(
      (failure) => failure.type && absolute(received, failure.type) === type,
    );
    if (named) {
      return decodeNamed(received, named, problem);
    }
    if (type?.startsWith("urn:bough:")) {
      throw new RejectionError(call, status, problem);
    }
  }
  const [only] = failures;
  if (only && failures.length === 1) {
    const bare = await decodeBare(received, only, bytes);
    if (bare) {
      return bare;
    }
  }
  throw new UnexpectedResponseError(call, response, textOf(bytes));
}

/** A named failure: its data stand beside the problem's own members. */
async function decodeNamed(
  received: Received,
  failure: AnyFailure,
  problem: ProblemDetails,
): Promise<CallResult> {
  const { type: _type, title: _title, status: _status, detail: _, instance: _i, ...data } = problem;
  const { body } = failure["~failure"];
  if (!hasBody(body)) {
    return failed(received, failure, undefined, problem);
  }
  const { value, issues, cause } = await validated(received, body, () => data);
  if (issues.length > 0) {
    throw new InvalidResponseError(received.sending.call, failure.status, issues, cause);
  }
  return failed(received, failure, value, problem);
}

/** The failure that has its status for itself, where the content is its own. */
async function decodeBare(
  received: Received,
  failure: AnyFailure,
  bytes: Uint8Array,
): Promise<CallResult | undefined> {
  const { bare, body } = failure["~failure"];
  // Nothing but the status tells a failure to HEAD, which has no content.
  const told = bare || (received.empty && !hasBody(body));
  if (!told || received.empty || !hasBody(body)) {
    return told ? failed(received, failure, undefined) : undefined;
  }
  if (!received.codec) {
    return undefined;
  }
  const { value, issues } = await decodeBody(received, bytes, body);
  return issues.length > 0 ? undefined : failed(received, failure, value);
}

function failed(
  received: Received,
  failure: AnyFailure,
  body: unknown,
  { title = failure.title, detail, instance }: ProblemDetails = {},
): CallResult {
  const { name, status } = failure;
  return resultOf(received, failure["~failure"].headers, {
    failure: { name, status, title, detail, instance: absolute(received, instance), body },
  });
}

/** A URI of a problem in its absolute form (RFC 9457 3.1). */
function absolute({ response, sending }: Received, uri: string | undefined): string | undefined {
  return uri && absoluteUri(uri, response.url || sending.call.url);
}
