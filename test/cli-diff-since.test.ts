// `bough diff --since` in a separate project, which is a Git repository.
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api, contractProject } from "./support/contract-project.ts";

const limit = 240_000;
const { begin, bough, commit, git, inProject, read, remove, write } = contractProject();

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
