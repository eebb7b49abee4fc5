// What every error of a call has: which endpoint, which method, which URL. What went
// wrong is said by the classes that extend it, one per way a call can go.
import type { AnyEndpoint } from "../declaration/tree/placed-endpoint.ts";
import { printable } from "../internal/printable.ts";

/** The endpoint, method and URL of a call. */
export interface CallInfo {
  readonly endpoint: AnyEndpoint;
  readonly method: string;
  /** The URL it goes to; empty as long as it is not known. */
  readonly url: string;
}

/** One mistake in a request or a response. */
export interface CallIssue {
  readonly in: "path" | "query" | "header" | "body" | "url";
  /** The parameter's or header's name; in a body where it is, as `items.0.id`, empty for the whole. */
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
  /** The same for every error of a class, whatever its text. */
  abstract readonly code: string;
  /** Not enumerable, so that a logged error does not show the whole declaration. */
  declare readonly endpoint: AnyEndpoint;
  declare readonly method: string;
  /** Empty where the URL could not be built. */
  declare readonly url: string;

  constructor({ method, url, endpoint }: CallInfo, text: string, fields: ErrorFields = {}) {
    const { issues = [], errors = issues } = fields;
    // What was answered stands in it.
    super(
      printable(`${method} ${endpoint.template}: ${text}${errors.map(describe).join("; ")}`),
      fields,
    );
    Object.assign(this, { url, method }, fields);
    Object.defineProperty(this, "endpoint", { value: endpoint });
  }
}

/** What an error has besides, under the names of its class; issues and errors end its text. */
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

// An issue as text: `query "limit" must be an integer`. It may come from an answer, so that
// neither place nor name need be text.
function describe({ in: place, pointer, name = pointer, message }: Describable): string {
  return [textOf(place), textOf(name) && JSON.stringify(name), message].filter(textOf).join(" ");
}

/** A value that is text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return (thrown as Error | undefined)?.message ?? String(thrown);
}
