// Links to pages of the documentation that have moved still lead to what they named: docs/moved.json has the new
// place of each, and the site redirects by it.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { anchorsOf, linksOf } from "./support/markdown-links.ts";
import { repository } from "./support/staged-package.ts";

const docs = join(repository, "docs");
const moved = JSON.parse(readFileSync(join(docs, "moved.json"), "utf8")) as Record<string, string>;

/** Whether a page of docs/ exists, and has the heading. */
function leads(link: string): boolean {
  const [page = "", anchor] = link.split("#");
  const file = join(docs, page);
  return (
    existsSync(file) &&
    (anchor === undefined || anchorsOf(readFileSync(file, "utf8")).includes(anchor))
  );
}

/** A link as the site follows it: moved with its anchor, or with its page, or not at all. */
function followed(link: string): string {
  const [page = ""] = link.split("#");
  return moved[link] ?? moved[page] ?? link;
}

describe("docs/moved.json", () => {
  test("moves links that lead nowhere to places that exist", () => {
    expect(Object.keys(moved).filter(leads)).toEqual([]);
    expect(Object.values(moved).filter((link) => !leads(link))).toEqual([]);
  });

  // The links of version 0.1.0 as it was first packed: README.md, the pages, `bough --help`, JSDoc.
  test.each([
    "glossary.md",
    "guide/bodies.md#server-sent-events",
    "guide/calling.md#retries",
    "guide/command-line.md",
    "guide/cookies.md#setting-cookies",
    "guide/declaring.md#parameters",
    "guide/deploying.md#behind-nginx",
    "guide/queries.md#mutations",
    "guide/recipes.md#pagination",
    "guide/serving.md#access-logs",
    "guide/starting.md",
    "hosts.md",
    "performance.md#goals-that-are-not-met",
  ])("keeps %s", (link) => {
    expect(leads(followed(link))).toBe(true);
  });
});

describe("the sources", () => {
  const folders = [
    "packages/bough/src",
    "packages/cli/src",
    "packages/diff/src",
    "packages/import/src",
    "scripts",
    "bench",
    "test",
    "examples",
  ];
  const files = folders
    .flatMap((folder) =>
      readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter(
      (file) =>
        /\.(?:ts|mjs|json)$/.test(file) && !/node_modules|\.out|\.gen|page-blocks/.test(file),
    );

  test("name pages that exist", () => {
    const named = files.flatMap((file) =>
      [
        ...readFileSync(join(repository, file), "utf8").matchAll(/(?<![\w/])docs\/([\w/-]+\.md)/g),
      ].map(([, page = ""]) => ({ file, page })),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ page }) => !existsSync(join(docs, page)))).toEqual([]);
  });
});

describe("docs/README.md", () => {
  test("lists every page, once", () => {
    const listed = linksOf(readFileSync(join(docs, "README.md"), "utf8"));
    const pages = readdirSync(docs, { recursive: true, encoding: "utf8" })
      .map((page) => page.replaceAll("\\", "/"))
      .filter((page) => page.endsWith(".md") && !/^(?:README|decisions\/\d)/.test(page));
    expect(listed.filter((link) => !link.startsWith("../")).toSorted()).toEqual(
      [...pages].toSorted(),
    );
  });

  test.each(
    [
      ...readFileSync(join(docs, "README.md"), "utf8").matchAll(/^- \[([^\]]+)\]\(([^)]+)\)$/gm),
    ].map(([, title = "", page = ""]) => [page, title]),
  )("names %s by its title, and the page begins with a sentence", (page, title) => {
    const [, heading, first] =
      /^# (.+)\n+(.*)$/m.exec(readFileSync(join(docs, page), "utf8")) ?? [];
    expect(heading).toBe(title);
    expect(first).toMatch(/^(?:\*\*|`|\[)?[A-Za-z]/);
    expect(first).not.toMatch(/^```/);
  });
});
