import { expect, test } from "vitest";
import { PROBLEM_MEDIA_TYPE, PROBLEM_MEMBERS } from "./problem-details.ts";

test("the constants are the standard's", () => {
  expect(PROBLEM_MEDIA_TYPE).toBe("application/problem+json");
  expect([...PROBLEM_MEMBERS]).toEqual(["type", "title", "status", "detail", "instance"]);
});
