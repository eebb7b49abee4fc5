// The cases are tests of each runner, and return their report to who calls them.
import { test as nodeTest } from "node:test";
import { expectTypeOf, test } from "vitest";
import type { CaseReport, ConformanceCase } from "./options.ts";

declare const one: ConformanceCase;

test("a case is a test of node:test and of vitest", () => {
  void nodeTest(one.name, one.run);
  void nodeTest(one.name, { timeout: one.timeout }, one.run);
  test(one.name, one.run);
  test(one.name, one.run, one.timeout);
  expectTypeOf(one.run()).toEqualTypeOf<Promise<CaseReport>>();
});
