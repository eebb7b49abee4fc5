import { expect, test } from "vitest";
import { shown } from "./wrong-argument.ts";

test.each([
  [Symbol("s"), "Symbol(s)"],
  [new Date(0), "an object (Date)"],
  [Object.create(null), "an object (Object)"],
  [undefined, "undefined"],
  [5n, "5"],
])("%o is shown", (value, text) => {
  expect(shown(value)).toBe(text);
});
