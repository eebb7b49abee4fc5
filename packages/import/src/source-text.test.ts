// Text of documents as source code.
import ts from "typescript-5.9";
import { describe, expect, test } from "vitest";
import { commentOf, identifier, isIdentifier, propertyName, quoted } from "./source-text.ts";

describe("a name", () => {
  test("is an identifier only if the oldest supported compiler reads it as one", () => {
    for (let point = 0; point < 0x1_10_00; point++) {
      const character = String.fromCodePoint(point);
      if (isIdentifier(character)) {
        expect(ts.isIdentifierStart(point, ts.ScriptTarget.ES2022)).toBe(true);
      }
      if (isIdentifier(`a${character}`)) {
        expect(ts.isIdentifierPart(point, ts.ScriptTarget.ES2022)).toBe(true);
      }
    }
  });

  test.each([
    ["a", "a"],
    ["1a", "_1a"],
    ["x²½①", "x"],
    ['");hit();(', "hit"],
    ["", "_"],
    ["é", "é"],
  ])("%j becomes the identifier %s", (name, expected) => {
    expect(identifier(name)).toBe(expected);
  });

  test.each([
    ["a", "a"],
    ["a-b", '"a-b"'],
    ["²", '"²"'],
    ["__proto__", '["__proto__"]'],
  ])("%j becomes the property %s", (name, expected) => {
    expect(propertyName(name)).toBe(expected);
  });
});

describe("text", () => {
  test("is a string without line ends, controls and marks that reorder it", () => {
    expect(quoted('"\n\u2028\u202E\u009B\uD800`${x}')).toBe(
      String.raw`"\"\n\u2028\u202e\u009b\ud800` + '`${x}"',
    );
  });

  test("is a comment that it can neither leave nor tag", () => {
    expect(commentOf("a */ b *\u0000/\r\n@ts-ignore\u2028x @internal me@example.test\n")).toEqual([
      String.raw`a *\/ b * /`,
      String.raw`\@ts-ignore`,
      String.raw`x \@internal me@example.test`,
    ]);
  });
});
