// `bough contract` in a separate project, which is a Git repository.
import { existsSync, rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api, contractProject } from "./support/contract-project.ts";

const limit = 240_000;
const { begin, bough, inProject, read, remove, write } = contractProject();

beforeAll(begin, limit);

afterAll(remove);

describe("bough contract", { timeout: limit }, () => {
  const path = "app/src/api.contract.json";

  test("writes one endpoint after the other, and --check says whether the file is current", async () => {
    const lines = read(path).split("\n");
    expect(lines.filter((line) => line.startsWith('      "key"'))).toEqual([
      '      "key": "GET /v1/users",',
      '      "key": "GET /v1/users/{}",',
      '      "key": "POST /v1/users",',
    ]);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(120);
    expect(JSON.parse(read(path))).toMatchObject({
      format: 1,
      components: { schemas: { User: {} } },
    });
    expect(await bough(["contract", "app/src/api.ts", "--check"])).toEqual({
      status: 0,
      stdout: "app/src/api.contract.json: 3 endpoints\n",
      stderr: "",
    });
    write({ "app/src/api.ts": api({ limit: "integer()" }) });
    expect(await bough(["contract", "app/src/api.ts", "--check"])).toEqual({
      status: 1,
      stdout: "",
      stderr:
        "bough: app/src/api.contract.json: not up to date. Run: bough contract app/src/api.ts\n",
    });
    write({ "app/src/api.ts": api() });
  });

  test("is the same with other variables, moved files, other order and formatting", async () => {
    const before = read(path);
    const moved = api({ name: "service" })
      .replace(/export interface User .*/, 'import type { User } from "./model/user.ts";')
      .replace("users: staticResource", "/** All users. */\n  users: staticResource")
      .split("\n");
    const [list = "", create = ""] = moved.filter((line) => /^ {4}(?:list|create)/.test(line));
    const reordered = moved.map((line) => (line === list ? create : line === create ? list : line));
    write({
      "app/src/api.ts": reordered.join("\n"),
      "app/src/model/user.ts":
        '/** A user. */\nexport interface User { name: string; kind: "b" | "a"; id: string }',
    });
    expect((await bough(["contract", "app/src/api.ts", "--check"])).status).toBe(0);
    await bough(["contract", "app/src/api.ts"]);
    expect(read(path)).toBe(before);
    write({ [path]: JSON.stringify(JSON.parse(before)) });
    expect((await bough(["contract", "app/src/api.ts", "--check"])).status).toBe(0);
    write({ "app/src/api.ts": api(), [path]: before });
    rmSync(inProject("app/src/model"), { recursive: true });
  });

  test("has all roots of a module, or those that are named", async () => {
    const roots = (second: string): string =>
      [
        'import { get, rootResource } from "bough";',
        'export const first = rootResource("v1", { ping: get("ping").response<1>() });',
        `export const second = rootResource("${second}", { ping: get("ping").response<2>() });`,
      ].join("\n");
    write({ "app/src/several.ts": roots("v2") });
    const several = inProject("app/src/several.contract.json");
    const keys = (): readonly string[] =>
      (
        JSON.parse(read("app/src/several.contract.json")) as {
          endpoints: { key: string; name: string[] }[];
        }
      ).endpoints.map(({ key, name }) => `${key} ${name.join(".")}`);
    await bough(["contract", "app/src/several.ts"]);
    expect(keys()).toEqual(["GET /v1/ping v1.ping", "GET /v2/ping v2.ping"]);
    for (const root of ["second", "v2"]) {
      await bough(["contract", "app/src/several.ts", "--root", root]);
      expect(keys()).toEqual(["GET /v2/ping v2.ping"]);
    }
    expect(await bough(["contract", "app/src/several.ts", "--root", "v3"])).toMatchObject({
      status: 2,
      stderr: 'bough: app/src/several.ts has no root "v3": it has v1, v2\n',
    });
    rmSync(several);
    write({ "app/src/several.ts": roots("v1") });
    expect(await bough(["contract", "app/src/several.ts"])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("GET /v1/ping"),
    });
    expect(existsSync(several)).toBe(false);
    rmSync(inProject("app/src/several.ts"));
  });

  test("names bodies without a schema, and ends with 1 for types that do not compile", async () => {
    write({
      "app/src/plain.js":
        'import { get, rootResource, type } from "bough";\nexport const api = rootResource({ a: get("a").response(type()) });',
      "app/src/wrong.ts":
        'import { get, rootResource } from "bough";\nexport const n: number = "a";\nexport const api = rootResource({ a: get("a").response<1>() });',
    });
    expect(await bough(["contract", "app/src/plain.js"])).toEqual({
      status: 0,
      stdout: "app/src/plain.contract.json: 1 endpoint\n",
      stderr:
        "bough: warning: 1 body has no schema, so a change is not seen: GET /a response 200, application/json\n",
    });
    const { status, stderr } = await bough(["contract", "app/src/wrong.ts"]);
    expect(status).toBe(1);
    expect(stderr).toContain("app/src/wrong.ts does not compile");
    for (const name of ["plain.js", "wrong.ts", "plain.contract.json"])
      rmSync(inProject("app/src", name));
  });

  test("takes the schemas of a JavaScript module from a file with its digest", async () => {
    write({
      "app/src/plain.js":
        'import { get, rootResource, type } from "bough";\nexport const api = rootResource("v1", { users: get("users").response(type()) });',
    });
    const empty = { format: 1, components: {} };
    const endpoints = {
      "GET /v1/users": {
        responses: { 200: { "application/json": { schema: { type: "string" } } } },
      },
    };
    write({ "schemas.json": JSON.stringify({ ...empty, digest: "0".repeat(64), endpoints }) });
    const args = ["contract", "app/src/plain.js", "--schemas", "schemas.json"];
    expect(await bough(args)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("schemas.json does not fit its digest"),
    });
    const diffArgs = ["diff", "app/src/api.contract.json", "app/src/plain.js"];
    expect((await bough([...diffArgs, "--schemas", "schemas.json"])).status).toBe(1);
    rmSync(inProject("app/src/plain.js"));
    rmSync(inProject("schemas.json"));
  });
});
