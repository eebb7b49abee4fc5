// One application on every host and runtime, each a process of its own, over real sockets.
// What the standalone server answers is held against what is written of it; what the others
// answer, against that, but for the rows of docs/reference/hosts.md.
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { PROBLEM } from "../http/rows.ts";
import { describeRows, testIfComplete } from "../support/matrix.ts";
import { testBodies } from "./bodies.ts";
import { cases } from "./cases.ts";
import type { Case } from "./cases.ts";
import { differenceOf, differences, misfit } from "./differences.ts";
import type { Difference } from "./differences.ts";
import { exchange, inTurn } from "./exchange.ts";
import type { Outcome } from "./exchange.ts";
import { testFaults } from "./faults.ts";
import { testIsolation } from "./isolation.ts";
import { launch } from "./launch.ts";
import { isLimited } from "./limits.ts";
import type { Running } from "./launch.ts";
import { pageTables } from "./page.ts";
import { Report } from "./report.ts";
import { runtimes } from "./runtimes.ts";
import type { Runtime } from "./runtimes.ts";
import { testStopping } from "./stopping.ts";

const TIMEOUT = 120_000;
const SHOWN = 300;

vi.setConfig({ testTimeout: TIMEOUT });

const [node] = runtimes;
const report = new Report(runtimes.map(({ name }) => name));
const alone = new Map<Case, Outcome>();
const met = new Map<Difference, Set<number>>();
let standalone: Running;

async function outcomesOf({ port }: Running): Promise<Map<Case, Outcome>> {
  const outcomes = await inTurn(cases, (sent) => exchange(port, sent));
  return new Map(outcomes.map((outcome, at) => [cases[at] as Case, outcome]));
}

beforeAll(async () => {
  standalone = await launch(node as Runtime);
  for (const [sent, outcome] of await outcomesOf(standalone)) {
    alone.set(sent, outcome);
  }
}, TIMEOUT);

afterAll(async () => {
  await standalone.end("SIGKILL");
  console.log(report.render());
});

describe("the standalone server", () => {
  test("answers as the rows of HTTP say", () => {
    for (const [{ name, row }, { status, headers, body }] of alone) {
      const given = new Headers(
        headers.map((line): [string, string] => [
          line.slice(0, line.indexOf(":")),
          line.slice(line.indexOf(":") + 1),
        ]),
      );
      if (row !== undefined) {
        expect([name, status]).toEqual([name, row.status]);
        for (const [field, value] of Object.entries(row.headers ?? {})) {
          if (field !== "connection") {
            expect([name, field, given.get(field)]).toEqual([name, field, value]);
          }
        }
        if (row.body !== undefined) {
          expect([name, body === "" ? "" : JSON.parse(body)]).toEqual([name, row.body]);
        }
        if (status >= 400 && body !== "") {
          expect([name, Object.fromEntries(given)]).toMatchObject([name, PROBLEM]);
        }
      }
    }
  });

  test("answers the contract as it is pinned", async () => {
    const written = [...alone]
      .filter(([{ row }]) => row === undefined)
      .map(([{ name }, { status, headers, body }]) =>
        [name, String(status), ...headers, shortened(body)].join("\n  "),
      );
    await expect(`${written.join("\n")}\n`).toMatchFileSnapshot("standalone.txt");
  });
});

const rows = runtimes.map((runtime) => [runtime.name, runtime] as const);

describeRows(rows, (runtime) => {
  let started: Running;
  const running = (): Running => started;
  beforeAll(async () => {
    started = runtime === node ? standalone : await launch(runtime);
  }, TIMEOUT);
  afterAll(async () => {
    await started.end("SIGKILL");
  });
  afterEach(({ task }) => {
    report.setTest(task.name, runtime.name, task.result?.state === "pass");
  });

  test(`answers ${cases.length} requests as the standalone server does`, async () => {
    const wrong: unknown[] = [];
    for (const [sent, outcome] of await outcomesOf(started)) {
      const fault = compare(runtime, sent, outcome);
      if (fault !== undefined) {
        wrong.push([sent.name, fault]);
        report.set(sent.name, runtime.name, "FAILED");
      }
    }
    expect(wrong).toEqual([]);
  });

  testIsolation(running);
  testBodies(running);
  testFaults(running);
  testStopping(running);
});

describe("docs/reference/hosts.md", () => {
  const page = readFileSync(new URL("../../docs/reference/hosts.md", import.meta.url), "utf8");

  test("has a line for each row that hosts are held to, and no other", () => {
    const lines = page.split("\n").filter((line) => line.startsWith("|"));
    expect(lines).toEqual(pageTables());
  });

  testIfComplete("has no row, and no status in one, that never holds", () => {
    for (const row of differences) {
      expect([row.requests, [...(met.get(row) ?? [])].toSorted((a, b) => a - b)]).toEqual([
        row.requests,
        row.alone,
      ]);
    }
  });
});

/** What is wrong with an answer. */
function compare(runtime: Runtime, sent: Case, outcome: Outcome): unknown {
  const expected = alone.get(sent) as Outcome;
  const same = JSON.stringify(outcome) === JSON.stringify(expected);
  const row = differenceOf(runtime, sent, expected);
  report.set(sent.name, runtime.name, same ? "same" : String(outcome.status || "none"));
  if (row === undefined) {
    return same || isLost(runtime, expected, outcome) ? undefined : { expected, outcome };
  }
  met.set(row, (met.get(row) ?? new Set()).add(expected.status));
  return same ? { listedAs: row.requests, outcome } : misfit(row.here, outcome);
}

// A 413 that its client did not live to see: it comes while a mebibyte is still written, and
// docs/reference/hosts.md has a row for where that ends the connection. Which of the two is a race.
function isLost(runtime: Runtime, expected: Outcome, { status }: Outcome): boolean {
  return status === 0 && expected.status === 413 && isLimited(runtime, "earlyAnswers");
}

function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}… ${text.length}` : text;
}
