// The server of `bough mock`: a project in a temporary folder, with the packages of this repository.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Output } from "../output.ts";
import { startMock, type MockCommandOptions } from "./mock.ts";
import type { Serving } from "./serve.ts";

const API = `
import { dynamicResource, failure, get, post, rootResource, staticResource, string } from "bough";
import { z } from "zod";
const Note = z.object({ id: z.string(), text: z.string() });
const NoteNotFound = failure("note-not-found", 404);
export const api = rootResource("v1", {
  notes: staticResource("notes", {
    list: get().response(z.array(Note)),
    create: post().request(Note.pick({ text: true })).response(Note, { status: 201 }),
    note: dynamicResource("note", string(), { find: get().response(Note).failure(NoteNotFound) }),
  }),
});
`;
const modules = fileURLToPath(new URL("../../../../node_modules", import.meta.url));

describe("bough mock", () => {
  const folder = mkdtempSync(join(tmpdir(), "bough-mock-"));
  let serving: Serving | undefined;
  let printed = "";

  beforeEach(() => {
    mkdirSync(folder, { recursive: true });
    symlinkSync(modules, join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, "api.ts"), API);
    printed = "";
  });
  afterEach(async () => {
    await serving?.close();
    serving = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(file: string, options: Partial<MockCommandOptions> = {}): Promise<string> {
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        printed += chunk.toString();
        done();
      },
    });
    const streams = {
      stdout: stream,
      stderr: Object.assign(stream, { isTTY: false, hasColors: () => false }),
    };
    const given = { port: 0, host: "127.0.0.1", seed: 1, ...options };
    serving = await startMock(join(folder, file), given, new Output(streams));
    return serving.url;
  }

  test("serves a declaration, and prints its routes and each call", async () => {
    const url = await start("api.ts");
    expect(printed).toContain("GET     /v1/notes/{note}  notes.note.find");
    expect(printed).toContain("notes.note  create, list, find  id id  0 entities");
    const created = await fetch(`${url}/v1/notes`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"text":"one"}',
    });
    expect([created.status, await created.json()]).toEqual([201, { id: "note-1", text: "one" }]);
    expect(await (await fetch(`${url}/v1/notes`)).json()).toEqual([{ id: "note-1", text: "one" }]);
    const prefer = { prefer: "failure=note-not-found" };
    const missing = await fetch(`${url}/v1/notes/note-1`, { headers: prefer });
    expect(missing.status).toBe(404);
    expect(printed).toMatch(/^POST \/v1\/notes {2}201 {2}\d+ ms$/m);
    expect(printed).toMatch(/^GET \/v1\/notes\/note-1 {2}404 {2}\d+ ms$/m);
  });

  test("lets pages of every origin call it", async () => {
    const url = await start("api.ts");
    const origin = "http://localhost:5173";
    const preflight = await fetch(`${url}/v1/notes`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,prefer",
      },
    });
    expect([preflight.status, ...preflight.headers]).toEqual(
      expect.arrayContaining([
        204,
        ["access-control-allow-origin", origin],
        ["access-control-allow-credentials", "true"],
        ["access-control-allow-methods", "POST"],
        ["access-control-allow-headers", "content-type,prefer"],
      ]),
    );
    const listed = await fetch(`${url}/v1/notes`, { headers: { origin } });
    expect(listed.headers.get("access-control-allow-origin")).toBe(origin);
    expect(listed.headers.get("access-control-expose-headers")).toContain("content-type");
  });

  test("loads again when a file changes, and keeps the old API if the new one is wrong", async () => {
    const url = await start("api.ts");
    const status = async (path: string) => (await fetch(url + path)).status;
    expect(await status("/v2/notes")).toBe(404);
    writeFileSync(join(folder, "api.ts"), API.replace('"v1"', '"v2"'));
    await vi.waitFor(async () => expect(await status("/v2/notes")).toBe(200));
    writeFileSync(join(folder, "api.ts"), "export const api = ;");
    await vi.waitFor(() => expect(printed).toContain("threw an error while it was loaded"));
    expect(await status("/v2/notes")).toBe(200);
  });

  test("responds with 500 and the reason if a body is a type without a schema", async () => {
    writeFileSync(
      join(folder, "api.ts"),
      'import { get, rootResource } from "bough"; export const api = rootResource("v1", { find: get().response<string>() });'.replace(
        "<string>",
        "",
      ),
    );
    const url = await start("api.ts");
    const response = await fetch(`${url}/v1`);
    expect([response.status, await response.json()]).toMatchObject([
      500,
      { detail: expect.stringContaining("run bough schemas src/api.ts") },
    ]);
    expect(printed).toContain("run bough schemas src/api.ts");
  });

  test("serves an OpenAPI document with its examples and its state", async () => {
    const document = {
      openapi: "3.1.0",
      info: { title: "Pets", version: "1" },
      paths: {
        "/pets": {
          get: {
            operationId: "listPets",
            responses: { 200: json({ type: "array", items: ref }) },
          },
          post: {
            operationId: "createPet",
            requestBody: json({ type: "object", properties: { name: { type: "string" } } }),
            responses: { 201: json(ref) },
          },
        },
        "/pets/{petId}": {
          get: {
            operationId: "findPet",
            parameters: [
              { name: "petId", in: "path", required: true, schema: { type: "integer" } },
            ],
            responses: {
              200: json(ref),
              404: json({ type: "object", properties: { message: { type: "string" } } }),
            },
          },
        },
        "/shop": {
          get: {
            operationId: "findShop",
            responses: {
              200: {
                description: "ok",
                content: {
                  "application/json": {
                    schema: { type: "object", properties: { name: { type: "string" } } },
                    examples: { one: { value: { name: "One" } }, two: { value: { name: "Two" } } },
                  },
                },
              },
            },
          },
        },
      },
      components: {
        schemas: {
          Pet: {
            type: "object",
            required: ["id", "name"],
            properties: { id: { type: "integer" }, name: { type: "string" } },
          },
        },
      },
    };
    writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
    const url = await start("openapi.json");
    const created = await fetch(`${url}/pets`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"name":"Rex"}',
    });
    expect([created.status, await created.json()]).toEqual([201, { id: 1, name: "Rex" }]);
    expect(await (await fetch(`${url}/pets/1`)).json()).toEqual({ id: 1, name: "Rex" });
    expect((await fetch(`${url}/pets/2`)).status).toBe(404);
    expect(await (await fetch(`${url}/shop`)).json()).toEqual({ name: "One" });
    const two = await fetch(`${url}/shop`, { headers: { prefer: "example=two" } });
    expect(await two.json()).toEqual({ name: "Two" });
  });

  test("judges bodies by keywords that bough schemas does not write", async () => {
    const Shape = {
      oneOf: [
        { type: "object", required: ["side"], properties: { side: { type: "number" } } },
        { type: "object", required: ["radius"], properties: { radius: { type: "number" } } },
      ],
      properties: {
        tags: { type: "array", items: { enum: ["a/b", "c"] } },
        no: false,
        "a b/c": { type: "null" },
      },
    };
    const shapes = {
      post: {
        requestBody: json({ $ref: "#/components/schemas/Shape" }),
        responses: { 200: json({ $ref: "#/components/schemas/Shape" }) },
      },
    };
    const either = {
      post: {
        requestBody: {
          content: {
            "application/json": { schema: { type: "object", required: ["a"] } },
            "text/plain": { schema: { type: "string" } },
          },
        },
        responses: { 204: { description: "ok" } },
      },
    };
    writeFileSync(
      join(folder, "openapi.json"),
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Shapes", version: "1" },
        paths: { "/shapes": shapes, "/either": either },
        components: { schemas: { Shape } },
      }),
    );
    const url = await start("openapi.json");
    const post = (path: string, body: string, type = "application/json") =>
      fetch(url + path, { method: "POST", headers: { "content-type": type }, body });
    const made: unknown = await (await post("/shapes", '{"side":1}')).json();
    expect("side" in Object(made)).not.toBe("radius" in Object(made));
    const statuses = [
      '{"side":1,"radius":1}',
      '{"side":1,"no":1}',
      '{"side":1,"tags":["c","a/b"]}',
      "{}",
    ].map(async (body) => (await post("/shapes", body)).status);
    expect(await Promise.all(statuses)).toEqual([400, 400, 200, 400]);
    const wrong = await post("/shapes", '{"side":1,"tags":["c","d"]}');
    expect(await wrong.json()).toMatchObject({
      errors: [{ in: "body", pointer: "/tags/1" }],
    });
    const odd = await post("/shapes", '{"side":1,"a b/c":1}');
    expect(await odd.json()).toMatchObject({ errors: [{ in: "body", pointer: "/a b~1c" }] });
    const others = [
      await post("/either", '{"a":1}'),
      await post("/either", "[]"),
      await post("/either", "text", "text/plain"),
    ];
    expect(others.map(({ status }) => status)).toEqual([204, 400, 204]);
  });

  test("reports an example that does not fit its schema once, and makes a value", async () => {
    const schema = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
    const content = {
      schema,
      examples: { old: { value: { id: "x" } }, new: { value: { id: 7 } } },
    };
    const only = { schema, example: {} };
    const responses = (media: object) => ({
      get: { responses: { 200: { description: "ok", content: { "application/json": media } } } },
    });
    writeFileSync(
      join(folder, "openapi.json"),
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Examples", version: "1" },
        paths: { "/two": responses(content), "/one": responses(only) },
      }),
    );
    const url = await start("openapi.json");
    const body = async (path: string, prefer?: string): Promise<unknown> =>
      (await fetch(url + path, { headers: prefer === undefined ? {} : { prefer } })).json();
    expect([await body("/two"), await body("/two")]).toEqual([{ id: 7 }, { id: 7 }]);
    expect(await body("/one")).toEqual({ id: expect.any(Number) });
    expect(await body("/two", "example=old")).toEqual({ id: "x" });
    expect(printed.match(/^bough: .*$/gm)).toEqual([
      'bough: GET /two: the example "old" of its response 200 is not used, because it does not fit its schema at "/id": Instance type "string" is invalid. Expected "integer". Correct the example or the schema.',
      expect.stringContaining('bough: GET /one: the example "example" of its response 200'),
    ]);
  });

  test("names the port that is in use", async () => {
    const url = await start("api.ts");
    const port = Number(new URL(url).port);
    const other = startMock(
      join(folder, "api.ts"),
      { port, host: "127.0.0.1", seed: 1 },
      new Output({
        stdout: new Writable(),
        stderr: Object.assign(new Writable(), { isTTY: false, hasColors: () => false }),
      }),
    );
    await expect(other).rejects.toThrow(`port ${port} is in use: pass another one with --port`);
  });
});

const ref = { $ref: "#/components/schemas/Pet" };

function json(schema: object): object {
  return { description: "ok", content: { "application/json": { schema } } };
}
