// One endpoint whose rows are checked, and how a broken rule of it is reported.
import type { Breach } from "./judge.ts";
import type { Severity } from "./options.ts";
import type { RawCall } from "./raw-call.ts";
import type { SeenResponse } from "./sender.ts";
import type { CaseState, Session } from "./session.ts";
import type { Tested } from "./subject.ts";

export interface Row {
  readonly session: Session;
  readonly tested: Tested;
  readonly state: CaseState;
  readonly call: RawCall;
}

export async function send({ session, state, tested }: Row, call: RawCall): Promise<SeenResponse> {
  return session.send({ ...call, code: undefined }, state, tested.described);
}

interface Broken {
  readonly severity: Severity;
  readonly rule: string;
  readonly source: string;
  readonly what: string;
}

export function report({ session, state, tested }: Row, call: RawCall, broken: Broken): void {
  const { severity, rule, source, what } = broken;
  const breach: Breach = { severity, rule, source, message: `${tested.described.key} ${what}` };
  state.findings.set(`${severity} ${rule}`, session.finding(breach, { ...call, code: undefined }));
}

export function refuse5xx(row: Row, call: RawCall, response: SeenResponse, what: string): boolean {
  if (response.status < 500 || response.status === 501) {
    return false;
  }
  const found = `responded ${response.status} to ${what}`;
  report(row, call, {
    severity: "must",
    rule: `no 5xx for ${what}`,
    source: "RFC 9110 15.6",
    what: found,
  });
  return true;
}

/** Whether two bodies have the same bytes. */
export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
