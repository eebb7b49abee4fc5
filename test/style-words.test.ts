// Texts are plain English: no phrase of docs/style-words.json is in the files it lists. Each phrase comes with
// the reason, a sentence to avoid and one to prefer.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repository } from "./support/staged-package.ts";

interface Word {
  readonly pattern: string;
  readonly reason: string;
  readonly avoid: string;
  readonly prefer: string;
}

const { paths, words } = JSON.parse(
  readFileSync(join(repository, "docs/style-words.json"), "utf8"),
) as { paths: string[]; words: Word[] };

/** A space of a pattern is also a line break, with the marks of a comment after it. */
const GAP = String.raw`(?: |[ \t]*\n[ \t]*(?:\*|//)?[ \t]*)`;

function patternOf({ pattern }: Word): RegExp {
  return new RegExp(pattern.replaceAll(" ", GAP), "g");
}

function filesOf(path: string): string[] {
  if (!statSync(join(repository, path)).isDirectory()) return [path];
  return readdirSync(join(repository, path), { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules" && name !== "dist")
    .flatMap(({ name }) => filesOf(`${path}/${name}`))
    .filter((file) => /(?<!\.test(?:-d)?)\.(?:ts|mjs)$|\.md$/.test(file));
}

function phrasesIn(file: string, text: string): string[] {
  return words.flatMap((word) =>
    [...text.matchAll(patternOf(word))].map(({ index, 0: phrase }) => {
      const line = text.slice(0, index).split("\n").length;
      return `${file}:${line}: "${phrase}": ${word.reason}`;
    }),
  );
}

describe("docs/style-words.json", () => {
  test.each(words)("$avoid", (word) => {
    expect(word.avoid).toMatch(patternOf(word));
    expect(phrasesIn("prefer", word.prefer)).toEqual([]);
  });

  test("finds a phrase that a comment breaks into two lines", () => {
    const text = "const a = 1;\n/**\n * The handler is told\n * of it.\n */";
    expect(phrasesIn("a.ts", text)).toEqual([expect.stringMatching(/^a\.ts:3: "told\n \* of": /)]);
  });

  test.each(paths)("%s has none of its phrases", (path) => {
    const found = filesOf(path).flatMap((file) =>
      phrasesIn(file, readFileSync(join(repository, file), "utf8")),
    );
    expect(found).toEqual([]);
  });
});
