// One step of a state case: a call with ids, and what it breaks.
import type { ContractEndpoint } from "bough/contract";
import { judge, type Breach } from "./judge.ts";
import type { Severity } from "./options.ts";
import type { CaseState, Session } from "./session.ts";
import type { RawCall } from "./raw-call.ts";
import type { SeenResponse } from "./sender.ts";
import type { Tested } from "./subject.ts";

export type Ids = Readonly<Record<string, unknown>>;

export interface Step {
  readonly session: Session;
  readonly state: CaseState;
}

export interface Made {
  readonly call: RawCall;
  readonly response: SeenResponse;
  readonly body: unknown;
}

export async function callOf({ session, state }: Step, tested: Tested, ids: Ids): Promise<Made> {
  const { call, values } = await session.validCall(tested, session.seed, ids);
  const response = await session.send(call, state, tested.described);
  return { call, response, body: values.body };
}

export function add(
  { session, state }: Step,
  {
    call,
    message,
    rule,
  }: { readonly call: RawCall; readonly message: string; readonly rule: string },
  severity: Severity = "must",
): void {
  const breach: Breach = { severity, rule, source: "the tree of the declaration", message };
  const key = `${severity} ${rule}`;
  if (!state.findings.has(key)) {
    state.findings.set(key, session.finding(breach, call));
  }
}

export async function checkFits(
  { session, state }: Step,
  endpoint: ContractEndpoint,
  { call, response }: { readonly call: RawCall; readonly response: SeenResponse },
): Promise<void> {
  const { validator } = await session.values();
  for (const breach of judge(endpoint, response, validator).breaches) {
    state.findings.set(`${breach.severity} ${breach.rule}`, session.finding(breach, call));
  }
}

// An id of a path is a string, and that of a body may be a number.
export function shownId(id: unknown): string {
  return typeof id === "string" ? id : (JSON.stringify(id) ?? "");
}
