// The examples do what they say: their calls in memory, and in a separate process on a port.

import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer as createNetServer } from "node:net";
import type { AddressInfo } from "node:net";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { listen } from "bough/node";
import type { OpenApiDocument } from "bough-openapi";
import { createClient } from "bough/client";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Journal } from "../examples/cluster/journal.ts";
import { createJournalServer } from "../examples/cluster/server.ts";
import { createEdgeServer } from "../examples/edge/server.ts";
import { createApp as createExpressApp } from "../examples/express/app.ts";
import { createApp as createFastifyApp } from "../examples/fastify/app.ts";
import { createApp as createHonoApp } from "../examples/hono/app.ts";
import { api } from "../examples/users/api.ts";
import { callUsers } from "../examples/users/client.ts";
import { routeHome } from "../examples/home.ts";
import { createUsersServer, TOKEN } from "../examples/users/server.ts";
import { freePortFrom, wantedPort } from "../scripts/ports.mjs";
import { isWithoutChromium, launchChromium } from "./support/chromium.ts";
import { repository } from "./support/staged-package.ts";

const limit = 120_000;

describe("the users example in memory", () => {
  test("answers every call as expected", async () => {
    const { rows } = await callUsers({ fetch: createUsersServer().fetch }, TOKEN);
    expect(rows.filter(({ expected }) => expected !== undefined)).toEqual([]);
  });

  test("uses every method", async () => {
    const { rows } = await callUsers({ fetch: createUsersServer().fetch }, TOKEN);
    const methods = new Set(rows.map(({ call }) => call.replace(/ .*/, "")));
    expect(methods).toEqual(new Set(["GET", "QUERY", "POST", "PUT", "PATCH", "DELETE", "HEAD"]));
  });

  test("says which calls were not as expected", async () => {
    const { rows } = await callUsers({ fetch: createUsersServer().fetch }, "a-guess");
    const wrong = rows.filter(({ expected }) => expected !== undefined);
    expect(wrong[0]).toMatchObject({ answer: "401 unauthorized", expected: "200" });
  });
});

describe.skipIf(isWithoutChromium("the docs page of the users example"))(
  "the docs page of the users example",
  () => {
    test("takes the token in its Authorize button and sends it", { timeout: 60_000 }, async () => {
      const listening = await listen(createUsersServer());
      const browser = await launchChromium(60_000);
      try {
        const client = createClient({ baseUrl: listening.url });
        const newUser = { name: "Ada", email: "ada@example.test" };
        const { id } = await client.request(api.users.create, newUser).bodyOrThrow();
        const page = await browser.newPage();
        await page.goto(`${listening.url}/docs`);
        const operation = page.locator(".opblock-delete", {
          has: page.locator('[data-path="/v1/users/{user}"]'),
        });
        const remove = async (): Promise<string> => {
          await operation.locator(".execute").click();
          const status = operation.locator(".live-responses-table .response-col_status").last();
          await status.waitFor();
          return (await status.innerText()).trim();
        };
        await operation.locator(".opblock-summary").click();
        await operation.locator(".try-out__btn").click();
        await operation.locator("input").fill(id);
        expect(await remove()).toMatch(/^401/);

        await page.locator(".auth-wrapper .btn.authorize").click();
        await page.locator(".modal-ux input").fill(TOKEN);
        await page.locator(".modal-ux .btn.authorize").click();
        await page.locator(".modal-ux .btn-done").click();
        await operation.locator(".btn-clear").click();
        expect(await remove()).toMatch(/^204/);
      } finally {
        await browser.close();
        await listening.close();
      }
    });
  },
);

describe("/ of an example", () => {
  const place = { env: { REGION: "here", SIGNING_KEY: "", RATES: { fetch } } };
  const asked = (path: string): Request => new Request(`http://h.test${path}`);
  const folder = mkdtempSync(join(tmpdir(), "bough-home-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let journal: Promise<Journal> | undefined;
  const express = async (path: string): Promise<Response> => {
    const listening = createExpressApp().listen(0, "127.0.0.1");
    await once(listening, "listening");
    const { port } = listening.address() as AddressInfo;
    try {
      return await fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual" });
    } finally {
      listening.close();
    }
  };
  const fastify = async (path: string): Promise<Response> => {
    const { statusCode, headers, body } = await createFastifyApp().inject(path);
    const { location } = headers;
    return new Response(body, { status: statusCode, ...(location && { headers: { location } }) });
  };

  test.each<readonly [string, (path: string) => Promise<Response>]>([
    [
      "users",
      async (path) => {
        const server = createUsersServer();
        routeHome(server, "/docs");
        return server.fetch(asked(path));
      },
    ],
    [
      "cluster",
      async (path) =>
        createJournalServer(await (journal ??= Journal.open(join(folder, "journal.log")))).fetch(
          asked(path),
        ),
    ],
    ["edge", async (path) => createEdgeServer().handle(asked(path), place)],
    ["hono", async (path) => createHonoApp().request(path)],
    ["express", express],
    ["fastify", fastify],
  ])("leads to a page: %s", async (_, send) => {
    const found = await send("/");
    expect([found.status, (await send(found.headers.get("location") ?? "")).status]).toEqual([
      302, 200,
    ]);
  });
});

describe("the port of an example", () => {
  test.each<[string, readonly string[], Readonly<Record<string, string>>, string]>([
    ["users", [], {}, "3000"],
    ["edge", [], {}, "8787"],
    ["users", [], { PORT: "4000" }, "4000"],
    ["users", ["--once", "--port", "5000"], { PORT: "4000" }, "5000"],
    ["users", ["--port=5000"], {}, "5000"],
  ])("of %s with %j and %j", (name, args, env, port) => {
    expect(wantedPort(name, args, env)).toBe(port);
  });

  test("is another one, and a line says so, if somebody listens on it", async () => {
    const other = createNetServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const said: string[] = [];
    try {
      const free = await freePortFrom(String(port), (line) => said.push(line));
      expect(Number(free)).toBeGreaterThan(port);
      expect(said).toEqual([
        `Port ${port} is taken, so ${free} is used; choose one with --port.\n`,
      ]);
    } finally {
      other.close();
    }
    expect(await freePortFrom("abc")).toBe("abc");
  });
});

describe("npm start", () => {
  const folder = mkdtempSync(join(tmpdir(), "bough-start-"));

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test(
    "installs what the users example needs, for every supported Node",
    { timeout: 60_000 },
    () => {
      const lock = JSON.parse(readFileSync(join(repository, "package-lock.json"), "utf8")) as {
        readonly packages: Readonly<Record<string, object>>;
      };
      const workspaces = Object.keys(lock.packages).filter(
        (path) => !path.includes("node_modules"),
      );
      for (const file of [
        "package-lock.json",
        ...workspaces.map((path) => join(path, "package.json")),
      ]) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        cpSync(join(repository, file), join(folder, file));
      }
      const args = ["ci", "--dry-run", "--offline", "-w", "bough", "-w", "bough-example-users"];
      const { stdout, stderr, status } = spawnSync("npm", args, {
        cwd: folder,
        encoding: "utf8",
        shell: process.platform === "win32",
      });
      // npm warns here of packages that do not support this Node.
      expect(stderr).not.toContain("npm warn");
      expect(status).toBe(0);
      const added = [...stdout.matchAll(/^add (\S+) /gm)].map(([, name]) => name);
      expect(added).toEqual(expect.arrayContaining(["bough", "typescript", "zod"]));
      expect(added).not.toContain("vitest");
      expect(added.length).toBeLessThan(200);
    },
  );
});

describe("the client of the users example", () => {
  test("bundles no schemas", async () => {
    const { metafile } = await build({
      entryPoints: [join(repository, "examples/users/client.ts")],
      bundle: true,
      platform: "node",
      format: "esm",
      conditions: ["bough:source"],
      write: false,
      metafile: true,
    });
    const bundled = Object.keys(metafile.inputs);
    expect(bundled).toContain("examples/users/api.ts");
    expect(bundled.filter((file) => /schemas\.ts$|\/zod\//.test(file))).toEqual([]);
  });
});

// Bundled from the sources, so that no build takes part.
describe("the users example as a process", () => {
  const folder = join(repository, "examples/.out/test");
  const program = join(folder, `users-${process.pid}.mjs`);
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    await build({
      entryPoints: [join(repository, "examples/users/main.ts")],
      outfile: program,
      bundle: true,
      platform: "node",
      format: "esm",
      packages: "bundle",
      external: ["console-table-printer"],
      conditions: ["bough:source"],
      logLevel: "warning",
    });
  }, limit);

  afterEach(() => {
    running.splice(0).forEach((child) => child.kill("SIGKILL"));
  });

  afterAll(() => {
    rmSync(program, { force: true });
  });

  function start(...args: readonly string[]) {
    const child = spawn(process.execPath, [program, ...args], { timeout: limit });
    running.push(child);
    const output = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output.out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output.err += text));
    const ended = once(child, "close").then(([code]) => code as number | null);
    const said = async (what: RegExp): Promise<string> => {
      for (;;) {
        const found = what.exec(output.out);
        if (found !== null) return found[1] ?? "";
        const code = await Promise.race([ended, once(child.stdout, "data")]);
        if (!Array.isArray(code))
          throw new Error(`ended with ${code}:\n${output.out}${output.err}`);
      }
    };
    return { child, output, ended, said };
  }

  test("ends after the calls with --once", { timeout: limit }, async () => {
    const { output, ended } = start("--once", "--port", "0");
    expect(await ended).toBe(0);
    expect(output.err).toBe("");
    expect(output.out).toMatch(/│ ✓ │ GET \/v1\/service\/health +│ 204/);
    expect(output.out).toMatch(/\d+ calls, all as expected\.\n$/);
  });

  test("takes a free port where its own is taken", { timeout: limit }, async () => {
    const first = start("--port", "0");
    const port = await first.said(/listens on http:\/\/127\.0\.0\.1:(\d+)/);
    const second = start("--once", "--port", port);
    expect(await second.ended).toBe(0);
    expect(second.output.out).toContain(`Port ${port} is taken, so a free one is used`);
  });

  test.each(["abc", "70000"])("refuses the port %s", { timeout: limit }, async (port) => {
    const { output, ended } = start("--port", port);
    expect(await ended).toBe(1);
    expect(output.err).toContain(`the port is "${port}"`);
  });

  test.skipIf(process.platform === "win32")(
    "prints curl lines that are answered as they say, and ends at Ctrl-C",
    { timeout: limit },
    async () => {
      const { child, output, ended, said } = start("--port", "0");
      await said(/(Ctrl-C)/);
      const [, docs = ""] = /docs page is (\S+)\. /.exec(output.out) ?? [];
      const document = (await (await fetch(`${docs}/openapi.json`)).json()) as OpenApiDocument;
      expect(Object.keys(document.components?.schemas ?? {})).toContain("UserFilter");
      expect((await fetch(docs)).status).toBe(200);
      const lines = [...output.out.matchAll(/^# (\d+): (.+)\ncurl -i (.+)$/gm)];
      expect(lines.length).toBeGreaterThan(10);
      for (const [, status, what, rest] of lines) {
        const curl = `curl -s -o /dev/null --max-time 60 -w '%{http_code}' ${rest}`;
        const { stdout } = spawnSync("sh", ["-c", curl], { encoding: "utf8" });
        expect(`${stdout}: ${what}`).toBe(`${status}: ${what}`);
      }
      child.kill("SIGINT");
      expect(await ended).toBe(0);
    },
  );
});
