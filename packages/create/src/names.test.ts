import { describe, expect, test } from "vitest";
import { packageName } from "./names.ts";

describe("the name of a project", () => {
  test.each([
    ["my-api", "my-api"],
    [".Öffner API", "ffner-api"],
    ["shop~2", "shop-2"],
    ["...", "my-api"],
    ["bell\u0007\u001B[31m", "bell-31m"],
  ])("is one that npm accepts: %j", (folder, name) => {
    expect(packageName(folder)).toBe(name);
  });

  test.each([
    "node_modules",
    "Node_Modules",
    ".node_modules",
    "favicon.ico",
    "http",
    "a".repeat(215),
  ])("is refused as npm refuses it: %s", (folder) => {
    expect(() => packageName(folder)).toThrow(/npm/);
  });
});
