// `bough contract` and `bough diff` in a project of its own, in a git repository; in a complete run from the packed
// packages.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cliProject } from "./support/cli-project.ts";
import { isComplete } from "./support/matrix.ts";

const limit = 240_000;
const { bough, linkLibrary, inModules, inProject, read, remove, stage, write } = cliProject();

const compilerOptions =
  '"strict": true, "module": "nodenext", "target": "es2022", "noEmit": true, "allowImportingTsExtensions": true';
const api = (parts: { limit?: string; user?: string; more?: string; name?: string } = {}): string =>
  [
    'import { bytes, dynamicResource, failure, get, integer, post, rootResource, staticResource } from "bough";',
    `export interface User { ${parts.user ?? 'id: string; name: string; kind: "a" | "b"'} }`,
    `export const ${parts.name ?? "api"} = rootResource("v1", {`,
    '  users: staticResource("users", {',
    `    list: get().parameters({ limit: ${parts.limit ?? "integer().optional()"} }).response<User[]>(),`,
    '    create: post().request<Omit<User, "id">>().response<User>(),',
    '    user: dynamicResource("user", { find: get().response<User>().failure(failure("missing", 404)) }),',
    `    ${parts.more ?? ""}`,
    "  }),",
    "});",
  ].join("\n");

function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, {
    cwd: inProject(),
    encoding: "utf8",
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
  });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout.trim();
}

function commit(message: string, date = "2026-11-01T12:00:00Z"): void {
  git("add", "--all");
  spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.test", "commit", "-qm", message], {
    cwd: inProject(),
    env: { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date },
  });
}

beforeAll(async () => {
  stage(["commander", "jiti", "yaml"], {
    ".gitignore": "node_modules\n",
    "package.json": '{ "type": "module", "private": true }',
    "tsconfig.json": `{ "compilerOptions": { ${compilerOptions} }, "include": ["app/src"] }`,
    "app/src/api.ts": api(),
  });
  linkLibrary("typescript", inModules("bough-cli/node_modules/typescript"));
  git("init", "--quiet", "--initial-branch=main");
  commit("without a contract");
  git("tag", "v0.9");
  await bough(["contract", "app/src/api.ts"]);
  commit("with a contract");
  git("tag", "v1.0");
}, limit);

afterAll(remove);

/** Runs with another state of the API. */
async function changed(parts: Parameters<typeof api>[0], ...args: readonly string[]) {
  write({ "app/src/api.ts": api(parts) });
  try {
    return await bough(["diff", "app/src/api.ts", ...args]);
  } finally {
    write({ "app/src/api.ts": api() });
  }
}

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

describe("bough diff --since", { timeout: limit }, () => {
  test("passes without a change, whatever the working folder is", async () => {
    expect(await bough(["diff", "app/src/api.ts", "--since", "v1.0"])).toEqual({
      status: 0,
      stdout: "app/src/api.ts since v1.0: no changes in 3 common endpoints\n",
      stderr: "",
    });
  });

  test("fails for a breaking change, and says what to do", async () => {
    const { status, stdout, stderr } = await changed({ limit: "integer()" }, "--since", "v1.0");
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    expect(stdout.split("\n")).toEqual([
      "GET /v1/users",
      "  breaking  query limit: requests without limit are refused",
      "            why: a server refuses requests that lack a required parameter (400)",
      "            remedy: declare a default",
      expect.stringMatching(
        /^ {12}to intend it, add to app\/src\/api\.changes\.json: \{ "id": "parameter-now-required GET \/v1\/users query limit [\da-f]{8}", "because": "", "date": "2026-11-01" \}$/,
      ),
      "app/src/api.ts since v1.0: 1 breaking in 3 common endpoints",
      "this needs a major version",
      "",
    ]);
  });

  test("types are read from the module, so a stale schemas file hides nothing", async () => {
    const parts = { user: 'id: string; kind: "a" | "b"' };
    write({
      "app/src/api.schemas.ts":
        "export const schemas = { format: 1, endpoints: {}, components: {} };",
    });
    const { status, stdout } = await changed(parts, "--since", "v1.0");
    rmSync(inProject("app/src/api.schemas.ts"));
    expect(status).toBe(1);
    expect(stdout).toContain("clients that read name find nothing");
  });

  test("a new constant is a risk on the wire, and breaking for typed callers", async () => {
    const parts = { user: 'id: string; name: string; kind: "a" | "b" | "c"' };
    expect((await changed(parts, "--since", "v1.0")).status).toBe(0);
    const typed = await changed(parts, "--since", "v1.0", "--level", "typed");
    expect(typed.status).toBe(1);
    const risky = await changed(parts, "--since", "v1.0", "--fail-on", "risk");
    expect(risky.status).toBe(1);
    expect(risky.stdout).toContain("which only the new contract allows");
    expect(risky.stdout).not.toContain("major");
    write({ "rules.json": '{ "response-value-added": "breaking" }' });
    expect((await changed(parts, "--since", "v1.0", "--rules", "rules.json")).status).toBe(1);
  });

  test("a safe change fails --fail-on any only", async () => {
    const more = { more: 'ping: get("ping"),' };
    expect((await changed(more, "--since", "v1.0")).status).toBe(0);
    expect((await changed(more, "--since", "v1.0", "--fail-on", "any")).status).toBe(1);
    expect((await changed(more, "--since", "v1.0", "--for", "servers")).status).toBe(1);
  });

  test("intended breaks pass, and an entry that matches nothing is a hint", async () => {
    const first = await changed({ limit: "integer()" }, "--since", "v1.0", "--format", "json");
    const { changes } = JSON.parse(first.stdout) as { changes: { id: string }[] };
    const entry = { id: changes[0]?.id, because: "all clients send it", date: "2026-11-02" };
    const file = "app/src/api.changes.json";
    write({ [file]: JSON.stringify([entry, { ...entry, id: "a nothing" }]) });
    const { status, stdout } = await changed({ limit: "integer()" }, "--since", "v1.0");
    expect(status).toBe(0);
    expect(stdout).toContain("intended since 2026-11-02: all clients send it");
    expect(stdout).toContain(`hint: ${file}: "a nothing" matches no change, so it can go`);
    expect(stdout).toContain(`hint: ${file}: sort the entries by id`);
    expect(stdout.endsWith("this needs a major version\n")).toBe(true);
    for (const [text, message] of [
      ["{}", "expected a list of"],
      ["[", "is not JSON"],
      ['[{ "id": "a", "because": "", "date": "2026-01-01" }]', "a reason"],
      ['[{ "id": "a", "because": "b", "date": "soon" }]', '"date"'],
    ] as const) {
      write({ [file]: text });
      const wrong = await changed({}, "--since", "v1.0");
      expect(wrong).toMatchObject({
        status: 2,
        stdout: "",
        stderr: expect.stringContaining(message),
      });
    }
    rmSync(inProject(file));
  });

  test("experimental endpoints are listed and never fail", async () => {
    write({
      "app/src/api.ts": api({
        more: 'trial: get("trial").response<1>().stability("experimental"),',
      }),
    });
    const old = read("app/src/api.contract.json");
    await bough(["contract", "app/src/api.ts"]);
    write({
      "old.contract.json": read("app/src/api.contract.json"),
      "app/src/api.contract.json": old,
    });
    write({ "app/src/api.ts": api() });
    const { status, stdout } = await bough(["diff", "old.contract.json", "app/src/api.ts"]);
    rmSync(inProject("old.contract.json"));
    expect(status).toBe(0);
    expect(stdout).toContain("(experimental)");
    expect(stdout).not.toContain("major");
  });

  test("several revisions: says which of them breaks", async () => {
    write({ "app/src/api.ts": api({ limit: "integer()" }) });
    await bough(["contract", "app/src/api.ts"]);
    commit("breaks");
    git("tag", "v2.0");
    const args = ["diff", "app/src/api.ts", "--since", "v1.0", "--since", "v2.0"];
    const { status, stdout } = await bough(args);
    expect(status).toBe(1);
    expect(stdout).toContain("breaks callers of v1.0, not of v2.0\n");
    const json = JSON.parse((await bough([...args, "--format", "json"])).stdout) as object;
    expect(json).toMatchObject({
      changes: [{ kind: "parameter-now-required", effect: "breaking", since: "v1.0" }],
      compared: 6,
      unknown: [],
    });
    git("reset", "--quiet", "--hard", "v1.0");
  });

  test("compares with the merge base, not with the revision", async () => {
    git("checkout", "--quiet", "-b", "other");
    write({ "app/src/api.ts": api({ limit: "integer()" }) });
    await bough(["contract", "app/src/api.ts"]);
    commit("another branch breaks");
    git("checkout", "--quiet", "main");
    expect((await bough(["diff", "app/src/api.ts", "--since", "other"])).stdout).toBe(
      "app/src/api.ts since other: no changes in 3 common endpoints\n",
    );
  });

  test("removals are judged by the sunset, and HEAD's date or --on", async () => {
    const sunset = 'gone: get("gone").deprecated({ sunset: "2026-12-01" }),';
    write({ "app/src/api.ts": api({ more: sunset }) });
    await bough(["contract", "app/src/api.ts"]);
    commit("deprecates");
    write({ "app/src/api.ts": api() });
    const since = ["diff", "app/src/api.ts", "--since", "main"];
    expect((await bough(since)).stdout).toContain("it was to respond until 2026-12-01");
    expect((await bough(since)).status).toBe(1);
    expect((await bough([...since, "--on", "2026-12-02"])).status).toBe(0);
    expect(await bough([...since, "--on", "soon"])).toMatchObject({
      status: 2,
      stderr: "bough: --on soon is not a day: write 2027-05-01\n",
    });
    git("reset", "--quiet", "--hard", "v1.0");
  });

  test("no contract at that revision: everything is new", async () => {
    const { status, stdout } = await bough(["diff", "app/src/api.ts", "--since", "v0.9"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^app\/src\/api\.ts since v0\.9: app\/src\/api\.contract\.json does not exist at [\da-f]{7}, so everything is new\n$/,
    );
    const json = await bough(["diff", "app/src/api.ts", "--since", "v0.9", "--format", "json"]);
    expect(JSON.parse(json.stdout)).toEqual({ changes: [], compared: 0, unknown: [] });
  });

  test("a revision that is not there, a broken file, a newer format: clear sentences", async () => {
    const since = (revision: string) => bough(["diff", "app/src/api.ts", "--since", revision]);
    expect(await since("v9")).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringMatching(/there is no such revision.*`fetch-depth: 0`/),
    });
    expect((await since("--all")).status).toBe(2);
    for (const [text, message] of [
      ['{ "format": 2 }', "has format 2, and this version of bough reads format 1: update"],
      ["<<<<<<< HEAD\n{}\n", "has conflict markers: take either side, and run bough contract"],
      ["{", "is not JSON"],
      ['{ "format": 1, "endpoints": [{}], "components": {} }', "is not a contract"],
    ] as const) {
      write({ "app/src/api.contract.json": text });
      commit("damages the file");
      git("tag", "--force", "damaged");
      expect(await since("damaged")).toMatchObject({
        status: 2,
        stdout: "",
        stderr: expect.stringContaining(message),
      });
      git("reset", "--quiet", "--hard", "v1.0");
    }
    git("checkout", "--quiet", "--orphan", "alone");
    commit("another history");
    git("tag", "alone-commit");
    git("checkout", "--quiet", "main");
    expect((await since("alone-commit")).stderr).toContain("no common commit");
  });

  test("without git, one sentence", async () => {
    const { PATH } = process.env;
    process.env["PATH"] = "";
    try {
      const { status, stderr } = await bough(["diff", "app/src/api.ts", "--since", "v1.0"]);
      expect(stderr).toContain("--since needs git, and there is no git on this machine");
      expect(status).toBe(2);
    } finally {
      process.env["PATH"] = PATH;
    }
  });
});

describe("bough diff of two files", { timeout: limit }, () => {
  const paths = (schema: object, parameters: readonly object[] = []): object => ({
    "/v1/users": {
      get: {
        parameters,
        responses: { 200: { description: "", content: { "application/json": { schema } } } },
      },
    },
  });
  const document = (version: string, schema: object, more: object = {}): string =>
    JSON.stringify({
      openapi: version,
      info: { title: "T", version: "1" },
      paths: paths(schema),
      ...more,
    });
  const two = async (
    one: string,
    other: string,
    ...args: readonly string[]
  ): Promise<{
    status: number | null;
    changes: readonly Record<string, unknown>[];
    unknown: readonly object[];
  }> => {
    write({ "one.json": one, "other.json": other });
    const { status, stdout, stderr } = await bough([
      "diff",
      "one.json",
      "other.json",
      "--format",
      "json",
      ...args,
    ]);
    if (stdout === "") throw new Error(stderr);
    return { status, ...(JSON.parse(stdout) as { changes: []; unknown: [] }) };
  };

  test("documents of all versions, in JSON and YAML", async () => {
    const text = { type: "string" };
    for (const version of ["3.0.3", "3.1.0", "3.2.0"]) {
      const same = await two(document(version, text), document("3.1.0", text));
      expect(same).toMatchObject({ status: 0, changes: [], unknown: [] });
      const wider = await two(
        document(version, { type: "integer" }),
        document("3.1.0", { type: "number" }),
      );
      expect(wider).toMatchObject({ status: 1, changes: [{ kind: "response-widened" }] });
    }
    write({
      "a.yaml":
        "openapi: 3.0.0\npaths: { /a: { get: { responses: { 204: { description: x } } } } }\n",
      "b.yml": "openapi: 3.1.0\npaths: {}\n",
    });
    const { stdout } = await bough(["diff", "a.yaml", "b.yml"]);
    expect(stdout).toContain("GET /a\n  breaking  endpoint: clients that call it get 404 or 405");
  });

  test.each([
    ["patternProperties", { "^x": { type: "string" } }, { "^x": { type: "integer" } }],
    ["propertyNames", { maxLength: 5 }, { maxLength: 6 }],
    ["if", { required: ["a"] }, { required: ["b"] }],
    ["dependentRequired", { a: ["b"] }, { a: ["c"] }],
    ["dependentSchemas", { a: { required: ["b"] } }, { a: { required: ["c"] } }],
    ["contains", { const: 1 }, { const: 2 }],
    ["unevaluatedProperties", false, true],
  ])("a change of %s is seen, or unknown with its reason", async (keyword, before, after) => {
    const type = keyword === "contains" ? "array" : "object";
    const schema = (value: unknown): object => ({
      type,
      [keyword]: value,
      ...(keyword === "if" && { else: { minProperties: 3 } }),
    });
    const same = await two(document("3.1.0", schema(before)), document("3.1.0", schema(before)));
    expect(same).toMatchObject({ changes: [], unknown: [] });
    const { changes } = await two(
      document("3.1.0", schema(before)),
      document("3.1.0", schema(after)),
    );
    expect(changes).toHaveLength(1);
    expect(changes[0]?.["effect"]).not.toBe("safe");
  });

  test("references to nothing, to themselves and out of the document are never safe", async () => {
    const a = (schemas: object): object => ({ components: { schemas } });
    const to = { $ref: "#/components/schemas/A" };
    const loop = document("3.1.0", to, a({ A: to }));
    const { changes } = await two(loop, document("3.1.0", to, a({ A: { type: "string" } })));
    expect(changes[0]?.["effect"]).not.toBe("safe");
    const nothing = await two(document("3.1.0", to), document("3.1.0", { type: "string" }));
    expect(nothing.changes[0]?.["effect"]).not.toBe("safe");
    expect(await two(loop, loop)).toMatchObject({ changes: [], unknown: [] });
  });

  test("a schema of thousands of alternatives and a pattern that backtracks end in time", async () => {
    const many = (count: number): object => ({
      anyOf: Array.from({ length: count }, (_, index) => ({
        type: "object",
        properties: { [`p${index}`]: { type: "string" } },
        required: [`p${index}`],
      })),
    });
    const count = isComplete ? 10_000 : 2_000;
    const found = await two(document("3.1.0", many(count)), document("3.1.0", many(count + 1)));
    expect(found.changes.length + found.unknown.length).toBeGreaterThan(0);
    const slow = (max: number): object => ({ type: "string", pattern: "^(a+)+$", maxLength: max });
    expect(
      (await two(document("3.1.0", slow(50)), document("3.1.0", slow(60)))).changes,
    ).toHaveLength(1);
  });

  test("a contract file with a document, and a module with either", async () => {
    const contract = "app/src/api.contract.json";
    const fails = ["--for", "both", "--fail-on", "any", "--unknown", "fail"];
    await bough(["openapi", "app/src/api.ts", "--out", "openapi.json"]);
    expect((await bough(["diff", contract, "app/src/api.ts", ...fails])).stdout).toBe(
      `${contract} to app/src/api.ts: no changes in 3 common endpoints\n`,
    );
    await bough(["schemas", "app/src/api.ts"]);
    await bough(["openapi", "app/src/api.ts", "--out", "openapi.yaml"]);
    rmSync(inProject("app/src/api.schemas.ts"));
    for (const [one, other] of [
      ["openapi.yaml", contract],
      [contract, "openapi.yaml"],
      ["openapi.yaml", "app/src/api.ts"],
      ["app/src/api.ts", "openapi.yaml"],
    ] as const) {
      const { status, stdout } = await bough(["diff", one, other, ...fails]);
      expect({ status, stdout }).toEqual({
        status: 0,
        stdout: `${one} to ${other}: no changes in 3 common endpoints\n`,
      });
    }
  });

  test("what only a server knows is named once and not compared", async () => {
    write({
      "app/src/server.ts": `${api()}\nimport { createServer } from "bough/server";\nexport const server = createServer({ basePath: "/base" });\nserver.route(api.users.list, () => []);\nserver.route(api.users.create, ({ body }) => ({ id: "1", ...body }));\nserver.route(api.users.user.find, ({ ids }) => ({ id: ids.user, name: "", kind: "a" as const }));`,
    });
    const { status, stdout } = await bough([
      "diff",
      "app/src/api.contract.json",
      "app/src/server.ts",
      "--unknown",
      "fail",
    ]);
    rmSync(inProject("app/src/server.ts"));
    expect(stdout).toContain("only app/src/server.ts has them\n");
    expect(status).toBe(0);
  });

  test("--root compares one root", async () => {
    const roots = (type: string): string =>
      [
        'import { get, rootResource } from "bough";',
        'export const v1 = rootResource("v1", { ping: get("ping").response<1>() });',
        `export const v2 = rootResource("v2", { ping: get("ping").response<${type}>() });`,
      ].join("\n");
    write({ "app/src/several.ts": roots("2") });
    await bough(["contract", "app/src/several.ts"]);
    write({ "app/src/several.ts": roots("string") });
    const args = ["diff", "app/src/several.contract.json", "app/src/several.ts"];
    expect((await bough(args)).status).toBe(1);
    expect((await bough([...args, "--root", "v2"])).status).toBe(1);
    expect((await bough([...args, "--root", "v1"])).stdout).toContain(
      "no changes in 1 common endpoint\n",
    );
    for (const name of ["several.ts", "several.contract.json"]) rmSync(inProject("app/src", name));
  });

  test("Markdown tells a change of a shared component once, and JUnit is well-formed", async () => {
    const parts = { user: 'id: string; kind: "a" | "b"', limit: "integer()" };
    const markdown = (await changed(parts, "--since", "v1.0", "--format", "markdown")).stdout;
    expect(markdown.match(/: clients that read name find nothing ·/g)).toHaveLength(1);
    expect(markdown).toContain("at `GET /v1/users`, `GET /v1/users/{}`, `POST /v1/users`");
    expect(markdown.indexOf("**breaking**")).toBeLessThan(markdown.indexOf("- risk"));
    expect(markdown.trimEnd().split("\n").at(-1)).toBe("this needs a major version");
    const junit = (await changed(parts, "--since", "v1.0", "--format", "junit")).stdout;
    expect(junit).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="bough diff">/,
    );
    expect(junit.match(/<failure /g)).toHaveLength(4);
    expect(junit).toContain('classname="GET /v1/users/{}"');
    const clean = (await changed({}, "--since", "v1.0", "--format", "junit")).stdout;
    expect(clean).toContain('tests="1" failures="0"');
  });

  test.each([
    [["diff", "app/src/api.ts"], "compare with what? Pass --since origin/main, or two files"],
    [["diff", "one.json", "--since", "v1.0"], "--since needs a module"],
    [["diff", "one.json", "app/src/api.ts", "--since", "v1.0"], "remove one of the two files"],
    [["diff", "missing.json", "app/src/api.ts"], "there is no file missing.json"],
    [["diff", "package.json", "app/src/api.ts"], "package.json is neither a contract file nor"],
    [["diff", "newer.json", "app/src/api.ts"], "newer.json has format 2"],
    [["diff", "damaged.contract.json", "app/src/api.ts"], "damaged.contract.json is not JSON"],
    [
      ["diff", "app/src/api.contract.json", "app/src/api.ts", "--rules", "none.json"],
      "no file none.json",
    ],
    [
      ["diff", "app/src/api.contract.json", "app/src/api.ts", "--rules", "kinds.json"],
      'no kind "nothing"',
    ],
    [
      ["diff", "app/src/api.contract.json", "app/src/api.ts", "--rules", "effects.json"],
      "the effect of",
    ],
    [["diff", "app/src/api.contract.json", "app/src/api.ts", "--for", "me"], "--for"],
    [["diff", "app/src/api.contract.json", "app/src/api.ts", "--fail-on", "safe"], "--fail-on"],
  ])("%j ends with 2 and one sentence", async (args, message) => {
    write({
      "newer.json": '{ "format": 2 }',
      "damaged.contract.json": "{",
      "kinds.json": '{ "nothing": "safe" }',
      "effects.json": '{ "endpoint-added": "fatal" }',
    });
    const { status, stdout, stderr } = await bough(args);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n\s+at \S+ \(/);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  });
});
