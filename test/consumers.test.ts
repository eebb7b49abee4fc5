// The packed package in a project of somebody else: one composite project declares an API and emits its
// declaration file, another one refers to it, serves and calls. Compiled by the newest and by the oldest
// supported compiler, library files checked too, then run.

import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeRows } from "./support/matrix.ts";
import {
  home,
  repository,
  run,
  stagePackage,
  type StagedPackage,
} from "./support/staged-package.ts";

const types = readFileSync(join(repository, home, "src/types.ts"), "utf8");
const internal = new Set(types.replaceAll(/\/\/.*$/gm, "").match(/\b[A-Z]\w+/g));
const limit = 120_000;
let staged: StagedPackage;

beforeAll(() => {
  staged = stagePackage();
  const zod = join(repository, "node_modules/zod");
  cpSync(zod, join(staged.folder, "node_modules/zod"), { recursive: true });
  for (const name of ["@types/node", "undici-types"]) {
    const types = join(repository, "node_modules", name);
    cpSync(types, join(staged.folder, "node_modules", name), { recursive: true });
  }
}, limit);

afterAll(() => {
  staged.remove();
}, limit);

const compilers = ["typescript", "typescript-5.9"].map(
  (name) => [`a consumer that compiles with ${name}`, name] as const,
);

describeRows(compilers, (compiler) => {
  let folder: string;

  beforeAll(() => {
    folder = join(staged.folder, compiler);
    cpSync(join(repository, "test/consumers"), folder, { recursive: true });
    const tsc = join(repository, "node_modules", compiler, "bin/tsc");
    run([process.execPath, tsc, "--build", "--pretty", "false"], folder);
  }, limit);

  test("sees the declaration through its emitted types", () => {
    const emitted = readFileSync(join(folder, "api/api.d.ts"), "utf8");
    expect(emitted).toContain('"user-not-found"');
    expect(emitted).toContain("/** Lists users, newest first. */");
    expect(emitted).not.toMatch(/\bany\b/);
    expect(emitted).toMatch(/import\("bough\/types"\)\.Bare<"GET", "">/);
    expect(emitted).not.toMatch(/import\("(\.|bough\/(?!types"))/);
  });

  test.each(["api/shapes", "app/sides"])("emits every shape: %s", (name) => {
    const emitted = readFileSync(join(folder, `${name}.d.ts`), "utf8");
    expect(emitted).not.toMatch(/\bany\b/);
    expect(emitted).not.toMatch(/import\("(\.\/|bough\/dist|bough\/src)/);
  });

  test("writes only names of the entries that its users know, and of bough/types", () => {
    for (const name of ["api/api", "api/shapes", "app/sides", "isolated/api", "isolated/use"]) {
      const emitted = readFileSync(join(folder, `${name}.d.ts`), "utf8");
      const plumbing = [...emitted.matchAll(/import\("bough"\)\.(\w+)/g)].map(([, used]) => used);
      expect([name, plumbing.filter((used) => internal.has(used as string))]).toEqual([name, []]);
    }
  });

  const nodeAlone = "that has the types of Node alone, none of browsers, checks all library files";
  test(nodeAlone, { timeout: limit }, () => {
    const tsc = join(repository, "node_modules", compiler, "bin/tsc");
    run([process.execPath, tsc, "--project", "node", "--pretty", "false"], folder);
  });

  test("runs against the built files", { timeout: limit }, () => {
    const output = run([process.execPath, "app/main.js"], folder);
    expect(JSON.parse(output)).toEqual({
      created: "Ada",
      email: "ada@example.test",
      list: 1,
      invited: true,
      found: "Ada",
      gone: null,
      path: "/v1/users/0b9e7e3c-58a5-4c1c-9d6f-2f4c8f0f8a11",
    });
  });
});
