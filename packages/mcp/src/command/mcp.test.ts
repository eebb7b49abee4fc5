// `bough mcp` in a project of a user, whose packages are those of this repository.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Output } from "../../../cli/src/output.ts";
import { exitCodeOf } from "../../../cli/src/run.ts";
import { toolkitOf } from "../../../cli/src/toolkit.ts";
import { addCommands } from "../command.ts";
import { mcp, type McpCommandOptions } from "./mcp.ts";

const API = `
import { apiKey, bearer, get, post, rootResource } from "bough";
import { allOf, basic } from "bough/existing";
import { z } from "zod";
const Note = z.object({ text: z.string() });
export const api = rootResource("v1", {
  read: get("note").response(Note).describe({ summary: "Reads the note." }),
  write: post("note").request(Note).response(Note),
  secret: get("secret").security(bearer("token")).response(Note),
  partner: get("partner").security(allOf(apiKey("key", { header: "x-api-key" }), basic("login"))).response(Note),
  slow: get("slow").response(Note),
});
`;
const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  paths: {
    "/v1/note": {
      get: {
        operationId: "read",
        summary: "Reads.",
        responses: {
          200: {
            description: "ok",
            content: { "application/json": { schema: { type: "object" } } },
          },
        },
      },
    },
  },
};
const modules = fileURLToPath(new URL("../../../../node_modules", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "bough-mcp-"));
const at = (name: string): string => join(folder, name);
const seen: string[] = [];
const aborted: string[] = [];
let server: Server;
let url: string;

beforeAll(async () => {
  symlinkSync(modules, at("node_modules"));
  writeFileSync(at("package.json"), '{ "type": "module" }');
  writeFileSync(at("api.ts"), API);
  writeFileSync(at("notes.json"), JSON.stringify(DOCUMENT));
  server = createServer((request, response) => {
    const { authorization, "x-api-key": key } = request.headers;
    seen.push(`${request.method} ${request.url} ${authorization} ${String(key)}`);
    if (request.url === "/v1/slow") {
      response.on("close", () => aborted.push("slow"));
      return;
    }
    response.setHeader("content-type", "application/json");
    response.end('{"text":"a note"}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env["BOUGH_MCP_TOKEN"] = "s3cret-token";
  process.env["BOUGH_MCP_LOGIN"] = "ada:pass";
});

afterAll(async () => {
  delete process.env["BOUGH_MCP_TOKEN"];
  delete process.env["BOUGH_MCP_LOGIN"];
  rmSync(folder, { recursive: true, force: true });
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

function printing() {
  const printed = { stdout: "", stderr: "" };
  const to = (name: "stdout" | "stderr"): Writable =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        printed[name] += chunk.toString();
        done();
      },
    });
  const stderr = Object.assign(to("stderr"), { isTTY: false, hasColors: () => false });
  return { printed, streams: { stdout: to("stdout"), stderr } };
}

async function bough(...args: readonly string[]) {
  const { printed, streams } = printing();
  const code = await exitCodeOf(["mcp", ...args], streams, addCommands);
  return { code, ...printed };
}

async function served(
  file: string,
  options: McpCommandOptions,
  lines: readonly (object | string)[],
) {
  const { printed, streams } = printing();
  const input = new PassThrough();
  input.end(
    lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""),
  );
  await mcp(at(file), { url, ...options }, toolkitOf(new Output(streams)), input);
  const messages = printed.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { messages, stderr: printed.stderr };
}

const call = (id: number, name: string, given: object = {}): object => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: given },
});

test("lists what is exposed", async () => {
  const all = await bough(at("api.ts"), "--list");
  expect(all).toMatchObject({ code: 0 });
  expect(all.stdout).toBe(
    "GET  /v1/note  read  read\nGET  /v1/secret  secret  secret\nGET  /v1/partner  partner  partner\nGET  /v1/slow  slow  slow\n",
  );
  const named = await bough(at("api.ts"), "--list", "--expose", "write");
  expect(named.stdout).toBe("POST  /v1/note  write  write\n");
});

test("shakes hands, lists and calls a remote API with credentials of the environment", async () => {
  const { messages, stderr } = await served(
    "api.ts",
    {
      bearerEnv: "BOUGH_MCP_TOKEN",
      credentialEnv: ["key=BOUGH_MCP_TOKEN", "login=BOUGH_MCP_LOGIN"],
      writes: true,
    },
    [
      {
        jsonrpc: "2.0",
        id: 0,
        method: "initialize",
        params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: {} },
      },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 1, method: "tools/list" },
      call(2, "read"),
      call(3, "secret"),
      call(4, "partner"),
      call(5, "write", { body: { text: "a" } }),
    ],
  );
  const byId = new Map(messages.map((message) => [message.id, message.result]));
  expect(byId.get(0)).toMatchObject({ protocolVersion: "2025-11-25" });
  expect(byId.get(1).tools).toHaveLength(5);
  for (const id of [2, 3, 4, 5]) {
    expect(byId.get(id).structuredContent).toEqual({ text: "a note" });
  }
  const login = `Basic ${btoa("ada:pass")}`;
  expect(seen.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    "GET /v1/note undefined undefined",
    `GET /v1/partner ${login} s3cret-token`,
    "GET /v1/secret Bearer s3cret-token undefined",
    "POST /v1/note undefined undefined",
  ]);
  expect(stderr).toContain("no text for the model at 4 endpoints");
  expect(JSON.stringify(messages)).not.toContain("s3cret");
});

test("speaks 2026-07-28, without headers", async () => {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const { messages } = await served("api.ts", {}, [
    { jsonrpc: "2.0", id: "a", method: "server/discover", params: { _meta } },
  ]);
  expect(messages[0]).toMatchObject({ id: "a", result: { resultType: "complete" } });
});

test("calls the API of a document, and says that its texts reach the model", async () => {
  const { messages, stderr } = await served("notes.json", {}, [
    call(1, "v1_note_read"),
    { jsonrpc: "2.0", id: 2, method: "tools/list" },
  ]);
  const [tool] = messages.find(({ id }) => id === 2).result.tools;
  expect(tool.description).toBe("Reads.");
  expect(stderr).toContain("reach the model: use documents that you trust");
  expect(stderr).toMatch(/: 1 endpoint of .*notes\.json at /);
});

test("stops a cancelled call, and answers what is malformed", async () => {
  const { messages } = await served("api.ts", {}, [
    call(1, "slow"),
    "{",
    "[]",
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
  ]);
  const codes: number[] = messages.map(({ error }) => error.code);
  expect(codes.toSorted((a, b) => a - b)).toEqual([-32_700, -32_600]);
});

test("says that the API cannot be reached", async () => {
  const { messages } = await served("api.ts", { url: "http://127.0.0.1:1" }, [call(1, "read")]);
  expect(messages[0].result).toEqual({
    content: [{ type: "text", text: "GET /v1/note could not be called (TypeError)" }],
    isError: true,
  });
});

test.each([
  [["--list", "--expose", "none"], "none\n  is neither a resource nor an endpoint"],
  [[], "--url needs the URL of the API"],
  [["--url", "api.example.com"], "--url needs the URL of the API"],
  [["--list", "--bearer-env", "BOUGH_NO"], "the environment variable BOUGH_NO is not set"],
  [["--list", "--credential-env", "other=BOUGH_MCP_TOKEN"], 'the API has no scheme "other"'],
  [["--list", "--style", "all"], "Allowed choices are tools, search"],
])("refuses %j", async (args, message) => {
  const { code, stdout, stderr } = await bough(at("api.ts"), ...args);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
});
