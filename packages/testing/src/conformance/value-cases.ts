// Calls with generated values, shrunk to the smallest that breaks a rule.
import type { Arbitrary } from "fast-check";
import { bodyValues } from "../values/body-values.ts";
import type { NotGenerated } from "../values/not-generated.ts";
import type { Rule, Violation } from "../values/broken-values.ts";
import { violationsOf } from "../values/violations.ts";
import { judge, type Breach } from "./judge.ts";
import type { RawCall } from "./raw-call.ts";
import { isJson } from "./request-texts.ts";
import type { SeenResponse } from "./sender.ts";
import type { CaseState, Session } from "./session.ts";
import type { Tested } from "./subject.ts";
import { isRefused, validCalls, withMembers, writtenCall } from "./valid-calls.ts";
import { parameterWays } from "./parameter-ways.ts";
import type { Way } from "./way.ts";

/** Shrinking ends after so many calls. */
const SHRINKING_CALLS = 200;
const INVALID_STATUSES = new Set([400, 422]);
/** The server did not look at what is invalid. */
const EARLIER = new Set([401, 403, 429]);
/** With an id of another type, a path is that of another endpoint or of none. */
const UNKNOWN = new Set([404, 405]);

interface Checking<T> {
  readonly values: Arbitrary<T>;
  readonly runs: number;
  readonly seed: number;
  readonly written: (value: T) => Promise<RawCall | undefined>;
  readonly judged: (response: SeenResponse, call: RawCall) => readonly Breach[];
}

/** Calls with each value, and keeps the smallest call that breaks each rule. */
async function check<T>(
  session: Session,
  tested: Tested,
  state: CaseState,
  checking: Checking<T>,
): Promise<void> {
  const { fc } = await session.values();
  const { values, runs, seed, written, judged } = checking;
  let shrinking: number | undefined;
  const property = fc.asyncProperty(values, async (value) => {
    const isOver = Date.now() > state.deadline - 1_000 || (shrinking ?? 0) > SHRINKING_CALLS;
    const call = isOver ? undefined : await written(value);
    if (call === undefined) {
      return true;
    }
    const response = await session.send(call, state, tested.described);
    const breaches = judged(response, call);
    for (const breach of breaches) {
      const key = `${breach.severity} ${breach.rule}`;
      const isSmaller = shrinking !== undefined && breaches.some((one) => fails(one, session));
      if (isSmaller || !state.findings.has(key)) {
        state.findings.set(key, session.finding(breach, call));
      }
    }
    const failed = breaches.some((one) => fails(one, session));
    if (shrinking !== undefined || failed) {
      shrinking = (shrinking ?? 0) + 1;
    }
    return !failed;
  });
  const result = await fc.check(property, { seed, numRuns: runs, maxSkipsPerRun: 1 });
  // An error of the sender ends the case; fast-check has caught it.
  const { errorInstance } = result;
  if (
    errorInstance !== null &&
    errorInstance !== undefined &&
    result.failed &&
    !String(Object(errorInstance).message).startsWith("Property failed by returning false")
  ) {
    throw errorInstance;
  }
}

function fails({ severity }: Breach, { strict }: Session): boolean {
  return severity === "must" || strict;
}

/** Valid calls of an endpoint. */
export async function checkValid(
  session: Session,
  tested: Tested,
  state: CaseState,
): Promise<void> {
  const values = await session.values();
  const { described } = tested;
  const given = session.given(tested);
  const ids = await session.knownIds(tested, state);
  const made = validCalls(tested, values, { ids, given });
  await check(session, tested, state, {
    values: made,
    runs: session.runs,
    seed: session.seed,
    written: async (value) => {
      const call = await writtenCall(tested, session.base, value);
      return call && session.authorized(call, tested);
    },
    judged: (response) => {
      const judged = judge(described, response, values.validator);
      if (response.status >= 400 && response.status < 500) {
        state.refuse(response.status);
      }
      return [...judged.breaches, ...ofCredential(session, tested, response, judged.met)];
    },
  });
  noteLeftOut(values.leftOut, state);
}

/** A valid call with a credential is not refused without a declared reason, but after its session has ended. */
function ofCredential(
  session: Session,
  { described }: Tested,
  { status }: SeenResponse,
  met: string | undefined,
): readonly Breach[] {
  const isRefused = status === 403 || (status === 401 && !session.isEnded);
  return isRefused && met === undefined && session.keyring.hasFor(described)
    ? [
        {
          severity: "must",
          rule: "a valid call with its credential is not refused, unless with a declared failure",
          source: `RFC 9110 15.5.${status - 399}`,
          message: `${described.key} responded ${status} to a valid call with its credential`,
        },
      ]
    : [];
}

function noteLeftOut(leftOut: ReadonlyMap<string, NotGenerated>, state: CaseState): void {
  for (const [message, { pattern }] of leftOut) {
    state.notGenerated.add(pattern === undefined ? message : `no string was found for ${pattern}`);
  }
}

/** Which rules a server must keep; the others it should. */
const MUST: ReadonlySet<Rule> = new Set(["required", "type", "enum", "bound", "items"]);

/** Invalid calls of an endpoint. Each is invalid because its declaration refuses it. */
export async function checkInvalid(
  session: Session,
  tested: Tested,
  state: CaseState,
): Promise<void> {
  const values = await session.values();
  const ids = await session.knownIds(tested, state);
  const base = await session.validCall(tested, session.seed, ids);
  await session.reach(tested, base.call, state);
  const ways = [
    ...(await parameterWays(tested, session, base.call)),
    ...(await bodyWays(tested, session, base.call)),
  ];
  if (ways.length === 0) {
    state.notGenerated.add("nothing that it accepts can be invalid");
    return;
  }
  const chosen =
    values.fc.sample(
      values.fc.shuffledSubarray([...ways], { minLength: Math.min(ways.length, session.runs) }),
      {
        seed: session.seed,
        numRuns: 1,
      },
    )[0] ?? [];
  const runs = Math.max(1, Math.floor(session.runs / Math.max(1, chosen.length)));
  for (const way of chosen.slice(0, session.runs)) {
    if (Date.now() > state.deadline - 1_000) {
      state.notGenerated.add(
        "the time of the case ended before all ways to be invalid were tested",
      );
      return;
    }
    await check(session, tested, state, {
      values: way.values,
      runs,
      seed: session.seed,
      written: way.written,
      judged: (response) => ofInvalid(way, response, tested),
    });
  }
}

function ofInvalid(
  { what, rule }: Way,
  { status, body }: SeenResponse,
  { described }: Tested,
): readonly Breach[] {
  const source = "the declaration";
  const at = `${described.key} responded ${status}: ${what}`;
  if (status >= 500) {
    const start = new TextDecoder().decode(body.subarray(0, 200)).replaceAll(/\s+/g, " ");
    return [
      {
        severity: "must",
        rule: "no 5xx for an invalid call",
        source: "RFC 9110 15.6",
        message: `${at}: ${start}`,
      },
    ];
  }
  if (status < 300) {
    const severity = MUST.has(rule) ? "must" : "should";
    return [{ severity, rule: `no 2xx for an invalid call (${rule})`, source, message: at }];
  }
  const isDeclared = (described.failures ?? []).some((one) => one.status === status);
  const isExpected =
    INVALID_STATUSES.has(status) || EARLIER.has(status) || UNKNOWN.has(status) || isDeclared;
  return isExpected
    ? []
    : [
        {
          severity: "should",
          rule: "400 or 422 for an invalid call",
          source: "RFC 9110 15.5.1",
          message: at,
        },
      ];
}

async function bodyWays(tested: Tested, session: Session, call: RawCall): Promise<readonly Way[]> {
  const { request } = tested.described;
  const [content] = request?.content ?? [];
  if (content?.schema === undefined || !isJson(content)) {
    return [];
  }
  const values = await session.values();
  const { schema } = content;
  const given = session.given(tested);
  const media = call.headers["content-type"] ?? content.mediaType;
  // A valid body exists, so what refuses an invalid one is its fault.
  bodyValues(content, values);
  return violationsOf(schema, values).map(({ pointer, rule, values: broken }: Violation) => ({
    what: `its body is invalid at "${pointer}" (${rule})`,
    rule,
    values: broken,
    written: async (value) => {
      const full = given === undefined ? value : withFreshMembers(value, given(), pointer);
      const isOptional = full === undefined || (full === null && request?.optional === true);
      if (isOptional || values.validator.fits(schema, full) || !(await refuses(tested, full))) {
        return undefined;
      }
      const body = new TextEncoder().encode(JSON.stringify(full));
      return {
        ...call,
        code: undefined,
        headers: { ...call.headers, "content-type": media },
        body,
      };
    },
  }));
}

// Members of the project must not repair a broken value.
function withFreshMembers(value: unknown, given: unknown, pointer: string): unknown {
  const [, first = ""] = pointer.split("/");
  const { [first]: _, ...others }: Readonly<Record<string, unknown>> = { ...Object(given) };
  return pointer === "" ? value : withMembers(value, others);
}

async function refuses({ declared }: Tested, value: unknown): Promise<boolean> {
  const { request } = declared;
  // A type alone accepts everything: its extracted schema decides.
  const isType = Object(Object(request)["~standard"])["vendor"] === "bough";
  return (
    request === undefined ||
    isType ||
    !("~standard" in Object(request)) ||
    isRefused(request, value)
  );
}
