// `npx bough-migrate` and `npx bough migrate`, the packed commands: what it prints and writes, and its exit codes. The rules have their tests
// beside the sources.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inThisProcess } from "./support/cli-project.ts";
import { linkDependencies } from "./support/installed-packages.ts";
import { unpack } from "./support/staged-package.ts";

let folder: string;
const command = (): string => join(folder, "node_modules/bough-migrate");
const project = (): string => join(folder, "app");

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bough-migrate-"));
  unpack("packages/migrate", command());
  linkDependencies("packages/migrate", command());
  mkdirSync(join(project(), "dist"), { recursive: true });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function migrate(...args: readonly string[]): { status: number | null; out: string } {
  const program = join(command(), "dist/index.js");
  const options = { cwd: project(), encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
  return { status, out: stdout + stderr };
}

const read = (path: string): string => readFileSync(join(project(), path), "utf8");

test("prints a diff, writes on demand, and changes nothing in a second run", () => {
  const before = 'import { openApi } from "bough/openapi";\n';
  const after = before.replace("bough/", "bough-");
  const manifest = '{\n  "dependencies": {\n    "bough": "^0.1.0"\n  }\n}\n';
  writeFileSync(join(project(), "a.ts"), before);
  writeFileSync(join(project(), "dist/a.js"), before);
  writeFileSync(join(project(), "package.json"), manifest);

  expect(migrate("imports")).toEqual({
    status: 0,
    out: `--- a/a.ts
+++ b/a.ts
@@ -1,1 +1,1 @@
-import { openApi } from "bough/openapi";
+import { openApi } from "bough-openapi";

--- a/package.json
+++ b/package.json
@@ -3,1 +3,2 @@
-    "bough": "^0.1.0"
+    "bough": "^0.1.0",
+    "bough-openapi": "^0.1.0"

would move 2 places in 2 files, left 0
package.json lists bough-openapi: run npm install
--write writes this
`,
  });
  expect(read("a.ts")).toBe(before);

  writeFileSync(join(project(), "ci.yml"), "- run: npx bough check api.ts api.json\n");
  const left =
    "ci.yml:1  `bough check` is gone: write `bough diff api.json api.ts`, with the package bough-diff\n";
  expect(migrate("imports", "--write")).toEqual({
    status: 1,
    out: `${left}moved 2 places in 2 files, left 1\npackage.json lists bough-openapi: run npm install\n`,
  });
  expect([read("a.ts"), read("dist/a.js")]).toEqual([after, before]);
  expect(migrate("imports", "--write")).toEqual({
    status: 1,
    out: `${left}moved 0 places in 0 files, left 1\n`,
  });
});

test("moves a project from ts-rest, and lists what it needs", () => {
  const contract = `import { initContract } from "@ts-rest/core";

const c = initContract();
export const contract = c.router({
  /** Lists posts. */
  list: { method: "GET", path: "/posts", responses: { 200: c.type<string[]>() } },
});
`;
  writeFileSync(join(project(), "contract.ts"), contract);
  writeFileSync(join(project(), "ci.yml"), "");
  writeFileSync(
    join(project(), "package.json"),
    '{\n  "dependencies": {\n    "@ts-rest/core": "3.52.1"\n  }\n}\n',
  );
  const { status, out } = migrate("ts-rest", "--write");
  expect([status, out]).toEqual([
    0,
    "moved 1 place, bridged 0, left 0, in 1 file\npackage.json lists what is needed now: run npm install\n",
  ]);
  expect(read("contract.ts")).toBe(`import { get, rootResource } from "bough";

export const contract = rootResource("posts", {
  /** Lists posts. */
  list: get().response<string[]>(),
});
`);
  expect(read("package.json")).toContain('"bough": "^0.1.0",\n    "@ts-rest/core"');
  expect(migrate("ts-rest")).toEqual({
    status: 0,
    out: "would move 0 places, bridged 0, left 0, in 0 files\n",
  });
});

test.each([
  [["export"], 'expected one command, imports, ts-rest or openapi-fetch, received "export"\n'],
  [["openapi-fetch"], "openapi-fetch: expected one document, such as openapi.yaml\n"],
  [["imports", "--dry", "--write"], "use --dry or --write, not both\n"],
  [["imports", "--wrote"], expect.stringContaining("Unknown option '--wrote'")],
])("exits with 2 after %j", (args, out) => {
  expect(migrate(...args)).toEqual({ status: 2, out });
});

test.each([
  { args: ["imports", "--write"], line: "", status: 0, out: /^moved \d/m },
  { args: ["imports", "--write"], line: "npx bough check a.ts", status: 1, out: /^ci\.yml:1 / },
  { args: ["imports", "--wrote"], line: "", status: 2, out: /^bough: Unknown option '--wrote'/ },
])("`bough migrate` of bough-cli runs it, and exits with $status", async (given) => {
  writeFileSync(join(project(), "ci.yml"), given.line);
  const { status, stdout, stderr } = await inThisProcess(["migrate", ...given.args], project());
  expect([status, stdout + stderr]).toEqual([given.status, expect.stringMatching(given.out)]);
});
