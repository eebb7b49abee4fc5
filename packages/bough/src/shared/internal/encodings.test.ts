import { expect, test } from "vitest";
import { pointerStep } from "./encodings.ts";

test.each([
  ["a", "/a"],
  ["", "/"],
  ["a/b", "/a~1b"],
  ["~1", "/~01"],
  [3, "/3"],
])("the step to %j is %j", (name, step) => {
  expect(pointerStep(name)).toBe(step);
});
