import { expect, test } from "vitest";
import { printable } from "./printable.ts";

test("control characters and marks that reorder text are shown as escapes", () => {
  expect(printable("a\tb\n\u001B[31m\r\u009B2J\u0000\u202Ec é 𠮷")).toBe(
    "a\tb\n\\u{1b}[31m\\u{d}\\u{9b}2J\\u{0}\\u{202e}c é 𠮷",
  );
});
