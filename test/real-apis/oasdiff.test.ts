// oasdiff judges the same pairs of documents. Where it disagrees about old clients, a sentence says why, and the
// reference page has it too.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { DOCUMENT_PAIRS } from "../support/document-pairs.ts";

const oasdiff = fileURLToPath(new URL("node_modules/.bin/oasdiff", import.meta.url));
const page = readFileSync(
  new URL("../../docs/reference/kinds-of-change.md", import.meta.url),
  "utf8",
);
const isInstalled = existsSync(oasdiff);
const folder = mkdtempSync(join(tmpdir(), "bough-oasdiff-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The pairs about which the two disagree, by what they are about on the reference page. */
const DISAGREEMENTS: ReadonlyMap<string, string> = new Map([
  ["a list's style", "styles of lists"],
  ["a larger range of a response", "wider bounds and new tagged alternatives of a response"],
  ["a tagged alternative of a response", "wider bounds and new tagged alternatives of a response"],
  ["a property that only servers send", "properties that are no longer `readOnly`"],
  ["a least count of properties", "counts of properties"],
  ["a greatest count of properties", "counts of properties"],
  ["a success", "a success status that goes"],
  ["credentials", "security"],
  ["a second scheme", "security"],
  ["one way in fewer", "security"],
  ["the scheme of credentials", "security"],
  ["the base path", "the base path"],
]);

function isBreaking(before: object, after: object): boolean {
  writeFileSync(join(folder, "before.json"), JSON.stringify(before));
  writeFileSync(join(folder, "after.json"), JSON.stringify(after));
  const { stdout, stderr, status } = spawnSync(
    oasdiff,
    ["breaking", "before.json", "after.json", "--format", "json"],
    { cwd: folder, encoding: "utf8", timeout: 30_000 },
  );
  expect([status, stderr]).toEqual([0, ""]);
  const found = JSON.parse(stdout === "" ? "[]" : stdout) as readonly { readonly level: number }[];
  return found.some(({ level }) => level === 3);
}

describe.skipIf(!isInstalled && process.env["CI"] === undefined)("oasdiff", () => {
  test.each(DOCUMENT_PAIRS)("about %s", (name, before, after, clients) => {
    const agrees = isBreaking(before, after) === (clients === "breaking");
    expect(agrees).toBe(!DISAGREEMENTS.has(name));
  });

  test("and each disagreement is on the reference page", () => {
    const names = DOCUMENT_PAIRS.map(([name]) => name);
    expect([...DISAGREEMENTS.keys()].filter((name) => !names.includes(name))).toEqual([]);
    expect([...DISAGREEMENTS.values()].filter((text) => !page.includes(text))).toEqual([]);
  });
});
