// The cases that prove that a server keeps its declaration.
import type { ContractSource } from "bough/contract";
import { NotGenerated } from "../values/not-generated.ts";
import { labelOf } from "./judge.ts";
import { mayEndSession } from "./session-end.ts";
import {
  ConformanceError,
  type CaseReport,
  type ConformanceCase,
  type ConformanceCases,
  type ConformanceOptions,
} from "./options.ts";
import { checkRows, checkUnknownPath } from "./rows.ts";
import { Unanswered } from "./sender.ts";
import { CaseState, Session } from "./session.ts";
import { collectionsOf } from "./collections.ts";
import { checkState } from "./state-case.ts";
import { subjectOf, type Tested } from "./subject.ts";
import { checkInvalid, checkValid } from "./value-cases.ts";

const VERSION = "0.1.0";
/** What a runner waits beyond the time of a case. */
const GRACE = 15_000;

/**
 * Makes the cases that prove that a server, in whatever language, keeps an API: valid and invalid calls of each
 * endpoint, what every server owes, and state.
 *
 * @example
 * for (const one of conformance(api, { baseUrl: "http://127.0.0.1:3000", schemas }))
 *   test(one.name, one.run, one.timeout);
 */
export function conformance(api: ContractSource, options: ConformanceOptions): ConformanceCases {
  const session = new Session(subjectOf(api, options), options, VERSION);
  const { endpoints } = session.subject;
  const { security } = session.subject.contract.components;
  const tested = endpoints.filter(({ described }) => session.isAllowed(described.method));
  const endsSession = ({ described }: Tested): boolean => mayEndSession(described, security);
  const ends = tested.filter(endsSession);
  const removes = tested.filter((one) => one.described.method === "DELETE" && !endsSession(one));
  const first = tested.filter((one) => !ends.includes(one) && !removes.includes(one));
  const ofEndpoint = (one: Tested): readonly ConformanceCase[] => [
    caseOf(session, one, "valid calls", async (state) => {
      session.tried.set(one, state);
      await checkValid(session, one, state);
    }),
    ...(mayBeInvalid(one)
      ? [caseOf(session, one, "invalid calls", (state) => checkInvalid(session, one, state))]
      : []),
    caseOf(session, one, "what servers owe", (state) => checkRows(session, one, state)),
  ];
  const stateful = session.writes ? collectionsOf(endpoints) : [];
  const cases = [
    caseOf(session, undefined, "unknown paths", (state) => checkUnknownPath(session, state)),
    ...first.flatMap(ofEndpoint),
    ...stateful.map((one) =>
      caseOf(session, one.create, "state", (state) => checkState(session, one, state)),
    ),
    // What others need goes last: first what is inside, then what is around it.
    ...removes.toSorted((a, b) => depthOf(b) - depthOf(a)).flatMap(ofEndpoint),
    ...ends.flatMap(ofEndpoint),
    caseOf(session, undefined, "reached endpoints", (state) => checkReached(session, state)),
  ];
  return Object.assign(cases, {
    seed: session.seed,
    report: () => ({
      unmet: tested
        .flatMap(({ described }) => declaredBy(described))
        .filter((label) => !session.met.has(label)),
      undeclared: [...session.undeclared],
      unreached: session.unreached().map(({ name, reason }) => `${name}: ${reason}`),
    }),
  });
}

function depthOf({ described }: Tested): number {
  return described.key.split("/").length;
}

/** What an endpoint declares: `GET /v1/users 200`, `GET /v1/users/{} 404 user-not-found`. */
function declaredBy({ key, responses, failures = [] }: Tested["described"]): readonly string[] {
  const statuses = responses?.map(({ status }) => status) ?? [204];
  return [...statuses, ...failures.map(labelOf)].map((label) => `${key} ${label}`);
}

/** At least one call of each endpoint must succeed: a server that refuses everything keeps nothing. */
function checkReached(session: Session, state: CaseState): void {
  if (session.tried.size === 0) {
    state.skipped = "the cases of valid calls did not run";
    return;
  }
  // Nothing is sent here.
  state.calls = session.succeeded.size;
  for (const { name, key, call, reason } of session.unreached()) {
    const message = `not reached: ${name}: ${reason}`;
    const rule = "a call of each endpoint succeeds";
    const breach = { severity: "must", rule, source: "the declaration", message } as const;
    state.findings.set(key, session.finding(breach, call));
  }
}

function mayBeInvalid({ described: { path, query, request } }: Tested): boolean {
  return path !== undefined || query !== undefined || request !== undefined;
}

function caseOf(
  session: Session,
  tested: Tested | undefined,
  rules: string,
  check: (state: CaseState) => Promise<void> | void,
): ConformanceCase {
  const { timeout, strict, seed } = session;
  const endpoint = tested?.name ?? "";
  return {
    name: endpoint === "" ? rules : `${endpoint}: ${rules}`,
    endpoint,
    rules,
    timeout: timeout + GRACE,
    // It has no parameter in its length, because Bun would wait for a callback.
    run: async (...context) => {
      const state = new CaseState(timeout);
      try {
        await check(state);
      } catch (error) {
        if (error instanceof Unanswered) {
          throw new ConformanceError(
            [...failing(state, strict), ofUnanswered(session, endpoint, { state, error })],
            seed,
          );
        }
        if (!(error instanceof NotGenerated)) {
          throw error;
        }
        state.notGenerated.add(error.message);
      }
      const found = failing(state, strict);
      if (found.length > 0) {
        throw new ConformanceError(found, seed);
      }
      const isReached = tested === undefined || session.reached.has(tested.described.key);
      const reason = state.skipped ?? (isReached && state.calls > 0 ? undefined : state.reason);
      if (reason !== undefined) {
        skip(context[0], reason);
      }
      return reportOf(state, reason);
    },
  };
}

function failing({ findings }: CaseState, strict: boolean): ConformanceError["findings"] {
  return [...findings.values()].filter(({ severity }) => strict || severity === "must");
}

function ofUnanswered(
  session: Session,
  endpoint: string,
  { state, error: { message } }: { readonly state: CaseState; readonly error: Unanswered },
): ConformanceError["findings"][number] {
  const call = state.lastCall ?? { method: "GET", url: new URL(session.base), headers: {} };
  const rule = "every call gets a whole response within its bounds";
  return session.finding(
    {
      severity: "must",
      rule,
      source: "the options of the test",
      message: `${endpoint}: ${message}`,
    },
    call,
  );
}

// vitest and node:test have a function for it in their context. Nothing that was not tested counts as passed.
function skip(context: unknown, reason: string): void {
  const runner: { readonly skip?: (reason: string) => void } = Object(context);
  if (typeof runner.skip === "function") {
    runner.skip(reason);
  }
}

function reportOf(
  { calls, refused, findings, notGenerated, left }: CaseState,
  skipped: string | undefined,
): CaseReport {
  return {
    calls,
    refused: Object.fromEntries(refused),
    findings: [...findings.values()],
    notGenerated: [...notGenerated],
    left,
    ...(skipped === undefined ? {} : { skipped }),
  };
}
