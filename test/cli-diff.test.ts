// `bough diff` of two files in a separate project, which is a Git repository.
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api, contractProject } from "./support/contract-project.ts";
import { isComplete } from "./support/matrix.ts";

const limit = 240_000;
const { begin, bough, inProject, remove, write } = contractProject();

beforeAll(begin, limit);

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
