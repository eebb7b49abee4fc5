// The options of a conformance test, and what its cases report.
import type { Contract } from "bough/contract";
import type { ExtractedSchemas } from "bough/server";

/** The options of `conformance`. */
export interface ConformanceOptions {
  /** The URL of the server, with the path before its endpoints. */
  readonly baseUrl: string | URL;
  /** What `bough schemas` wrote. Without schemas, bodies that are types alone are not generated. */
  readonly schemas?: ExtractedSchemas;
  /** The contract to test by. By default that of the API, with `schemas`. */
  readonly contract?: Contract;
  /**
   * Credentials by the name of their scheme: a token, an API key, or `"user:password"` for Basic. A function is called
   * when its credential is needed, and once more after a 401.
   */
  readonly credentials?: Readonly<Record<string, string | (() => string | Promise<string>)>>;
  /** How many calls each case makes with generated values. Default: 50. */
  readonly runs?: number;
  /** Whether rules that a server should keep fail a case, too. */
  readonly strict?: boolean;
  /** Whether methods are called that change data: without it, only GET, HEAD, QUERY and OPTIONS. */
  readonly writes?: boolean;
  /**
   * Properties of request bodies that only the project knows, by the name of the endpoint:
   * `{ "users.create": () => ({ email: newEmail() }) }`. They replace the generated ones.
   */
  readonly given?: Readonly<Record<string, () => unknown>>;
  /** Ids that exist, by their name. */
  readonly ids?: Readonly<Record<string, string | number | (() => unknown)>>;
  /** Where random values start, the same values for the same seed. Default: a random one, which failures print. */
  readonly seed?: number;
  /** How long a case may take, in milliseconds. Default: 60,000. */
  readonly timeout?: number;
  /** How long a call may take, in milliseconds. Default: 10,000. */
  readonly callTimeout?: number;
  /** The environment variable that stands for credentials in what is printed. Default: `TOKEN`. */
  readonly tokenName?: string;
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Whether a rule fails a case, or is reported. */
export type Severity = "must" | "should";

/** A rule that the server broke. */
export interface Finding {
  readonly severity: Severity;
  /** The rule in one line. */
  readonly rule: string;
  /** Where the rule comes from: a section of a standard, or the declaration. */
  readonly source: string;
  /** What the server did. */
  readonly message: string;
  /** The smallest call that shows it. */
  readonly curl: string;
  readonly code: string;
}

/** The report of a case. */
export interface CaseReport {
  /** Calls that were made. */
  readonly calls: number;
  /** Valid calls that the server refused with a 4xx, by their status. */
  readonly refused: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
  /** Why something was not tested. */
  readonly notGenerated: readonly string[];
  /** Why the case proved nothing, if it made no call, or none that got past a refusal. */
  readonly skipped?: string;
  /** URLs of data that was created and could not be removed. */
  readonly left: readonly string[];
}

/** One case, for the `test` of any runner: `test(one.name, one.run)`. */
export interface ConformanceCase {
  readonly name: string;
  /** The name of the endpoint, `users.create`, or the empty string for the server as a whole. */
  readonly endpoint: string;
  /** The rules: `valid calls`, `invalid calls`. */
  readonly rules: string;
  /** Throws a `ConformanceError` if the server breaks a rule. A case that proves nothing skips itself if the runner's context can. */
  readonly run: CaseRun;
  /** Milliseconds. */
  readonly timeout: number;
}

/** Runs a case. The second form is for runners whose tests return nothing, such as `node:test`. */
export interface CaseRun {
  /** Rejects with a `ConformanceError` if the server breaks a rule. */
  (...context: readonly unknown[]): Promise<CaseReport>;
  (...context: readonly unknown[]): void;
}

/** All cases of a server. */
export interface ConformanceCases extends ReadonlyArray<ConformanceCase> {
  /** Where random values start. Pass it as the option `seed` to repeat a run. */
  readonly seed: number;
  /** Compares the responses to the cases that ran with the declaration. */
  readonly report: () => ConformanceReport;
}

/** The report of all cases that ran: what came, what did not, and what was not reached. */
export interface ConformanceReport extends CoverageReport {
  /** Endpoints without a successful call, each with the reason: `users.list: every valid call was refused (401: 50)`. */
  readonly unreached: readonly string[];
}

/** A comparison of a declaration with the responses that were seen. */
export interface CoverageReport {
  /** Declared responses and failures that no call has met: `GET /v1/users/{} 404 user-not-found`. */
  readonly unmet: readonly string[];
  /** Responses that nobody declared: `GET /v1/users 500`. */
  readonly undeclared: readonly string[];
}

/** A server breaks a rule. */
export class ConformanceError extends Error {
  override readonly name = "ConformanceError";
  readonly code = "conformance";
  readonly findings: readonly Finding[];
  readonly seed: number;

  constructor(findings: readonly Finding[], seed: number) {
    super([...findings.map(textOf), `seed: ${seed}`].join("\n\n"));
    this.findings = findings;
    this.seed = seed;
  }
}

function textOf({ severity, rule, source, message, curl, code }: Finding): string {
  return `${message}\n  rule (${severity}): ${rule} [${source}]\n  ${curl}\n  ${code}`;
}
