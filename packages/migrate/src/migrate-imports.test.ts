import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { diffOf, edited } from "./edits.ts";
import { migrateImports } from "./migrate-imports.ts";
import { MOVED, type Moved } from "./moved.ts";

/** A table with rows that Bough's own doesn't have. */
const later: Moved = {
  ...MOVED,
  names: [
    { name: "httpAuth", from: "bough", to: "bough/existing" },
    { name: "either", from: "bough", to: "bough/existing" },
    { name: "AnyCall", from: "bough", to: "bough/types" },
  ],
};

interface Migrated {
  readonly files: Readonly<Record<string, string>>;
  readonly left: readonly string[];
}

/** Migrates files that are not on the disk, and shows that a second run changes nothing. */
function migrate(
  files: Readonly<Record<string, string>>,
  moved = later,
  folder = "/none",
): Migrated {
  const once = migrateImports(folder, new Map(Object.entries(files)), moved);
  const after = Object.entries(files).map(([path, text]): [string, string] => [
    path,
    edited(text, once.changes.get(path) ?? []),
  ]);
  const twice = migrateImports(folder, new Map(after), moved);
  expect([...twice.changes]).toEqual([]);
  expect(twice.left.map(withoutPlace).toSorted()).toEqual(once.left.map(withoutPlace).toSorted());
  return { files: Object.fromEntries(after), left: once.left };
}

function withoutPlace(line: string): string {
  return line.replace(/:\d+/, "");
}

function script(text: string, path = "a.ts"): string | undefined {
  const { files, left } = migrate({ [path]: text, "package.json": manifest() });
  expect(left).toEqual([]);
  return files[path];
}

function manifest(
  dependencies: Readonly<Record<string, string>> = { bough: "^0.1.0" },
  section = "dependencies",
): string {
  return `${JSON.stringify({ name: "app", [section]: dependencies }, null, 2)}\n`;
}

describe("specifiers", () => {
  test.each([
    ['import { openApi } from "bough/openapi";', 'import { openApi } from "bough-openapi";'],
    ["import * as d from 'bough/contract/diff'", "import * as d from 'bough-diff'"],
    ['export * from "bough/docs"; // why', 'export * from "bough-openapi/docs"; // why'],
    ['const a = await import("bough/mcp");', 'const a = await import("bough-mcp");'],
    ['type A = import("bough/query").Query;', 'type A = import("bough-query").Query;'],
    ['import a = require("bough/query");', 'import a = require("bough-query");'],
    ['declare module "bough/query" {}', 'declare module "bough-query" {}'],
    ['vi.mock("bough/opentelemetry", () => ({}));', 'vi.mock("bough-opentelemetry", () => ({}));'],
    ['import { a } from "bough/contract";', 'import { a } from "bough/contract";'],
  ])("%s", (before, after) => {
    expect(script(before)).toBe(after);
  });

  test("in JSX, CommonJS and JSDoc", () => {
    const react = (from: string): string =>
      `import { a } from "${from}";\nconst b = <A<"x"> c={a} />;`;
    expect(script(react("bough/query"), "a.tsx")).toBe(react("bough-query"));
    const common = (from: string): string =>
      `/** @type {import("${from}").A} */\nconst { a } = require("${from}");\nconst b = <p>'</p>;`;
    expect(script(common("bough/mcp"), "a.cjs")).toBe(common("bough-mcp"));
  });

  test("in components and in Markdown, but not in its prose", () => {
    const vue = (from: string): string =>
      `<template><p>'</p></template>\n<script setup lang="ts" generic="T extends A<B>">\nimport { a } from "${from}";\n</script>`;
    expect(script(vue("bough/query"), "a.vue")).toBe(vue("bough-query"));
    const page = (from: string): string =>
      `Import "bough/query":\n\n- so\n  \`\`\`ts\n  import { a } from "${from}";\n  \`\`\`\n`;
    expect(script(page("bough/query"), "a.md")).toBe(page("bough-query"));
    expect(migrate({ "a.md": page("bough/query") }).left).toEqual([]);
  });

  test("elsewhere in quotes are reported", () => {
    const files = { "vite.config.ts": '\nconst a = { "bough/mcp": "./a.ts" };' };
    expect(migrate(files).left).toEqual(["vite.config.ts:2  `bough/mcp` is bough-mcp now"]);
  });
});

describe("names that another entry exports", () => {
  test.each([
    [
      "leave their declaration",
      'import { get, httpAuth as auth, type AnyCall, post } from "bough";\n',
      'import { get, post } from "bough";\nimport { httpAuth as auth } from "bough/existing";\nimport type { AnyCall } from "bough/types";\n',
    ],
    [
      "take their lines with them, and no comment of another name",
      "import {\n  get, // reads\n  httpAuth,\n  // writes\n  post,\n  either,\n} from 'bough'\r\n",
      "import {\n  get, // reads\n  // writes\n  post,\n} from 'bough'\r\nimport { httpAuth, either } from 'bough/existing'\r\n",
    ],
    [
      "take the whole declaration",
      'import { either, httpAuth } from "bough";',
      'import { either, httpAuth } from "bough/existing";',
    ],
    [
      "stay types",
      'import type { AnyCall, Api } from "bough";',
      'import type { Api } from "bough";\nimport type { AnyCall } from "bough/types";',
    ],
    [
      "are exported from there",
      'export { either, get } from "bough";',
      'export { get } from "bough";\nexport { either } from "bough/existing";',
    ],
    [
      "join those that are there",
      'import { either } from "bough";\nimport { httpAuth, type AnyCall } from "bough";\nimport type { A, B, } from "bough/types";\nimport type { AnyCall as C } from "bough";\n',
      'import { either, httpAuth } from "bough/existing";\nimport type { A, B, AnyCall, AnyCall as C, } from "bough/types";\n',
    ],
    [
      "join types as values, and leave types",
      'import { httpAuth, type Api } from "bough";\nimport type { A } from "bough/existing";',
      'import type { Api } from "bough";\nimport { type A, httpAuth } from "bough/existing";',
    ],
    [
      "split a declaration",
      'import { either, type AnyCall } from "bough";',
      'import { either } from "bough/existing";\nimport type { AnyCall } from "bough/types";',
    ],
    [
      "join values as types",
      'import { either } from "bough/existing";\nimport { get, type httpAuth } from "bough";',
      'import { either, type httpAuth } from "bough/existing";\nimport { get } from "bough";',
    ],
    [
      "are members of another namespace",
      'import * as b from "bough";\nconst a: b.AnyCall = b.either(b.get);',
      'import * as b from "bough";\nimport * as bTypes from "bough/types";\nimport * as bExisting from "bough/existing";\nconst a: bTypes.AnyCall = bExisting.either(b.get);',
    ],
    [
      "are exported with all others of their entry",
      'export * from "bough";\nexport * from "bough/existing";\nexport type * from "bough/types";',
      'export * from "bough";\nexport * from "bough/existing";\nexport type * from "bough/types";',
    ],
    [
      "in a JSDoc import",
      '/** @import { either, httpAuth } from "bough" */',
      '/** @import { either, httpAuth } from "bough/existing" */',
    ],
    ["in a type", 'type A = import("bough").AnyCall;', 'type A = import("bough/types").AnyCall;'],
    [
      "in an import call",
      'const { either } = await import("bough");',
      'const { either } = await import("bough/existing");',
    ],
  ])("%s", (_, before, after) => {
    expect(script(before)).toBe(after);
  });

  test("are reported where a name would have two meanings, and where they are taken out", () => {
    const left = (text: string): readonly string[] => migrate({ "a.ts": text }).left;
    const either = "`either` is in bough/existing now: import it from there";
    const auth = "`httpAuth` is in bough/existing now: import it from there";
    const namespace = 'import * as b from "bough";\n';
    expect(left(`${namespace}const bExisting = b.either;`)).toEqual([`a.ts:2  ${either}`]);
    expect(left(`${namespace}(b) => b.either;`)).toEqual([`a.ts:2  ${either}`]);
    expect(left(`${namespace}const { either } = b;`)).toEqual([`a.ts:1  ${either}`]);
    expect(left('const { get, httpAuth } = await import("bough");')).toEqual([`a.ts:1  ${auth}`]);
    expect(left('/** @import { get, httpAuth } from "bough" */')).toEqual([`a.ts:1  ${auth}`]);
    expect(left('export * from "bough";\nexport * from "bough/types";')).toEqual([
      "a.ts:1  export what you use of bough/existing too: names of this entry are there now",
    ]);
  });
});

describe("package.json", () => {
  const imports = { "src/a.ts": 'import "bough/mcp";\nimport "bough/docs";' };

  test("lists the packages where it lists bough, in its order", () => {
    const { files } = migrate({
      ...imports,
      "package.json": manifest(
        { bough: "~0.1.0", "bough-mcp-x": "1", zod: "4" },
        "devDependencies",
      ),
    });
    expect(files["package.json"]).toBe(
      manifest(
        {
          bough: "~0.1.0",
          "bough-mcp": "~0.1.0",
          "bough-mcp-x": "1",
          "bough-openapi": "~0.1.0",
          zod: "4",
        },
        "devDependencies",
      ),
    );
  });

  test("is the nearest with bough, and gets a package at its end", () => {
    const files = {
      "apps/a/src/a.ts": 'import "bough/mcp";',
      "apps/a/package.json": '{ "dependencies": { "bough": "^0.1.0" } }',
      "apps/package.json": manifest(),
    };
    expect(migrate(files).files).toMatchObject({
      "apps/a/package.json": '{ "dependencies": { "bough": "^0.1.0", "bough-mcp": "^0.1.0" } }',
      "apps/package.json": manifest(),
    });
  });

  test("is reported if bough is a file", () => {
    const files = { ...imports, "package.json": manifest({ bough: "file:../bough.tgz" }) };
    expect(migrate(files).left).toEqual([
      "package.json:4  add bough-mcp to dependencies, from where bough is",
      "package.json:4  add bough-openapi to dependencies, from where bough is",
    ]);
  });

  test("is reported if there is none", () => {
    expect(migrate({ "a.ts": 'import "bough/mcp";' }).left).toEqual([
      "a.ts:1  add bough-mcp to package.json: none lists bough",
    ]);
  });
});

test("options and commands that are gone are reported with what to write", () => {
  const { left } = migrate({
    "client.ts":
      'import "bough/client";\nf({\n  onDeprecated,\n  trailingSlashMismatch: "redirect",\n});',
    "server.ts": 'import "bough/server";\nf({ trailingSlashMismatch: "ignore" });',
    "other.ts": "f({ onDeprecated });",
    "package.json": '{\n  "scripts": { "c": "bough check src/v1.ts v1.yaml && a" }\n}',
    ".github/workflows/ci.yml": "- run: npx bough check\n",
  });
  expect(left).toEqual([
    "client.ts:3  `onDeprecated` is gone: pass `noticeDeprecated(report)` of bough/client to `around`",
    'server.ts:2  `trailingSlashMismatch: "ignore"` is gone: write "redirect" or "refuse"',
    "package.json:2  `bough check` is gone: write `bough diff v1.yaml src/v1.ts`, with the package bough-diff",
    ".github/workflows/ci.yml:1  `bough check` is gone: write `bough diff openapi.yaml src/api.ts`, with the package bough-diff",
  ]);
});

describe("methods", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "bough-migrate-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  }

  const app = (method: string): string =>
    `import { server } from "bough/server";
import { view } from "./view.js";
server.at(1)
  .${method}(() => 1) // first
  .${method}(() => 2);
view.${method}(() => 3);
[1].with(0, 2);
`;

  // The project installs the next version before or after it is rewritten.
  test.each(["with", "guard"])("of Bough's types are renamed if they declare `%s`", (declared) => {
    write({
      "node_modules/bough/package.json":
        '{ "name": "bough", "exports": { "./server": "./s.d.ts" } }',
      "node_modules/bough/s.d.ts": `interface Routes { ${declared}(guard: () => number): Routes; at(id: number): Routes }\nexport declare const server: Routes;`,
      "tsconfig.json": '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
      "tsconfig.app.json":
        '{ "compilerOptions": { "module": "preserve", "lib": ["es2023"], "types": [] }, "include": ["src"] }',
    });
    const view = (method: string): string =>
      `import { server } from "bough/server";\nexport const view = server.${method}(() => 4);\n`;
    const files = { "src/app.ts": app("with"), "src/view.ts": view("with") };
    write(files);
    const moved = migrate(files, MOVED, folder);
    expect(moved).toEqual({
      files: { "src/app.ts": app("guard"), "src/view.ts": view("guard") },
      left: [],
    });
  });

  test("are reported if their type is not known", () => {
    const files = {
      "a.js": 'import { server } from "bough/server";\nserver.with(guard);\n',
      "a.md": '```ts\nimport { server } from "bough/server";\nserver.with(guard);\n```\n',
    };
    write({ "tsconfig.json": '{ "compilerOptions": { "lib": ["es2023"], "types": [] } }' });
    const unsure = "write `guard` instead of `with` if this is Bough's: its type is not known here";
    expect(migrate(files, MOVED, folder).left).toEqual([`a.js:2  ${unsure}`, `a.md:3  ${unsure}`]);
  });
});

test("the diff has the lines that change", () => {
  const text = "a\nb b\nc\nd\n";
  const edits = [
    { start: 2, end: 3, text: "x\ny" },
    { start: 4, end: 5, text: "z" },
    { start: 8, end: 8, text: "new\n" },
  ];
  expect(diffOf("f.ts", text, edits)).toBe(
    "--- a/f.ts\n+++ b/f.ts\n@@ -2,1 +2,2 @@\n-b b\n+x\n+y z\n@@ -3,0 +5,1 @@\n+new\n",
  );
});
