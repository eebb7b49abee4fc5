// What a handler, a guard or the declaration did wrong: a 500 that only `onError` hears of.
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import { printable } from "../../internal/printable.ts";
import type { StandardIssue } from "../../schema/standard-schema.ts";
import { issueLine } from "../../schema/validate.ts";

/**
 * `onError` gets it if a handler does something that its endpoint does not declare. The client
 * gets a 500 without details.
 */
export class HandlerError extends Error {
  override readonly name = "HandlerError";
  readonly code: HandlerFault;
  /**
   * The endpoint; `undefined` for the function of `rejections`. Not enumerable, so that a logged
   * error does not show the whole declaration.
   */
  declare readonly endpoint: AnyEndpoint | undefined;
  /** What the schema said, where one refused a value. */
  readonly issues: readonly { readonly message: string }[];

  constructor(
    code: HandlerFault,
    where: FaultSubject,
    text: string,
    issues: readonly { readonly message: string }[] = [],
  ) {
    // The names in a value may be a client's. What an engine says in several lines, of a circle,
    // stays readable in one.
    const told = [text, ...issues.map(({ message }) => message)].map((line) =>
      printable(line.replace(/\n +/g, " ")),
    );
    const [endpoint, place] =
      typeof where === "string" ? [undefined, where] : [where, `${where.method} ${where.template}`];
    super(`${place}: ${told.join("\n  ")}`);
    this.code = code;
    Object.defineProperty(this, "endpoint", { value: endpoint });
    this.issues = issues;
  }
}

/** Where: an endpoint, or the root whose rejections a function writes, as text. */
export type FaultSubject = AnyEndpoint | string;

/** The codes of a `HandlerError`. */
export type HandlerFault =
  | "undeclared-failure"
  | "returned-failure"
  | "undeclared-status"
  | "undeclared-media-type"
  | "unreturned-respond"
  | "needs-respond"
  | "invalid-response"
  | "invalid-header"
  | "undeclared-cookie"
  | "invalid-cookie"
  | "unencodable-response"
  | "late-failure"
  | "taken-name"
  | "taken-body"
  | "lost-answer";

/** A schema refuses what was to be sent. */
export function refusedBySchema(
  where: FaultSubject,
  what: string,
  issues: readonly StandardIssue[],
): HandlerError {
  return new HandlerError(
    "invalid-response",
    where,
    `${what} is refused by its schema`,
    toldOf(issues),
  );
}

/** A schema refuses what is sent all the same: `responses: "strip"`. */
export function keptDespiteSchema(
  where: FaultSubject,
  what: string,
  issues: readonly StandardIssue[],
): HandlerError {
  const text = `${what} does not fit its schema, and is sent without the members that are not declared`;
  return new HandlerError("invalid-response", where, text, toldOf(issues));
}

function toldOf(issues: readonly StandardIssue[]): { readonly message: string }[] {
  return Array.from(issues, (issue) => ({ message: issueLine(issue) }));
}

/** Somebody has read a body that was still to be decoded. */
export function takenBody(endpoint: AnyEndpoint): HandlerError {
  const text =
    "the body was read before it was decoded: read call.request.clone(), and keep middleware that reads bodies off this endpoint";
  return new HandlerError("taken-body", endpoint, text);
}

/** What `respond` made got lost. */
export function unreturnedRespond(endpoint: AnyEndpoint): HandlerError {
  const text = "respond(…) was called but not returned: return respond(value, { status, headers })";
  return new HandlerError("unreturned-respond", endpoint, text);
}
