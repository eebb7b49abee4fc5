// What every server owes, whatever its endpoints do.
import type { ContractEndpoint } from "bough/contract";
import type { Severity } from "./options.ts";
import type { RawCall } from "./raw-call.ts";
import { isJson } from "./request-texts.ts";
import type { SeenResponse } from "./sender.ts";
import type { CaseState, Session } from "./session.ts";
import type { Tested } from "./subject.ts";
import { type Row, send, report, refuse5xx } from "./row.ts";
import { checkRepeated } from "./key-rows.ts";
import { checkPages } from "./page-rows.ts";
import { checkCredentials } from "./credential-rows.ts";
import { checkVersions } from "./version-rows.ts";

/** No server knows it. */
const MADE_UP = "BREW";

export async function checkRows(session: Session, tested: Tested, state: CaseState): Promise<void> {
  const ids = await session.knownIds(tested, state);
  const { call, values } = await session.validCall(tested, session.seed, ids);
  const row: Row = { session, tested, state, call };
  await session.reach(tested, call, state);
  await checkBodies(row);
  await checkMediaTypes(row);
  await checkMethods(row);
  await checkHeadAndTag(row);
  await checkCredentials(row);
  await checkRepeated(row, values);
  await checkVersions(row);
  await checkPages(row, values);
}

const utf8 = new TextEncoder();

async function checkBodies(row: Row): Promise<void> {
  const { call, tested, session } = row;
  const [content] = tested.described.request?.content ?? [];
  if (content === undefined || !isJson(content) || call.body === undefined) {
    return;
  }
  const cases: readonly (readonly [string, Uint8Array])[] = [
    ["broken JSON", utf8.encode('{"a": ')],
    ["a body that is not JSON", utf8.encode("\u{1F9D1} not JSON")],
    ["JSON that is not UTF-8", new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
  ];
  for (const [what, body] of cases) {
    const broken = { ...call, body };
    const response = await send(row, broken);
    if (!refuse5xx(row, broken, response, what) && response.status < 300) {
      const found = `responded ${response.status} to ${what}`;
      report(row, broken, {
        severity: "should",
        rule: `400 for ${what}`,
        source: "RFC 9110 15.5.1",
        what: found,
      });
    }
  }
  await checkSize(row, session.subject.contract.limits?.["body"]);
}

const MOST_SENT = 4_000_000;

async function checkSize(row: Row, server: number | undefined): Promise<void> {
  const limit = row.tested.described.limits?.["body"] ?? server;
  if (limit === undefined || limit > MOST_SENT) {
    return;
  }
  const call = { ...row.call, body: utf8.encode(`"${"a".repeat(limit)}"`) };
  const response = await send(row, call);
  if (!refuse5xx(row, call, response, "a body over the limit") && response.status !== 413) {
    const what = `responded ${response.status} to ${limit + 2} bytes, and its limit is ${limit}`;
    report(row, call, {
      severity: "should",
      rule: "413 over a declared limit",
      source: "RFC 9110 15.5.14",
      what,
    });
  }
}

async function checkMediaTypes(row: Row): Promise<void> {
  const { call, tested } = row;
  const { request, responses = [] } = tested.described;
  if (
    call.body !== undefined &&
    !(request?.content ?? []).some(({ mediaType }) => mediaType.includes("*"))
  ) {
    const unknown = {
      ...call,
      headers: { ...call.headers, "content-type": "application/x-unknown" },
    };
    const response = await send(row, unknown);
    if (!refuse5xx(row, unknown, response, "an unknown Content-Type") && response.status !== 415) {
      const what = `responded ${response.status} to Content-Type application/x-unknown`;
      report(row, unknown, {
        severity: "should",
        rule: "415 for a media type that is not declared",
        source: "RFC 9110 15.5.16",
        what,
      });
    }
  }
  const types = responses.flatMap(({ content }) => content.map(({ mediaType }) => mediaType));
  if (types.length > 0 && !types.some((type) => type.includes("*"))) {
    const picky = { ...call, headers: { ...call.headers, accept: "application/x-unknown" } };
    const response = await send(row, picky);
    if (!refuse5xx(row, picky, response, "an Accept that nothing fits") && response.status < 300) {
      const what = `responded ${response.status} to Accept: application/x-unknown`;
      report(row, picky, {
        severity: "should",
        rule: "406 for an Accept that nothing fits",
        source: "RFC 9110 15.5.7",
        what,
      });
    }
  }
}

async function checkMethods(row: Row): Promise<void> {
  if (!row.session.writes) {
    return;
  }
  const { body: _, ...bare } = row.call;
  const call = { ...bare, method: MADE_UP };
  const response = await send(row, call);
  const what = `responded ${response.status} to the method ${MADE_UP}`;
  if (refuse5xx(row, call, response, "a made-up method")) {
    return;
  }
  // A parser that does not know the method responds 400, as Node's does.
  const isRefused = [400, 405, 501].includes(response.status);
  const allowed = response.headers.get("allow");
  if (!isRefused) {
    report(row, call, {
      severity: "should",
      rule: "405 for a method that no endpoint has",
      source: "RFC 9110 15.5.6",
      what,
    });
  } else if (response.status === 405 && !hasMethod(allowed, row.tested.described)) {
    const found = `${what} with Allow: ${allowed ?? "none"}`;
    report(row, call, {
      severity: "should",
      rule: "405 lists the methods in Allow",
      source: "RFC 9110 15.5.6",
      what: found,
    });
  }
}

function hasMethod(allow: string | null, { method }: ContractEndpoint): boolean {
  return (allow ?? "").split(",").some((one) => one.trim() === method);
}

async function checkHeadAndTag(row: Row): Promise<void> {
  const { call, tested } = row;
  if (tested.described.method !== "GET") {
    return;
  }
  const response = await send(row, call);
  if (response.status >= 300 || response.isCut) {
    return;
  }
  if (!hasHead(row)) {
    await checkHead(row, response);
  }
  const tag = response.headers.get("etag");
  if (tag !== null && tested.described.conditional === undefined) {
    const conditional = { ...call, headers: { ...call.headers, "if-none-match": tag } };
    const again = await send(row, conditional);
    if (!refuse5xx(row, conditional, again, "If-None-Match") && again.status !== 304) {
      const what = `responded ${again.status} to If-None-Match with its own ETag ${tag}`;
      report(row, conditional, {
        severity: "should",
        rule: "an ETag revalidates",
        source: "RFC 9110 13.1.2",
        what,
      });
    }
  }
}

// A HEAD that the API declares has its own responses.
function hasHead({ session, call }: Row): boolean {
  return session.subject.find("HEAD", session.pathOf(call.url))?.endpoint.method === "HEAD";
}

async function checkHead(row: Row, response: SeenResponse): Promise<void> {
  const head = { ...row.call, method: "HEAD" };
  const seen = await send(row, head);
  const type = seen.headers.get("content-type");
  if (
    !refuse5xx(row, head, seen, "HEAD") &&
    (seen.status !== response.status || type !== response.headers.get("content-type"))
  ) {
    const what = `responded ${seen.status} with Content-Type ${type ?? "none"} to HEAD, and ${response.status} with ${response.headers.get("content-type") ?? "none"} to GET`;
    report(row, head, {
      severity: "should",
      rule: "HEAD is like GET",
      source: "RFC 9110 9.3.2",
      what,
    });
  }
}

/** The row of the server as a whole: what it does for a path that nobody has. */
export async function checkUnknownPath(session: Session, state: CaseState): Promise<void> {
  const url = new URL(`${session.base}/no-such-path-${session.seed.toString(36)}/of-this-api`);
  const call: RawCall = { method: "GET", url, headers: {} };
  if (session.subject.find("GET", session.pathOf(url)) !== undefined) {
    state.notGenerated.add("the API has an endpoint for every path");
    return;
  }
  const { status } = await session.send(call, state);
  const add = (severity: Severity, rule: string): void => {
    const breach = {
      severity,
      rule,
      source: "RFC 9110 15.5.5",
      message: `GET ${url.pathname} responded ${status}, and no endpoint has this path`,
    };
    state.findings.set(rule, session.finding(breach, call));
  };
  if (status >= 500) {
    add("must", "no 5xx for an unknown path");
  } else if (status !== 404) {
    add("should", "404 for an unknown path");
  }
}
