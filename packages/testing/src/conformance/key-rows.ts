// What a server owes whose calls may be repeated: the first response for the same key, and none for another request.
import type { RawCall } from "./raw-call.ts";
import { isSame, refuse5xx, report, type Row } from "./row.ts";
import type { SeenResponse } from "./sender.ts";
import type { CallValues } from "./valid-calls.ts";

const SOURCE = "draft-ietf-httpapi-idempotency-key-header-07";
const REUSED = 422;

/** Repeats a call, reuses its key, and sends malformed keys. */
export async function checkRepeated(row: Row, values: CallValues): Promise<void> {
  const { idempotent } = row.tested.described;
  if (idempotent === undefined) {
    return;
  }
  const { call } = row;
  const [first, second] = [await withKey(row, call), await withKey(row, call)];
  if (first.status < 300 && (first.status !== second.status || !isSame(first.body, second.body))) {
    const what = `responded ${first.status} and then ${second.status} with another body to the same Idempotency-Key`;
    report(row, call, {
      severity: "must",
      rule: "a repeated call gets the first response",
      source: SOURCE,
      what: first.status === second.status ? what : what.replace(" with another body", ""),
    });
  }
  if (first.status < 300) {
    await checkReused(row, values);
  }
  const { "idempotency-key": _, ...headers } = call.headers;
  const wrong: readonly (readonly [what: string, headers: RawCall["headers"]])[] = [
    ...(idempotent.required ? [["without an Idempotency-Key", headers] as const] : []),
    ["with a key of 256 characters", { ...headers, "idempotency-key": "k".repeat(256) }],
    ["with a key that is not ASCII", { ...headers, "idempotency-key": "k\u00e9y" }],
  ];
  for (const [what, given] of wrong) {
    const broken = { ...call, headers: given, code: undefined };
    const response = await withKey(row, broken);
    if (!refuse5xx(row, broken, response, `a call ${what}`) && response.status < 300) {
      const found = `responded ${response.status} ${what}`;
      const rule = `400 ${what}`;
      report(row, broken, { severity: "should", rule, source: SOURCE, what: found });
    }
  }
}

/** The same key with another body. */
async function checkReused(row: Row, { ids }: CallValues): Promise<void> {
  const { call, session, tested } = row;
  const { call: other } = await session.validCall(tested, session.seed + 1, ids);
  if (call.body === undefined || other.body === undefined || isSame(call.body, other.body)) {
    return;
  }
  const reused = { ...call, body: other.body, code: undefined };
  const response = await withKey(row, reused);
  const what = "another body with the same Idempotency-Key";
  if (refuse5xx(row, reused, response, what) || response.status === REUSED) {
    return;
  }
  report(row, reused, {
    severity: response.status < 300 ? "must" : "should",
    rule: "422 for a key of another request",
    source: SOURCE,
    what: `responded ${response.status} to ${what}`,
  });
}

// Other calls have a new key each.
function withKey({ session, state, tested }: Row, call: RawCall): Promise<SeenResponse> {
  return session.send(call, state, tested.described, { isRepeated: true });
}
