// The rejections of bodies that are too large, late, incomplete, undecodable or invalid.
import type { DecodeError } from "../../codec/codec.ts";
import { assertNever } from "../../internal/assert-never.ts";
import type { StandardIssue } from "../../schema/standard-schema.ts";
import { pointerOf } from "../../schema/validate.ts";
import type { BodyFault } from "../exchange/exchange.ts";
import {
  invalidRequest,
  rejection,
  type Rejection,
  type RequestIssue,
} from "../exchange/rejection.ts";

/** The 413 of a body over its limit. */
export function tooLarge(limit: number): Rejection {
  return rejection(413, `the body must have at most ${limit} bytes`);
}

/** The rejection of a body that did not arrive. */
export function faultyBody(fault: BodyFault, limit: number): Rejection {
  switch (fault) {
    case "too-large":
      return tooLarge(limit);
    case "timeout":
      return rejection(408, "the body did not arrive in time");
    case "gone":
      // The client is usually gone. An incomplete body never reaches a handler.
      return invalidBody([{ message: "did not arrive completely" }]);
    case "taken":
      return rejection(500);
    default:
      return assertNever(fault);
  }
}

/** The rejection of content that its media type does not allow. */
export function undecodable({ issues }: DecodeError): Rejection {
  return invalidRequest(issues.map((issue): RequestIssue => ({ in: "body", ...issue })));
}

/** The rejection of a body that its schema refuses. */
export function invalidBody(issues: Iterable<StandardIssue>): Rejection {
  return invalidRequest(toldOf(issues));
}

// Converts one issue at a time, because the answer has only the first ones.
function* toldOf(issues: Iterable<StandardIssue>): Generator<RequestIssue> {
  let silent = true;
  for (const issue of issues) {
    silent = false;
    yield { in: "body", pointer: pointerOf(issue), message: issue.message };
  }
  // A schema may refuse a value without an issue.
  if (silent) {
    yield { in: "body", pointer: "", message: "is not valid" };
  }
}
