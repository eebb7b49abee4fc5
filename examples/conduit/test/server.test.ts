// What the process serves beside the API, and the small parts that other tests use only in one way.
import { spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openApi } from "bough-openapi";
import { createServer } from "bough/server";
import type { FetchServer } from "bough/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nameKey } from "../src/accounts/name-key.ts";
import { Passwords } from "../src/accounts/passwords.ts";
import { Tokens } from "../src/accounts/tokens.ts";
import { schemas } from "../src/api.schemas.ts";
import { api } from "../src/api.ts";
import { Database } from "../src/database/database.ts";
import { embedded } from "../src/database/embedded.ts";
import { lockFolder } from "../src/database/folder-lock.ts";
import { routeHealth } from "../src/health.ts";
import { createConduit } from "../src/server.ts";
import { readSettings } from "../src/settings.ts";
import { routeSite } from "../src/site.ts";
import { SECRET } from "./conduit.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "conduit-"));
});
afterAll(() => rm(folder, { recursive: true }));

const example = fileURLToPath(new URL("..", import.meta.url));
const { resolve } = createRequire(import.meta.url);
const bough = join(dirname(resolve("bough/package.json")), "bin/bough.js");

test("api.schemas.ts is up to date", { timeout: 120_000 }, () => {
  const args = [bough, "schemas", "src/api.ts", "--check"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: example,
    encoding: "utf8",
  });
  expect([status, stderr], stdout).toEqual([0, ""]);
});

test("each token of a user is another one, also within a second", async () => {
  const tokens = new Tokens(SECRET);
  const [one, two] = [await tokens.issue(1), await tokens.issue(1)];
  expect(one).not.toBe(two);
  expect([await tokens.userOf(one), await tokens.userOf(two)]).toEqual([1, 1]);
});

describe("the site", () => {
  let server: FetchServer;
  let database: Database;
  const script = `console.log(${JSON.stringify("x".repeat(2_000))});`;

  beforeAll(async () => {
    const page = join(folder, "page");
    await mkdir(join(page, "assets"), { recursive: true });
    await writeFile(join(page, "index.html"), "<!doctype html><title>Conduit</title>");
    await writeFile(join(page, "favicon.svg"), "<svg/>");
    await writeFile(join(page, "assets/index-4f2a.js"), script);
    database = new Database(embedded({}));
    const passwords = new Passwords({ N: 16, r: 1, p: 1 });
    server = createConduit({ database, passwords, tokens: new Tokens(SECRET) });
    routeHealth(server, database);
    await routeSite(server, page);
  }, 120_000);
  afterAll(() => database.close());

  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    server.fetch(`http://conduit.test${path}`, { headers });

  test.each([
    "/",
    "/login",
    "/editor/one",
    "/article/one",
    "/profile/ada.l",
    "/profile/ada/favorites",
  ])("answers %s with the page, which browsers check each time", async (path) => {
    const answer = await get(path);
    expect([answer.status, await answer.text()]).toEqual([
      200,
      "<!doctype html><title>Conduit</title>",
    ]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "content-security-policy": expect.stringContaining("script-src 'self';") as string,
      "x-content-type-options": "nosniff",
    });
    const etag = answer.headers.get("etag") ?? "";
    const again = await get(path, { "if-none-match": `W/"x", ${etag}` });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("serves assets compressed, and browsers keep them", async () => {
    const path = "/assets/index-4f2a.js";
    const plain = await get(path, { "accept-encoding": "br, gzip;q=0" });
    expect([plain.headers.get("content-encoding"), await plain.text()]).toEqual([null, script]);
    const zipped = await get(path, { "accept-encoding": "gzip, br" });
    expect(Object.fromEntries(zipped.headers)).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      "content-encoding": "gzip",
      vary: "accept-encoding",
    });
    const unzipped = zipped.body?.pipeThrough(new DecompressionStream("gzip"));
    expect(await new Response(unzipped).text()).toBe(script);
    expect(zipped.headers.get("etag")).not.toBe(plain.headers.get("etag"));
  });

  test("serves files beside the page by their names", async () => {
    const answer = await get("/favicon.svg");
    expect([answer.headers.get("content-type"), await answer.text()]).toEqual([
      "image/svg+xml",
      "<svg/>",
    ]);
  });

  test.each([
    "/nothing",
    "/article/one/two",
    "/profile/ada/nothing",
    "/assets/missing.js",
    "/assets/..%2findex.html",
    "/assets/%2e%2e/index.html",
  ])("shows people who ask for %s a page, with 404", async (path) => {
    const answer = await get(path, { accept: "text/html,*/*;q=0.8" });
    expect([answer.status, await answer.text()]).toEqual([
      404,
      "<!doctype html><title>Conduit</title>",
    ]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": expect.stringMatching(/^text\/html; ?charset=utf-8$/) as string,
      "content-security-policy": expect.stringContaining("script-src 'self';") as string,
      "x-content-type-options": "nosniff",
    });
  });

  test.each([
    ["/api/nothing", 404],
    ["/api", 404],
    ["/api/users", 405],
    ["/docs/nothing", 404],
    ["/health", 204],
    ["/docs", 200],
    ["/docs/openapi.json", 200],
  ])("does not answer %s with the page", async (path, status) => {
    const answer = await get(path);
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toBe("<!doctype html><title>Conduit</title>");
    if (path.startsWith("/api")) {
      expect(answer.headers.get("content-type")).toBe("application/json");
    }
  });
});

describe("health", () => {
  test("is 503 as soon as the process ends", async () => {
    const database = { query: () => Promise.resolve([]) } as unknown as Database;
    const server = createServer();
    let isEnding = false;
    routeHealth(server, database, () => isEnding);
    expect((await server.fetch("http://conduit.test/health")).status).toBe(204);
    isEnding = true;
    expect((await server.fetch("http://conduit.test/health")).status).toBe(503);
  });
});

test("the document of the API has a schema for every body", () => {
  const warnings: string[] = [];
  const document = openApi(api, {
    info: { title: "Conduit", version: "1.0.0" },
    schemas,
    onWarning: (warning) => void warnings.push(warning),
  });
  expect(warnings).toEqual([]);
  expect(Object.keys(document.paths ?? {})).toHaveLength(12);
});

test("the folder of PGlite is its owner's alone, also one that was there before", async () => {
  const data = join(folder, "private");
  const database = join(data, "database");
  const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
  for (const _ of [1, 2]) {
    const driver = embedded({ folder: database });
    await driver.query("select 1", []);
    await driver.close();
    expect([await modeOf(data), await modeOf(database)]).toEqual([0o700, 0o700]);
    await chmod(database, 0o755);
  }
});

test("the folder of PGlite belongs to one running process", async () => {
  const locked = join(folder, "locked");
  const unlock = await lockFolder(locked);
  expect(await readFile(`${locked}.lock`, "utf8")).toBe(String(process.pid));
  await unlock();
  await writeFile(`${locked}.lock`, String(process.ppid));
  await expect(lockFolder(locked)).rejects.toThrow(`process ${process.ppid} uses ${locked}`);
  // No process has this id.
  await writeFile(`${locked}.lock`, "999999999");
  await lockFolder(locked);
});

describe("settings", () => {
  test("have defaults, and keep one secret in the folder", async () => {
    const data = join(folder, "data");
    const first = await readSettings(["--data", data, "--port", "0"], {});
    const second = await readSettings([], { DATA_FOLDER: data, PORT: "8080" });
    expect(first).toMatchObject({ hostname: "127.0.0.1", port: 0, tokenSeconds: 604_800 });
    expect(second.port).toBe(8080);
    expect(first.secret).toHaveLength(32);
    expect(second.secret).toEqual(first.secret);
  });

  test.each([
    [{ PORT: "x" }, 'PORT is "x"; it has to be from 0 to 65535'],
    [{ TOKEN_SECONDS: "0" }, 'TOKEN_SECONDS is "0"; it has to be from 1 to 31536000'],
    [{ TOKEN_SECRET: "short" }, "TOKEN_SECRET needs at least 32 bytes"],
    [{ DATABASE_URL: "postgres://db" }, "DATABASE_URL needs TOKEN_SECRET beside it"],
  ])("refuse %j", async (env, message) => {
    await expect(readSettings(["--data", join(folder, "none")], env)).rejects.toThrow(message);
  });
});

describe("passwords", () => {
  test("are hashed with salt, and verified in any Unicode form", async () => {
    const passwords = new Passwords({ N: 1024, r: 8, p: 1 });
    const [one, two] = [await passwords.hash("caf\u00e9 au lait"), await passwords.hash("x")];
    expect(one).toMatch(/^scrypt\$1024\$8\$1\$[\w+/]{22}==\$[\w+/]{43}=$/);
    expect(await passwords.hash("x")).not.toBe(two);
    expect(await passwords.verify("cafe\u0301 au lait", one)).toBe(true);
    expect(await passwords.verify("cafe au lait", one)).toBe(false);
    expect(await passwords.verify("anything", undefined)).toBe(false);
    // Another cost: the hash names its own.
    expect(await new Passwords().verify("x", two)).toBe(true);
  });
});

test.each([
  ["Ada", "ADA"],
  ["Ada", "ａｄａ"],
  ["Zoe\u0301", "ZO\u00c9"],
  ["Straße", "STRASSE"],
  ["ΟΔΥΣΣΕΥΣ", "οδυσσευς"],
  ["ﬁn", "FIN"],
  ["ſ", "s"],
])("%j and %j are one name", (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other));
});

test.each([
  ["Ada", "Adа (Cyrillic)"],
  ["a b", "ab"],
  ["é", "e"],
])("%j and %j are two names", (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other));
});
