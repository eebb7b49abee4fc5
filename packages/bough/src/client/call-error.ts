// The base class of the errors of a call. It has the endpoint, the method and the URL. One class
// for each outcome extends it.
import type { AnyEndpoint } from "../declaration/tree/placed-endpoint.ts";
import { printable } from "../internal/printable.ts";

/** The endpoint, method and URL of a call. */
export interface CallInfo {
  readonly endpoint: AnyEndpoint;
  readonly method: string;
  /** Empty until it is known. */
  readonly url: string;
  /** Origin and base path of the client, without a user. */
  readonly base?: string | undefined;
}

/** One mistake in a request or a response. */
export interface CallIssue {
  readonly in: "path" | "query" | "header" | "body" | "url" | "credential";
  /** The name of the parameter, header or security scheme. In a body the path to the value, `items.0.id`; empty for the whole body. */
  readonly name: string;
  readonly message: string;
}

/** Adds an issue to those of a request or an answer. */
export function addIssue(
  issues: Pick<CallIssue[], "push">,
  place: CallIssue["in"],
  name: string,
  message: string,
): void {
  issues.push({ in: place, name, message });
}

/** The base class of all errors of a call, one for each outcome that is not declared. */
export abstract class CallError extends Error {
  abstract override readonly name: string;
  /** The same for every error of a class. */
  abstract readonly code: string;
  /** Not enumerable, so that a logged error does not show the whole declaration. */
  declare readonly endpoint: AnyEndpoint;
  declare readonly method: string;
  /** Empty if the URL could not be built. */
  declare readonly url: string;

  constructor(
    { method, url, endpoint, base = "" }: CallInfo,
    text: string,
    fields: ErrorFields = {},
  ) {
    const { issues = [], errors = issues } = fields;
    // The text may contain parts of an answer.
    super(
      printable(`${method} ${base}${endpoint.template}: ${text}${errors.map(describe).join("; ")}`),
      fields,
    );
    Object.assign(this, { url, method }, fields);
    Object.defineProperty(this, "endpoint", { value: endpoint });
  }
}

/** The fields of one class of errors. The text ends with the issues or errors. */
interface ErrorFields extends ErrorOptions {
  readonly [name: string]: unknown;
  readonly issues?: readonly Describable[];
  readonly errors?: readonly Describable[];
}

interface Describable {
  readonly in?: unknown;
  readonly pointer?: unknown;
  readonly name?: unknown;
  readonly message: string;
}

// An issue as text: `query "limit" must be an integer`. It may come from an answer, so its members
// may have any type.
function describe({ in: place, pointer, name = pointer, message }: Describable): string {
  return [textOf(place), textOf(name) && JSON.stringify(name), message].filter(textOf).join(" ");
}

/** The value if it is text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The message of a thrown value. */
export function messageOf(thrown: unknown): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only its message is read, and a value without one is shown as text
  return (thrown as Error | undefined)?.message ?? String(thrown);
}
