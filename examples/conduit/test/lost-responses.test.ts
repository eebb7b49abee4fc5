// Two processes with one PostgreSQL server behind a proxy that cuts connections at random points. One process is killed
// again and again. Each POST has acted once if it has a response, and at most once if it has thrown. `POSTS=10000` is the
// whole test, which takes 2 minutes on a machine without other work.
import { createClient, credential, CallError, TransportError } from "bough/client";
import type { Client } from "bough/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api, Token } from "../src/api.ts";
import { Database } from "../src/database/database.ts";
import { postgres } from "../src/database/postgres.ts";
import { CuttingProxy } from "./cutting-proxy.ts";
import { freePort, PostgresServer, reasonToSkip } from "./postgres-server.ts";
import { Processes } from "./processes.ts";

const LIMIT = 900_000;
const POSTS = Number(
  process.env["POSTS"] ?? (process.env["BOUGH_TESTS"] === "all" ? 3_000 : 1_000),
);
const KILLS = 10;
const WRITERS = 12;

const reason = reasonToSkip();
if (reason !== undefined) console.warn(`Conduit is not tested with lost responses: ${reason}`);

describe.skipIf(reason !== undefined)("two processes behind a proxy that cuts", () => {
  let server: PostgresServer;
  let database: Database;
  let processes: Processes;
  let proxy: CuttingProxy;
  let ports: readonly [number, number];

  beforeAll(async () => {
    server = await PostgresServer.create();
    database = new Database(postgres(server.url));
    processes = await Processes.build(server.url);
    ports = [await freePort(), await freePort()];
    await Promise.all(ports.map((port) => processes.start(port)));
    // A comment takes about 1,500 bytes.
    proxy = await CuttingProxy.start(ports, { bytes: 15_000 });
  }, LIMIT);

  afterAll(async () => {
    await proxy?.close();
    await processes?.close();
    await database?.close();
    await server?.remove();
  }, LIMIT);

  test(`act once on each of ${POSTS} calls`, { timeout: LIMIT }, async () => {
    const direct = `http://127.0.0.1:${ports[1]}`;
    const user = { username: "ada", email: "ada@example.test", password: "correct horse" };
    const { token } = (
      await createClient({ baseUrl: direct }).request(api.users.create, { user }).bodyOrThrow()
    ).user;
    const clientAt = (baseUrl: string): Client =>
      createClient({
        baseUrl,
        credentials: [credential(Token, token)],
        retry: { attempts: 30, delay: 20 },
        timeout: 60_000,
      });
    const article = { title: "A title", description: "d", body: "b" };
    const { slug } = (
      await clientAt(direct).request(api.articles.create, { article }).bodyOrThrow()
    ).article;
    const { create } = api.articles.article(slug).comments;

    const client = clientAt(proxy.url);
    const ids = new Map<string, number>();
    const thrown = new Map<string, unknown>();
    let started = 0;
    const write = async (): Promise<void> => {
      while (started < POSTS) {
        const body = `comment ${++started}`;
        try {
          const result = await client.request(create, { comment: { body } }).bodyOrThrow();
          ids.set(body, result.comment.id);
        } catch (error) {
          if (!(error instanceof CallError)) throw error;
          thrown.set(body, error);
        }
      }
    };
    const disturb = async (): Promise<void> => {
      for (let kill = 1; kill <= KILLS; kill++) {
        await expect
          .poll(() => started, { timeout: LIMIT })
          .toBeGreaterThan((POSTS * kill) / (KILLS + 2));
        await processes.kill(ports[0]);
        await processes.start(ports[0]);
      }
    };
    await Promise.all([disturb(), ...Array.from({ length: WRITERS }, write)]);

    const stored = await database.query<{ id: number; body: string }>(
      "select id, body from comments",
    );
    const found = new Map(stored.map(({ id, body }) => [body, id]));
    expect(found.size).toBe(stored.length);
    expect([...ids].filter(([body, id]) => found.get(body) !== id)).toEqual([]);
    expect(stored.filter(({ body }) => !ids.has(body) && !thrown.has(body))).toEqual([]);
    expect(ids.size + thrown.size).toBe(POSTS);
    // A call with a key is sent again, unless a part of its response has come.
    for (const error of thrown.values()) {
      expect(error).toBeInstanceOf(TransportError);
      expect(String(error)).toContain("no complete response");
    }
    expect(proxy.cuts).toBeGreaterThan(POSTS / 50);
    expect(ids.size).toBeGreaterThan(POSTS / 2);
    if (process.env["POSTS"] !== undefined) {
      console.log({ posts: POSTS, cuts: proxy.cuts, kills: KILLS, thrown: thrown.size });
    }
  });
});
