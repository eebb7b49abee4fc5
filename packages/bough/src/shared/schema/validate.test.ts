import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { AnySchema } from "./standard-schema.ts";
import { issueLine, pointerOf, validate } from "./validate.ts";

/** A schema as plain JavaScript may write one. */
function schema(run: (value: unknown) => unknown): AnySchema {
  return { "~standard": { version: 1, vendor: "test", validate: run } } as unknown as AnySchema;
}

/** What validating came to, and whether it came at once. */
async function outcome(of: AnySchema, value: unknown): Promise<readonly unknown[]> {
  let now = true;
  try {
    const result = validate(of, value);
    now = !(result instanceof Promise);
    return ["settled", await result, now];
  } catch (error) {
    return ["failed", error, now];
  }
}

describe("validate", () => {
  test("hands on value or issues at once where the schema answers at once", async () => {
    const trimmed = z.string().transform((text) => text.trim());
    expect(await outcome(trimmed, " a ")).toEqual(["settled", { value: "a" }, true]);
    const [kind, result, now] = await outcome(trimmed, 1);
    expect([kind, now]).toEqual(["settled", true]);
    expect(result).toHaveProperty("issues.0.message");
  });

  test("hands on later what comes later", async () => {
    const later = schema(async (value) => Promise.resolve({ value }));
    expect(await outcome(later, 1)).toEqual(["settled", { value: 1 }, false]);
  });

  test("H2: a schema that throws or rejects has failed", async () => {
    const error = new Error("broken");
    const throws = schema(() => {
      throw error;
    });
    expect(await outcome(throws, 1)).toEqual(["failed", error, true]);
    const rejects = schema(async () => Promise.reject(error));
    expect(await outcome(rejects, 1)).toEqual(["failed", error, false]);
  });

  test("H2: a schema that gives neither a value nor issues has failed", async () => {
    const error = new TypeError("a schema must return a value or issues, but returned neither");
    for (const nothing of [undefined, null, true, "x", {}, { issues: undefined }]) {
      expect(
        await outcome(
          schema(() => nothing),
          1,
        ),
      ).toEqual(["failed", error, true]);
      expect(
        await outcome(
          schema(async () => Promise.resolve(nothing)),
          1,
        ),
      ).toEqual(["failed", error, false]);
    }
  });

  test("a value of undefined is a value", async () => {
    expect(
      await outcome(
        schema(() => ({ value: undefined })),
        1,
      ),
    ).toEqual(["settled", { value: undefined }, true]);
  });
});

describe("pointerOf", () => {
  test("writes a path as a JSON Pointer", () => {
    const path = ["a/b", { key: "c~d" }, 0, { key: Symbol.iterator }];
    expect(pointerOf({ message: "", path })).toBe("/a~1b/c~0d/0/Symbol(Symbol.iterator)");
    expect(pointerOf({ message: "", path: [] })).toBe("");
    expect(pointerOf({ message: "" })).toBe("");
  });

  test("H3: points at the whole where it would be too long, and reads no further", () => {
    let read = 0;
    const step = {
      get key() {
        read++;
        return "k".repeat(500);
      },
    };
    expect(pointerOf({ message: "", path: [step, step] })).toHaveLength(1_002);
    read = 0;
    expect(pointerOf({ message: "", path: Array.from({ length: 1_000 }, () => step) })).toBe("");
    expect(read).toBe(3);
  });
});

test("issueLine tells where an issue lies and what it says", () => {
  expect(issueLine({ message: "too small", path: ["a", 0] })).toBe("/a/0 too small");
  expect(issueLine({ message: "wrong" })).toBe("wrong");
});
