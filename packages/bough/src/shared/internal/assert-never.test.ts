import { describe, expect, test } from "vitest";
import { assertNever } from "./wrong-argument.ts";

describe("assertNever", () => {
  test("throws for a value that a cast let through, without printing it", () => {
    expect(() => assertNever("secret" as never)).toThrow(
      new TypeError("a case was not handled: string"),
    );
  });
});
