// The preconditions of a request, and what both kinds of conditional endpoints need of them.
import { parseEntityTags, type EntityTag } from "../../../http/entity-tag.ts";
import { isWellFormed } from "../../../http/percent.ts";
import { MATCH_HEADERS } from "../../../declaration/endpoint/facts.ts";
import type { Version } from "../../../declaration/endpoint/conditional.ts";
import { rescued, type Later } from "../../../internal/later.ts";
import { shown } from "../../../internal/shown.ts";
import type { ServerCall } from "../../call/call.ts";
import { HandlerError, takenName } from "../../call/handler-error.ts";
import type { Answer } from "../../exchange/answer.ts";
import { rejection, type RequestIssue } from "../../exchange/rejection.ts";
import { rejectionAnswer } from "../../response/rejection-answer.ts";

/** The tags of a header; `undefined` if it was not sent. */
export type Tags = "*" | readonly EntityTag[] | undefined;

/** The headers of a request; a malformed one is an issue. */
export function preconditionsOf(
  call: ServerCall,
  issues: RequestIssue[],
): readonly [match: Tags, noneMatch: Tags] {
  const read = (name: string): Tags => {
    const line = call["~exchange"].header(name);
    const tags = line === undefined ? undefined : parseEntityTags(line);
    if (line !== undefined && tags === undefined) {
      issues.push({ in: "header", name, message: 'must be * or entity tags: "3", "4"' });
    }
    return tags;
  };
  const [match, noneMatch] = MATCH_HEADERS;
  return [read(match), read(noneMatch)];
}

/** Adds members to a call; throws a `HandlerError` if a view has taken their names. */
export function addMembers(call: ServerCall, members: PropertyDescriptorMap): void {
  const taken = Object.keys(members).find((name) => Object.hasOwn(call, name));
  if (taken !== undefined) {
    throw takenName(call.endpoint, taken);
  }
  Object.defineProperties(call, members);
}

/** Ends a handler with an answer: what `notModified` and `changed` throw. */
export class Ended {
  readonly answer: Answer;

  constructor(answer: Answer) {
    this.answer = answer;
  }
}

/** Runs a handler that may be ended. */
export function untilEnded(handle: () => Later<Answer>): Later<Answer> {
  return rescued(handle, (error) => {
    if (error instanceof Ended) {
      return error.answer;
    }
    throw error;
  });
}

/** The 412: the client has not seen the current version. */
export function preconditionFailed(): Answer {
  return rejectionAnswer(rejection(412, "the resource has changed: read it again"));
}

/** The text of a version; throws a `HandlerError` for another value. */
export function textOf(version: unknown, what: string, call: ServerCall): string {
  if (isVersion(version)) {
    return `${version}`;
  }
  const text = `${what} is ${shown(version)}: a version is a string, a number or a bigint`;
  throw new HandlerError("missing-version", call.endpoint, text);
}

function isVersion(value: unknown): value is Version {
  return typeof value === "string"
    ? isWellFormed(value)
    : Number.isFinite(value) || typeof value === "bigint";
}
