import { describe, expect, test } from "vitest";
import { dearestFiles, overBudget, type FileTime } from "./dearest-files-reporter.ts";

const times: readonly FileTime[] = [
  { file: "a.test.ts", project: "core", seconds: 0.24 },
  { file: "b.test.ts", project: "core", seconds: 15.4 },
  { file: "c.test.ts", project: "packed", seconds: 60 },
];

describe("the reporter of the dearest files", () => {
  test("prints the sum, and the dearest first", () => {
    expect(dearestFiles(times)).toEqual([
      "\nProcessor time: 76 s in 3 files. The most expensive:",
      "   60.0 s  c.test.ts",
      "   15.4 s  b.test.ts",
      "    0.2 s  a.test.ts",
    ]);
    expect(dearestFiles(Array.from({ length: 30 }, () => times[0] as FileTime))).toHaveLength(11);
  });

  test("finds each file over the budget, but not in a slow step", () => {
    expect(overBudget(times, { seconds: 15, excepted: ["packed"] })).toEqual([
      "b.test.ts: 15.4 s of processor time, but a file may take 15 s: make it cheaper, or give it to a step in .ci/steps.mjs",
    ]);
    expect(overBudget(times, { seconds: Infinity, excepted: [] })).toEqual([]);
  });

  test("allows a twentieth of all on a slow machine", () => {
    const others = Array.from({ length: 20 }, () => ({ ...times[1]!, seconds: 15 }));
    expect(overBudget([times[1]!, ...others], { seconds: 15, excepted: [] })).toEqual([]);
    const dear = { ...times[1]!, seconds: 17 };
    expect(overBudget([dear, ...others], { seconds: 15, excepted: [] })).toHaveLength(1);
  });
});
