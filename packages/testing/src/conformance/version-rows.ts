// What a server owes whose endpoint is declared as conditional: a tag that stays, 304 for whom has it, and no change by
// whom has not seen it.
import type { RawCall } from "./raw-call.ts";
import { isSame, refuse5xx, report, send, type Row } from "./row.ts";
import type { SeenResponse } from "./sender.ts";

/** No resource has this version. */
export const UNKNOWN = '"bough-testing-no-version"';
const STRONG = /^"[!#-~\u0080-\uFFFF]*"$/;
/** The server did not look at the version. */
const EARLIER = new Set([401, 403, 404, 429]);

export async function checkVersions(row: Row): Promise<void> {
  const { conditional, method } = row.tested.described;
  if (conditional !== undefined) {
    await (method === "GET" ? checkTags(row) : checkPreconditions(row));
  }
}

/** The tag of a GET, and what the server does with it. */
export async function checkTags(row: Row): Promise<void> {
  const { call } = row;
  const first = await send(row, call);
  if (first.status >= 300 || first.isCut) {
    return;
  }
  const tag = first.headers.get("etag");
  if (tag === null || !STRONG.test(tag)) {
    report(row, call, {
      severity: "must",
      rule: "a conditional response has a strong ETag",
      source: "RFC 9110 8.8.3",
      what: `responded ${first.status} with ETag: ${tag ?? "none"}`,
    });
    return;
  }
  const again = await send(row, call);
  const other = again.headers.get("etag");
  if (other !== tag && isSame(first.body, again.body)) {
    report(row, call, {
      severity: "must",
      rule: "an ETag changes with its content only",
      source: "RFC 9110 8.8.1",
      what: `responded with ETag ${tag} and then ${other ?? "none"} to the same request, and its content is the same`,
    });
    return;
  }
  const cases: readonly (readonly [what: string, tags: string, status: number])[] = [
    ["its own ETag", tag, 304],
    ["its own ETag as a weak one", `W/${tag}`, 304],
    ["a list with its own ETag", `${UNKNOWN}, ${tag}`, 304],
    ["*", "*", 304],
    ["another ETag", UNKNOWN, first.status],
  ];
  for (const [what, tags, status] of cases) {
    const asked = withHeaders(call, { "if-none-match": tags });
    const response = await send(row, asked);
    if (!refuse5xx(row, asked, response, "If-None-Match") && response.status !== status) {
      report(row, asked, {
        severity: "must",
        rule: `${status === 304 ? "304" : "the content"} for If-None-Match with ${what}`,
        source: "RFC 9110 13.1.2",
        what: `responded ${response.status} to If-None-Match: ${tags}, and its ETag is ${tag}`,
      });
    } else if (response.status === 304) {
      checkNotModified(row, asked, response);
    }
  }
  await checkMalformed(row, "if-none-match");
}

function checkNotModified(row: Row, call: RawCall, { headers, body }: SeenResponse): void {
  const source = "RFC 9110 15.4.5";
  if (body.length > 0) {
    const what = `responded 304 with a body of ${body.length} bytes`;
    report(row, call, { severity: "must", rule: "a 304 has no body", source, what });
  }
  if (!headers.has("etag")) {
    report(row, call, {
      severity: "must",
      rule: "a 304 has the ETag",
      source,
      what: "responded 304 without ETag",
    });
  }
  // Most programs cannot see a body behind a 304, but see what describes it.
  const type = headers.get("content-type");
  if (type !== null) {
    const what = `responded 304 with Content-Type: ${type}`;
    report(row, call, { severity: "should", rule: "a 304 describes no content", source, what });
  }
}

/** Writes without a version, with an unknown one, and with a malformed one. */
async function checkPreconditions(row: Row): Promise<void> {
  const { call, tested } = row;
  if (tested.described.conditional?.required === true) {
    const bare = withHeaders(call, {});
    const response = await send(row, bare);
    checkRefusal(row, bare, { response, status: 428, what: "a change without If-Match" });
  }
  const stale = withHeaders(call, { "if-match": UNKNOWN });
  const response = await send(row, stale);
  checkRefusal(row, stale, { response, status: 412, what: "a change of another version" });
  await checkMalformed(row, "if-match");
}

async function checkMalformed(row: Row, name: string): Promise<void> {
  const broken = withHeaders(row.call, { [name]: "no-quotes" });
  const response = await send(row, broken);
  checkRefusal(row, broken, { response, status: 400, what: `a malformed tag in ${name}` });
}

interface Refusal {
  readonly response: SeenResponse;
  readonly status: number;
  readonly what: string;
}

/** A change that must not be made. A server may have other reasons to refuse it. */
export function checkRefusal(row: Row, call: RawCall, { response, status, what }: Refusal): void {
  if (refuse5xx(row, call, response, what)) {
    return;
  }
  const { method, failures = [] } = row.tested.described;
  const isMade = response.status < 300;
  const isExplained =
    response.status === status ||
    // A server may have one status for all invalid requests.
    (status === 400 && response.status === 422) ||
    EARLIER.has(response.status) ||
    failures.some((one) => one.status === response.status);
  if (isMade || !isExplained) {
    report(row, call, {
      severity: isMade && method !== "GET" ? "must" : "should",
      rule: `${status} for ${what}`,
      source: status === 428 ? "RFC 6585 3" : "RFC 9110 13.1.1",
      what: `responded ${response.status} to ${what}`,
    });
  }
}

/** A call with other preconditions. */
export function withHeaders(
  call: RawCall,
  preconditions: Readonly<Record<string, string>>,
): RawCall {
  const { "if-match": _, "if-none-match": __, ...headers } = call.headers;
  return { ...call, headers: { ...headers, ...preconditions }, code: undefined };
}
