// A mistake of a handler, a guard or the declaration: the client gets a 500, `onError` the error.
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import { printable } from "../../shared/internal/wrong-argument.ts";
import type { StandardIssue } from "../../shared/schema/standard-schema.ts";
import { issueLine } from "../../shared/schema/validate.ts";

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
  /** The issues of the schema, if one refused a value. */
  readonly issues: readonly { readonly message: string }[];

  constructor(
    code: HandlerFault,
    where: FaultSubject,
    text: string,
    issues: readonly { readonly message: string }[] = [],
  ) {
    // Names in a value may come from a client. The several lines that engines print for a circle stay readable as one.
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

/** The subject of an error: an endpoint, or as text the root whose rejections a function writes. */
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
  | "unread-scopes"
  | "taken-name"
  | "taken-body"
  | "lost-answer"
  | "invalid-scope"
  | "missing-version";

/** The error for a value that the response schema refuses. */
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

/** The error for a value that the schema refuses but that is sent: `responses: "strip"`. */
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

/** The error for a body that other code read first. */
export function takenBody(endpoint: AnyEndpoint): HandlerError {
  const text =
    "the body was read before it was decoded: read call.request.clone(), and keep middleware that reads bodies off this endpoint";
  return new HandlerError("taken-body", endpoint, text);
}

/** The error for an endpoint whose scopes nobody read, so that anybody with the credential would be served. */
export function unreadScopes(
  endpoint: AnyEndpoint,
  scheme: string,
  scopes: readonly string[],
): HandlerError {
  const text = `asks for ${scopes.map((scope) => `"${scope}"`).join(", ")} of "${scheme}", but neither its authenticate nor an authorize reads scopes: authenticate(scheme, (credential, { scopes, forbid }) => …)`;
  return new HandlerError("unread-scopes", endpoint, text);
}

/** The error for a value of a view whose name the call has already. */
export function takenName(endpoint: AnyEndpoint, name: string): HandlerError {
  const text = `a view gives "${name}", which the call has already: rename it`;
  return new HandlerError("taken-name", endpoint, text);
}

/** The error for a value of `respond` that the handler did not return. */
export function unreturnedRespond(endpoint: AnyEndpoint): HandlerError {
  const text = "respond(…) was called but not returned: return respond(value, { status, headers })";
  return new HandlerError("unreturned-respond", endpoint, text);
}
