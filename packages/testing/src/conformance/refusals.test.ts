// Servers that refuse everything, each in its way: none of them is green.
import {
  apiKey,
  bearer,
  cookie,
  del,
  dynamicResource,
  failure,
  get,
  noBody,
  post,
  rootResource,
  string,
} from "bough";
import { authenticate, createServer } from "bough/server";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { conformance } from "./conformance.ts";
import type { ConformanceOptions } from "./options.ts";

const Token = bearer("token");
const Cookie = apiKey("cookie", { cookie: "sid" });
const Closed = failure("closed", 403);
const Text = z.object({ text: z.string() });

const api = rootResource("v1", {
  read: get("note").security(Token).response(Text),
  write: post("note").security(Token).request(Text).response(Text).failure(Closed),
  open: get("open").response(Text),
});

/** The outcome of each case: the error's first line, why it was skipped, or "ok". */
async function outcomesOf(
  fetch: (request: Request) => Promise<Response>,
  options: Partial<ConformanceOptions> = {},
  tree: Parameters<typeof conformance>[0] = api,
) {
  const cases = conformance(tree, {
    baseUrl: "http://localhost",
    credentials: { token: "s3cret" },
    writes: true,
    runs: 3,
    seed: 1,
    fetch,
    ...options,
  });
  const outcomes: Record<string, string> = {};
  for (const one of cases) {
    const skipped: string[] = [];
    outcomes[one.name] = await one.run({ skip: (reason: string) => skipped.push(reason) }).then(
      (report) => skipped[0] ?? report.findings[0]?.message ?? "ok",
      (error: unknown) => `FAIL ${String(Object(error).message).split("\n")[0]}`,
    );
  }
  return { outcomes, report: cases.report() };
}

function always(status: number, body: object = {}) {
  const headers = { "content-type": "application/problem+json" };
  return async (): Promise<Response> => new Response(JSON.stringify(body), { status, headers });
}

describe("a server that refuses everything", () => {
  test.each([401, 403])(
    "with %i fails for each valid call that has a credential",
    async (status) => {
      const { outcomes, report } = await outcomesOf(always(status));
      expect(outcomes["read: valid calls"]).toBe(
        `FAIL GET /v1/note responded ${status} to a valid call with its credential`,
      );
      expect(outcomes["read: what servers owe"]).toBe("no valid call got a declared response");
      expect(outcomes["open: valid calls"]).toBe(`every valid call was refused (${status}: 3)`);
      expect(outcomes["write: invalid calls"]).toBe("no valid call got a declared response");
      expect(outcomes["reached endpoints"]).toMatch(
        /^FAIL not reached: read: every valid call was/,
      );
      expect(report.unreached).toHaveLength(3);
    },
  );

  test.each([400, 404, 405, 415, 429])("with %i reaches nothing", async (status) => {
    const { outcomes, report } = await outcomesOf(always(status));
    const { "unknown paths": _, "reached endpoints": last, ...others } = outcomes;
    expect(new Set(Object.values(others))).toEqual(
      new Set([
        `every valid call was refused (${status}: 3)`,
        "no valid call got a declared response",
      ]),
    );
    expect(last).toMatch(/^FAIL not reached: read: /);
    expect(report.unreached).toHaveLength(3);
  });

  test.each([500, 501, 503])("with %i fails", async (status) => {
    const { outcomes } = await outcomesOf(always(status));
    expect(outcomes["open: valid calls"]).toMatch(`FAIL the server responded ${status}`);
    expect(outcomes["reached endpoints"]).toMatch(/^FAIL not reached: /);
  });

  test("with a declared failure reaches no endpoint", async () => {
    const body = { type: "urn:problem-type:closed", title: "Closed", status: 403 };
    const { outcomes, report } = await outcomesOf(always(403, body));
    expect(outcomes["write: valid calls"]).toBe("ok");
    expect(outcomes["reached endpoints"]).toMatch(/^FAIL not reached: /);
    expect(report.unreached).toContain("write: every valid call was refused (403: 3)");
  });
});

describe("a session", () => {
  const tree = rootResource(
    "v1",
    { security: [Cookie] },
    {
      leave: post("leave").response(noBody, { cookies: { sid: cookie(string()) } }),
      end: del("session"),
      read: get("note").response(Text),
    },
  );

  /** A server whose sessions end. `asked` counts the credentials that were asked for. */
  function started(isBroken = false) {
    const sessions = new Set<string>();
    const asked: string[] = [];
    const server = createServer();
    const view = server.secured([
      authenticate(Cookie, (sid) => (sessions.has(sid) ? { sid } : undefined)),
    ]);
    view.route(tree, {
      read: () => ({ text: "a" }),
      end: ({ principal }) => void sessions.delete(principal.sid),
      leave: ({ principal, respond }) => {
        sessions.delete(principal.sid);
        return respond(undefined, { cookies: { sid: null } });
      },
    });
    const signIn = async (): Promise<string> => {
      const sid = `sid-${asked.length}`;
      asked.push(sid);
      if (!isBroken) sessions.add(sid);
      return sid;
    };
    const fetch = async (request: Request): Promise<Response> => server.fetch(request);
    return { asked, signIn, fetch };
  }

  test("ends in the last cases, after what removes", () => {
    const text = dynamicResource("text", { erase: del(), find: get().response(Text) });
    const texts = dynamicResource("texts", { clear: del(), text });
    const others = rootResource("v1", { end: del("session"), clear: del(), texts });
    const order = conformance(others, { baseUrl: "http://localhost", writes: true });
    expect([...new Set(order.map(({ endpoint }) => endpoint))].filter(Boolean)).toEqual([
      "texts.text.find",
      "texts.text.erase",
      "texts.clear",
      "clear",
      "end",
    ]);
    const cases = conformance(tree, { baseUrl: "http://localhost", writes: true });
    expect(cases.map(({ endpoint }) => endpoint).filter(Boolean)).toEqual([
      "read",
      "read",
      "leave",
      "leave",
      "end",
      "end",
    ]);
  });

  test("is asked for again after a 401", async () => {
    const { asked, signIn, fetch } = started();
    const { outcomes, report } = await outcomesOf(fetch, { credentials: { cookie: signIn } }, tree);
    expect(new Set(Object.values(outcomes))).toEqual(new Set(["ok"]));
    expect(report.unreached).toEqual([]);
    expect(asked.length).toBeGreaterThan(2);
  });

  test("that is refused again is asked for once", async () => {
    const { asked, signIn, fetch } = started(true);
    const { outcomes } = await outcomesOf(fetch, { credentials: { cookie: signIn } }, tree);
    expect(outcomes["read: valid calls"]).toMatch(/^FAIL .* 401 to a valid call/);
    expect(asked).toEqual(["sid-0", "sid-1"]);
  });

  test("that is a text ends once, and the report says what to pass", async () => {
    const { signIn, fetch } = started();
    const { outcomes, report } = await outcomesOf(
      fetch,
      { credentials: { cookie: await signIn() } },
      tree,
    );
    expect(outcomes["leave: valid calls"]).toBe("ok");
    expect(report.unreached).toEqual([
      "end: every valid call was refused (401: 3); the session has ended: pass its credential as a function",
    ]);
  });
});
