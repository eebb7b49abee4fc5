// Conduit as it runs in production: three processes behind nginx with one PostgreSQL server, all of them as
// programs. Under load PostgreSQL is killed twice and one process once. Afterwards every write that was
// acknowledged is there, and none is there twice.
import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient, credential, CallError } from "bough/client";
import type { Client } from "bough/client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { api, Token } from "../src/api.ts";
import { freePort, PostgresServer, reasonToSkip } from "./postgres-server.ts";
import { Processes } from "./processes.ts";

const LIMIT = 180_000;
const WRITES = 600;
const WRITERS = 12;

const example = fileURLToPath(new URL("..", import.meta.url));
const nginx = ["nginx", "/usr/sbin/nginx"].find((path) => spawnSync(path, ["-v"]).status === 0);
const reason = reasonToSkip() ?? (nginx === undefined ? "there is no nginx" : undefined);
const isSkipped = reason !== undefined && !process.env["CI"];
if (isSkipped) console.warn(`Conduit is not tested behind nginx: ${reason}`);

describe.skipIf(isSkipped)("three processes behind nginx", () => {
  let folder: string;
  let processes: Processes;
  let proxy: ChildProcess | undefined;
  let server: PostgresServer;
  let url: string;
  let ports: number[];

  beforeAll(async () => {
    if (nginx === undefined) throw new Error("there is no nginx: apt-get install nginx");
    folder = await mkdtemp(join(tmpdir(), "conduit-cluster-"));
    // Started by root, nginx works as somebody else.
    await chmod(folder, 0o755);
    server = await PostgresServer.create();
    processes = await Processes.build(server.url);
    ports = [await freePort(), await freePort(), await freePort()];
    await Promise.all(ports.map((port) => processes.start(port)));
    await startNginx();
  }, LIMIT);

  afterAll(async () => {
    proxy?.kill();
    if (proxy !== undefined) await once(proxy, "close");
    await processes.close();
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  }, LIMIT);

  /** Starts nginx with the example's configuration, but for its ports. */
  async function startNginx(): Promise<void> {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const text = await readFile(join(example, "nginx.conf"), "utf8");
    const config = join(folder, "nginx.conf");
    const at = (name: string): string => `:${ports[Number(name.slice(-1)) - 1] ?? port}`;
    await writeFile(
      config,
      text.replaceAll(/:(?:8080|300[123])\b/g, (name) =>
        name === ":8080" ? `:${port}` : at(name),
      ),
    );
    proxy = spawn(nginx as string, ["-p", folder, "-c", config], { stdio: "ignore" });
    const isHealthy = async (): Promise<void> =>
      expect((await fetch(`${url}/health`)).status).toBe(204);
    await vi.waitFor(isHealthy, { timeout: 30_000 });
  }

  test("lose no acknowledged write, and write nothing twice", { timeout: LIMIT }, async () => {
    const token = await signUp();
    const client = createClient({
      baseUrl: url,
      credentials: [credential(Token, token)],
      timeout: 30_000,
    });
    const acknowledged = new Set<string>();
    const refused: string[] = [];

    /** Publishes an article with a title of its own; `false` if nobody knows whether it was. */
    async function write(title: string): Promise<boolean> {
      const article = { title, description: "d", body: "b", tagList: [title] };
      try {
        const result = await client.request(api.articles.create, { article });
        if (result.ok) acknowledged.add(result.body.article.title);
        else refused.push(result.failure.name);
        return result.ok;
      } catch (error) {
        // A connection that breaks under a POST: the proxy does not send it again.
        if (!(error instanceof CallError)) throw error;
        refused.push(error.name);
        return false;
      }
    }

    let started = 0;
    const writer = async (): Promise<void> => {
      while (started < WRITES) {
        // Whoever is refused waits, as `Retry-After` says, but shorter.
        if (!(await write(`title ${++started}`))) await new Promise((done) => setTimeout(done, 50));
      }
    };
    const reached = (count: number): Promise<unknown> =>
      expect
        .poll(() => acknowledged.size + refused.length, { timeout: LIMIT })
        .toBeGreaterThan(count);

    async function disturb(): Promise<void> {
      await reached(60);
      await server.kill();
      await reached(100);
      server.start();
      const [port = 0] = ports;
      const before = acknowledged.size;
      await expect.poll(() => acknowledged.size, { timeout: LIMIT }).toBeGreaterThan(before + 40);
      await processes.kill(port);
      await processes.start(port);
      await server.kill();
      server.start();
    }

    await Promise.all([disturb(), ...Array.from({ length: WRITERS }, writer)]);

    // Everything works again, on each process.
    for (const port of ports) {
      await expect
        .poll(() => fetch(`http://127.0.0.1:${port}/health`).then(({ status }) => status), {
          timeout: 30_000,
        })
        .toBe(204);
    }
    const stored = await titles(client);
    expect(new Set(stored).size).toBe(stored.length);
    expect([...acknowledged].filter((title) => !stored.includes(title))).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(100);
    expect(refused.length).toBeGreaterThan(0);
    // What was refused by the database, and not by a broken connection, was not written either way or twice.
    expect(stored.length - acknowledged.size).toBeLessThanOrEqual(refused.length);
  });

  test(
    "repeat what may be repeated, and see one another's writes at once",
    { timeout: LIMIT },
    async () => {
      const token = await signUp();
      const clients = ports.map((port) =>
        createClient({
          baseUrl: `http://127.0.0.1:${port}`,
          credentials: [credential(Token, token)],
        }),
      );
      const [one] = clients as [Client];
      const article = { title: `shared ${crypto.randomUUID()}`, description: "d", body: "b" };
      const { slug } = (await one.request(api.articles.create, { article }).bodyOrThrow()).article;
      const same = api.articles.article(slug);
      // PUT and favorites may come twice, from several processes at the same time.
      await Promise.all(
        clients.flatMap((client) => [
          client.request(same.favorite.add).bodyOrThrow(),
          client.request(same.change, { article: { body: "changed" } }).bodyOrThrow(),
        ]),
      );
      for (const client of clients) {
        const found = await client.request(same.find).bodyOrThrow();
        expect(found.article).toMatchObject({
          body: "changed",
          favoritesCount: 1,
          favorited: true,
        });
      }
    },
  );

  async function signUp(): Promise<string> {
    const username = `u${crypto.randomUUID().slice(0, 8)}`;
    const user = { username, email: `${username}@example.test`, password: "correct horse" };
    const created = await createClient({ baseUrl: url }).request(api.users.create, { user });
    return created.bodyOrThrow().user.token;
  }

  async function titles(client: Client): Promise<string[]> {
    const all: string[] = [];
    for (;;) {
      const parameters = { limit: 100, offset: all.length };
      const { articles } = await client.request(api.articles.list, { parameters }).bodyOrThrow();
      if (articles.length === 0) return all;
      all.push(...articles.map(({ title }) => title));
    }
  }
});
