// The reports of a comparison: what is the same at several endpoints is told once, and accepted with one entry.
import type { Contract } from "bough/contract";
import { compareContracts } from "bough-diff";
import { describe, expect, test } from "vitest";
import { object, sending } from "../../../../test/support/small-contract.ts";
import type { Intended } from "./intended.ts";
import { markdownReport } from "./markdown.ts";
import { outcomeOf, type Outcome } from "./outcome.ts";
import { reportText, type Report } from "./report-text.ts";

const text = { type: "string" };
const User = object({ name: text, nick: text }, ["name", "nick"]);

/** Three endpoints of one type: two respond with it, and one with a list. */
function apiOf(user: typeof User): Contract {
  const { endpoints, components } = sending({ $ref: "#/components/schemas/User" });
  const [list] = sending({ type: "array", items: { $ref: "#/components/schemas/User" } }).endpoints;
  return {
    format: 1,
    endpoints: ["GET /a", "GET /b", "GET /c"].map((key, index) => ({
      ...(index < 2 ? endpoints[0]! : list!),
      key,
    })),
    components: { ...components, schemas: { User: user } },
  };
}

function outcome(after: typeof User, ...ids: readonly string[]): Outcome {
  const intended = new Map(
    ids.map((id): [string, Intended] => [id, { id, because: "b", date: "d" }]),
  );
  return outcomeOf(compareContracts(apiOf(User), apiOf(after)), {
    policy: { failOn: "breaking", unknown: "pass", intended },
    title: "t",
    since: undefined,
    notes: [],
  });
}

const reportOf = (...outcomes: readonly Outcome[]): Report => ({
  outcomes,
  hints: [],
  intendedPath: "api.changes.json",
  on: new Date("2026-11-26"),
});

describe("a change of a type that several endpoints share", () => {
  const after = object({ name: text }, ["name"]);
  const id = "response-member-removed everywhere: clients that read nick find nothing 09f9ad63";

  test("is told once as text", () => {
    expect(reportText(reportOf(outcome(after))).split("\n")).toEqual([
      "3 endpoints: GET /a, GET /b, GET /c",
      "  breaking  response 200, application/json, /nick: clients that read nick find nothing",
      "            why: the old schema promises it in each response",
      "            remedy: keep it, deprecated, until clients no longer read it",
      '            example: {"name":""}, which only the new contract allows',
      `            to intend it, add to api.changes.json: { "id": "${id}", "because": "", "date": "2026-11-26" }`,
      "t: 3 breaking in 3 common endpoints",
      "this needs a major version",
      "",
    ]);
  });

  test("is told once in Markdown, with one entry and only the example as code", () => {
    const markdown = markdownReport(reportOf(outcome(after)));
    expect(markdown).toContain('example: `{"name":""}`, which only the new contract allows\n');
    expect(markdown).toContain("- at `GET /a`, `GET /b`, `GET /c`");
    expect(markdown.match(/"id"/g)).toHaveLength(1);
    expect(markdown).toContain(id);
  });

  test("is accepted everywhere by one entry, and nothing else is", () => {
    expect(outcome(after, id).fails).toBe(false);
    expect(outcome(object({ nick: text }, ["nick"]), id).fails).toBe(true);
  });

  test("is told apart where one endpoint accepts it alone", () => {
    const [first] = outcome(after).changes;
    const report = reportText(reportOf(outcome(after, first!.id)));
    expect(report).toContain("GET /a\n");
    expect(report).toContain("intended since d: b");
    expect(report).toContain("2 endpoints: GET /b, GET /c\n");
  });
});

test("one common endpoint is not several", () => {
  const one = compareContracts(sending(text), sending(text));
  const policy = { failOn: "any", unknown: "pass", intended: new Map() } as const;
  const equal = outcomeOf(one, { policy, title: "t", since: undefined, notes: [] });
  expect(markdownReport(reportOf(equal))).toContain("no changes in 1 common endpoint\n");
});
