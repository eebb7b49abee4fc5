// `bough test` in a project of a user, whose packages are those of this repository.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exitCodeOf } from "../run.ts";

const API = `
import { bearer, get, post, rootResource } from "bough";
import { z } from "zod";
const Note = z.object({ text: z.string() });
export const api = rootResource("v1", {
  read: get("note").response(Note),
  write: post("note").request(Note).response(Note),
  secret: get("secret").security(bearer("token")).response(Note),
});
`;
const modules = fileURLToPath(new URL("../../../../node_modules", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "bough-test-"));
const methods = new Set<string>();
let server: Server;
let url: string;
let note = '{"text":"a note"}';
let isClosed = false;

beforeAll(async () => {
  symlinkSync(modules, join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "api.ts"), API);
  server = createServer(({ method = "", url: path, headers }, response) => {
    methods.add(method);
    const isKnown = path?.startsWith("/v1/note") || path === "/v1/secret";
    const isRefused = path === "/v1/secret" && headers.authorization !== "Bearer s3cret";
    response.statusCode = isRefused || isClosed ? 401 : isKnown ? 200 : 404;
    response.setHeader("www-authenticate", "Bearer");
    response.setHeader("content-type", "application/json");
    response.end(note);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

async function bough(...args: readonly string[]) {
  const ended = { code: 0, stdout: "", stderr: "" };
  const printing = (name: "stdout" | "stderr"): Writable =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        ended[name] += chunk.toString();
        done();
      },
    });
  const stderr = Object.assign(printing("stderr"), { isTTY: false, hasColors: () => false });
  ended.code = await exitCodeOf(args, { stdout: printing("stdout"), stderr });
  return ended;
}

const api = join(folder, "api.ts");

describe("bough test", () => {
  test("prints a table of endpoints and rules, and calls what changes nothing", async () => {
    methods.clear();
    process.env["TEST_TOKEN"] = "s3cret";
    const { code, stdout, stderr } = await bough(
      "test",
      api,
      url,
      "--runs",
      "3",
      "--seed",
      "1",
      "--bearer-env",
      "TEST_TOKEN",
    );
    expect(stderr).toBe(`bough: 6 cases passed at ${url} (seed 1)\n`);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^ENDPOINT +UNKNOWN PATHS +VALID CALLS +WHAT SERVERS OWE +REACHED ENDPOINTS\n\(server\) +ok +ok\nread +ok +should\nsecret +ok +should\n/,
    );
    expect(stdout).toContain(
      "\nshould be better\n  GET /v1/note responded 200 to Accept: application/x-unknown (406 for an Accept that nothing fits)\n",
    );
    expect([...methods].toSorted()).toEqual(["GET", "HEAD"]);
  });

  test("takes options from a module, and those of the command line first", async () => {
    const config = join(folder, "conformance.ts");
    const options = '{ credentials: { token: () => "s3cret" }, runs: 1, seed: 1 }';
    writeFileSync(config, `export const options = ${options};\nexport const none = 1;\n`);
    const taken = await bough("test", api, url, "--config", config, "--seed", "2");
    expect(taken.stderr).toBe(`bough: 6 cases passed at ${url} (seed 2)\n`);
    const refused = await bough("test", api, url, "--config", `${config}#none`);
    expect(refused).toMatchObject({
      code: 2,
      stderr: `bough: ${config} exports no object none: { ids, credentials, given }\n`,
    });
  });

  test("exits with 1 and prints the call, without the token, if the server breaks a rule", async () => {
    note = '{"text":7}';
    process.env["TEST_TOKEN"] = "s3cret";
    const { code, stdout, stderr } = await bough(
      "test",
      api,
      url,
      "--runs",
      "3",
      "--seed",
      "1",
      "--bearer-env",
      "TEST_TOKEN",
      "--json",
    );
    expect(code).toBe(1);
    expect(stderr).toBe(`bough: ${api}: 2 of 6 cases failed at ${url} (seed 1)\n`);
    const { seed, cases } = JSON.parse(stdout) as {
      seed: number;
      cases: { endpoint: string; failed: boolean; findings: { curl: string }[] }[];
    };
    expect(seed).toBe(1);
    const failed = cases.filter((one) => one.failed);
    expect(failed.map(({ endpoint }) => endpoint)).toEqual(["read", "secret"]);
    expect(failed[1]?.findings[0]?.curl).toContain('-H "authorization: Bearer $TEST_TOKEN"');
    expect(stdout).not.toContain("s3cret");
    note = '{"text":"a note"}';
  });

  test("exits with 1 and ends with what was not reached, if the server refuses everything", async () => {
    isClosed = true;
    try {
      const { code, stdout, stderr } = await bough("test", api, url, "--runs", "3", "--seed", "1");
      expect(code).toBe(1);
      expect(stdout).toMatch(/\nread +- +-\nsecret +- +-\n/);
      expect(stdout).toMatch(
        /\nnot reached\n {2}read: every valid call was refused \(401: 3\)\n {2}secret: not generated: pass its credential: .*\n$/,
      );
      expect(stderr).toContain("1 of 6 cases failed");
      expect(stderr).toContain("not reached: read: every valid call was refused (401: 3)");
    } finally {
      isClosed = false;
    }
  });

  test("tests a server by an OpenAPI document", async () => {
    const schema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
    const response = { description: "a note", content: { "application/json": { schema } } };
    const document = {
      openapi: "3.1.0",
      info: { title: "Notes", version: "1" },
      paths: { "/v1/note": { get: { operationId: "readNote", responses: { 200: response } } } },
    };
    writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
    const before = process.cwd();
    process.chdir(folder);
    try {
      const passed = await bough("test", "openapi.json", url, "--runs", "3", "--seed", "1");
      expect(passed.stderr).toMatch(/^bough: \d cases passed at /);
      expect(passed.code).toBe(0);
      note = '{"text":7}';
      const failed = await bough("test", "openapi.json", url, "--runs", "3", "--seed", "1");
      expect(failed.code).toBe(1);
      expect(failed.stderr).toContain('its body does not fit at "/text"');
    } finally {
      note = '{"text":"a note"}';
      process.chdir(before);
    }
  });

  test("calls what changes data with --writes", async () => {
    methods.clear();
    await bough("test", api, url, "--runs", "3", "--seed", "1", "--writes");
    expect(methods.has("POST")).toBe(true);
  });

  test.each([
    [["nowhere"], "nowhere is not the URL of a server: expected http://127.0.0.1:3000"],
    [
      ["http://127.0.0.1:1", "--bearer-env", "NO_SUCH_TOKEN"],
      "the environment variable NO_SUCH_TOKEN is not set",
    ],
    [
      ["http://127.0.0.1:1", "--credential-env", "other=TEST_TOKEN"],
      'the API has no scheme "other": it has token',
    ],
  ])("exits with 2 for wrong use: %j", async (args, message) => {
    const { code, stderr } = await bough("test", api, ...args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: `bough: ${message}\n` });
  });

  test("prints the line that installs bough-testing if it is missing", async () => {
    const other = mkdtempSync(join(tmpdir(), "bough-test-"));
    try {
      writeFileSync(join(other, "api.ts"), "export const api = 1;");
      const { code, stderr } = await bough("test", join(other, "api.ts"), url);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr:
          "bough: bough test needs bough-testing. Run: npm install --save-dev bough-testing\n",
      });
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });
});
