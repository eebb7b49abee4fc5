// What `.ci/run` runs after a change: the slow steps that the change can break, and no others.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LAST, selected, steps } from "../.ci/steps.mjs";
import { repository } from "./support/staged-package.ts";

const everything = steps.map(({ name }) => name);

function after(changed: readonly string[] | undefined, isComplete = false): readonly string[] {
  return selected(changed, { isComplete }).flatMap(({ step, runs }) => (runs ? [step.name] : []));
}

describe("a run of .ci/run", () => {
  test.each<[file: string, runs: readonly string[]]>([
    ["packages/bough/src/hosts/node/listen.ts", ["runtimes", "frameworks", "examples"]],
    ["packages/bough/src/serve/kernel.ts", []],
    ["packages/bough/api/server.txt", ["pages", "packed", "projects"]],
    ["packages/import/src/names.ts", ["documents"]],
    ["packages/create/template/src/api.ts", ["projects"]],
    ["docs/guide/client.md", ["site", "pages"]],
    ["docs/tutorial/bookshop.md", ["site", "pages", "projects"]],
    ["examples/pages/next/package.json", ["applications", "examples"]],
    ["scripts/install.mjs", ["start", "applications", "packed", "projects"]],
    ["package-lock.json", everything],
    [".ci/steps.mjs", everything],
    [LAST, []],
  ])("after a change of %s", (file, runs) => {
    expect(after([file])).toEqual(runs);
  });

  test("has the steps of all changed files, and says which file is the reason", () => {
    const changed = ["packages/mcp/src/tool.ts", "README.md"];
    const plan = selected(changed).filter(({ runs }) => runs);
    expect(plan.map(({ step, because }) => [step.name, because])).toEqual([
      ["site", "README.md"],
      ["pages", "README.md"],
      ["conformance", "packages/mcp/src/tool.ts"],
    ]);
  });

  test("has every step if no complete run is known, or if it is one", () => {
    expect(after(undefined)).toEqual(everything);
    expect(after([], true)).toEqual(everything);
  });
});

describe("the steps", () => {
  test("name only files and folders that are there", () => {
    const named = steps.flatMap(({ changes, tests = [], installs = [] }) => [
      ...changes,
      ...tests,
      ...installs,
    ]);
    const missing = named
      .map((pattern) => pattern.replace(/(?:^|\/)[^/]*[*{].*/, ""))
      .filter((path) => !existsSync(join(repository, path)));
    expect(missing).toEqual([]);
  });
});

// With such a hash, npm installs the old tarball from its cache, and fails on a machine that has never seen it.
test("lock files have no hash of a package that each run packs anew", () => {
  const listed = execFileSync("git", ["ls-files", "--", "*package-lock.json"], { cwd: repository });
  const files = listed.toString().trim().split("\n");
  expect(files.length).toBeGreaterThan(7);
  const packed = /"resolved": "file:[^"]*\.tgz",\s*"integrity"/;
  expect(files.filter((file) => packed.test(readFileSync(join(repository, file), "utf8")))).toEqual(
    [],
  );
});
