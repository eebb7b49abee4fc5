// Servers with seeded faults, and servers without.
import {
  conformance,
  ConformanceError,
  type ConformanceOptions,
  type Finding,
} from "bough-testing/conformance";
import { describe, expect, test } from "vitest";
import { isComplete } from "../support/matrix.ts";
import { api, TOKEN } from "./api.ts";
import { FAULTS } from "./handlers.ts";
import { BOUGH_FAULTS, BY_HAND, ON_HOSTS, onBough, onHono, type Running } from "./servers.ts";

const limit = 120_000;

/** What the cases of a server throw. */
async function failuresOf(
  running: Running,
  options: Partial<ConformanceOptions>,
): Promise<readonly string[]> {
  const { baseUrl, fetch } = running;
  const failures: string[] = [];
  const all = {
    baseUrl,
    ...(fetch && { fetch }),
    credentials: { token: TOKEN },
    writes: true,
    seed: 1,
    ...options,
  };
  for (const one of conformance(api, all)) {
    try {
      await one.run();
    } catch (error) {
      if (!(error instanceof ConformanceError)) throw error;
      failures.push(`${one.name}\n${error.message}`);
    }
  }
  return failures;
}

async function failuresOn(start: () => Promise<Running>, options: Partial<ConformanceOptions>) {
  const running = await start();
  try {
    return await failuresOf(running, options);
  } finally {
    await running.close();
  }
}

describe("a server without faults", () => {
  // `RUNS=800` makes 10,000 calls to each server.
  const runs = Number(process.env["RUNS"] ?? (isComplete ? 50 : 15));

  test.each(BY_HAND)(
    "on %s keeps every rule that it must",
    { timeout: limit * 5 },
    async (_, start) => {
      expect(await failuresOn(() => start(), { runs })).toEqual([]);
    },
  );

  test.each(ON_HOSTS)("with %s keeps every rule", { timeout: limit * 5 }, async (_, start) => {
    expect(await failuresOn(start, { runs, strict: true })).toEqual([]);
  });
});

/** Rules that the servers by hand break without a fault, because their frameworks do. */
const KNOWN =
  /^(?:405 |415 |406 |413 |400 for |an ETag|no 2xx for an invalid call \((?:coercion|members)|a declared failure)/;

/** The first rule that a server breaks beyond those. */
async function firstRuleOf(running: Running): Promise<string | undefined> {
  const { baseUrl, fetch } = running;
  const options = { baseUrl, ...(fetch && { fetch }), credentials: { token: TOKEN }, seed: 1 };
  for (const one of conformance(api, { ...options, writes: true, runs: 50 })) {
    let findings: readonly Finding[];
    try {
      ({ findings } = await one.run());
    } catch (error) {
      if (!(error instanceof ConformanceError)) throw error;
      ({ findings } = error);
    }
    const found = findings.find(({ rule }) => !KNOWN.test(rule));
    if (found !== undefined) return `${one.name}: ${found.rule}`;
  }
  return undefined;
}

describe("seeded faults", () => {
  const byHand = FAULTS.map((fault, index) => {
    const [name, start] = BY_HAND[index % BY_HAND.length] ?? ["", onHono];
    return [`${name}: ${fault}`, () => start(fault)] as const;
  });
  const none = [...BY_HAND.map(([, start]) => start), onBough];
  const ours = BOUGH_FAULTS.map((fault) => [`Bough: ${fault}`, () => onBough(fault)] as const);
  const all = [...byHand, ...ours];
  // A run of everything needs minutes.
  const tested = isComplete ? all : all.filter((_, index) => index % 8 === 2);

  test("are all that is found", { timeout: limit * 2 }, async () => {
    for (const start of none) {
      const running = await start();
      expect(await firstRuleOf(running)).toBe(undefined);
      await running.close();
    }
  });

  test(`are found: at least 95 % of ${all.length}`, { timeout: limit * 8 }, async () => {
    const missed: string[] = [];
    for (const [name, start] of tested) {
      const running = await start();
      const found = await firstRuleOf(running);
      await running.close();
      if (process.env["SHOW_FAULTS"]) console.log(name, "->", found);
      if (found === undefined) missed.push(name);
    }
    expect(all.length).toBeGreaterThanOrEqual(60);
    expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(Math.floor(tested.length * 0.05));
  });
});
