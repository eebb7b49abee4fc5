// What every error of a call has: which endpoint, which method, which URL. What went
// wrong is said by the classes that extend it, one per way a call can go.
import type { AnyEndpoint } from "../declaration/placed-endpoint.ts";

/** Which call it is. */
export interface CallInfo {
  readonly endpoint: AnyEndpoint;
  readonly method: string;
  /** The URL it goes to; empty as long as it is not known. */
  readonly url: string;
}

/** One thing that is wrong with a request or an answer. */
export interface CallIssue {
  readonly in: "path" | "query" | "header" | "body" | "url";
  /** The parameter's or header's name; in a body where it is, as `items.0.id`, empty for the whole. */
  readonly name: string;
  readonly message: string;
}

/** Thrown for everything that the endpoint does not declare; extended by one class each. */
export abstract class CallError extends Error {
  abstract override readonly name: string;
  /** The same for every error of a class, whatever its text. */
  abstract readonly code: string;
  /** Not enumerable, so that a logged error does not show the whole declaration. */
  declare readonly endpoint: AnyEndpoint;
  declare readonly method: string;
  /** Empty where the URL could not be built. */
  declare readonly url: string;

  constructor(call: CallInfo, message: string, details?: object, cause?: unknown) {
    const { endpoint, method, url } = call;
    super(`${method} ${endpoint.template}: ${message}`, cause === undefined ? cause : { cause });
    Object.assign(this, { method, url }, details);
    Object.defineProperty(this, "endpoint", { value: endpoint });
  }
}

interface Describable {
  readonly in?: string | undefined;
  readonly name?: string | undefined;
  readonly message: string;
}

/** Issues as text: `query "limit" is not an integer; body is missing`. */
export function describeIssues(issues: readonly Describable[]): string {
  return issues
    .map(({ in: place, name, message }) =>
      [place, name && `"${name}"`, message].filter(Boolean).join(" "),
    )
    .join("; ");
}
