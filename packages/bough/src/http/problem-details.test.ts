import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PROBLEM_MEDIA_TYPE, PROBLEM_MEMBERS, readProblem } from "./problem-details.ts";

describe("readProblem", () => {
  test("P3: keeps the standard's members and extensions", () => {
    const problem = {
      type: "https://example.test/out-of-credit",
      title: "Out of credit",
      status: 403,
      detail: "30 needed",
      instance: "/account/1",
      balance: 12,
      accounts: ["/account/1"],
    };
    expect(readProblem(problem)).toEqual(problem);
  });

  test("P1: the type defaults to about:blank", () => {
    expect(readProblem({})).toEqual({ type: "about:blank" });
  });

  test("P3: ignores members of the wrong JSON type", () => {
    const problem = { type: 1, title: null, status: "404", detail: {}, instance: [], code: 7 };
    expect(readProblem(problem)).toEqual({ type: "about:blank", code: 7 });
  });

  test.each([null, undefined, "text", 1, true, [], [{}]])("%j is no problem", (value) => {
    expect(readProblem(value)).toBeUndefined();
  });

  test("E1: a member named __proto__ reaches no prototype", () => {
    const problem = readProblem(JSON.parse('{"__proto__":{"status":418},"title":"t"}'));
    expect(Object.getPrototypeOf(problem)).toBe(Object.prototype);
    expect(problem?.status).toBeUndefined();
    expect(Object.keys(problem ?? {})).toContain("__proto__");
  });

  test("E2: names of Object.prototype are not reserved", () => {
    expect(readProblem({ toString: 1, constructor: 2 })).toMatchObject({
      toString: 1,
      constructor: 2,
    });
  });

  test("never throws", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const problem = readProblem(value);
        if (problem) expect(typeof problem.type).toBe("string");
      }),
    );
  });

  test("the constants are the standard's", () => {
    expect(PROBLEM_MEDIA_TYPE).toBe("application/problem+json");
    expect([...PROBLEM_MEMBERS]).toEqual(["type", "title", "status", "detail", "instance"]);
  });
});
