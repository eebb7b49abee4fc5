// The cluster example as it would run: three processes behind nginx. Under load one process is killed and
// another restarted, and nothing that was acknowledged may be lost. Where there is no nginx those tests are
// skipped, but never on a build server.

import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { appendFile, chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, CallError, UnexpectedResponseError } from "bough/client";
import type { Client, ClientOptions } from "bough/client";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { api, Draining, EntryDiffers, EntryNotFound } from "../examples/cluster/api.ts";
import type { Entry } from "../examples/cluster/api.ts";
import { Journal } from "../examples/cluster/journal.ts";
import { createJournalServer } from "../examples/cluster/server.ts";
import { describeIfComplete } from "./support/matrix.ts";
import { nginx } from "./support/nginx.ts";
import { RawClient } from "./support/raw-client.ts";
import { repository } from "./support/staged-package.ts";

const limit = 90_000;
const { entries } = api;

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bough-cluster-"));
  // Started by root, nginx works as somebody else.
  await chmod(folder, 0o755);
  file = join(folder, "journal");
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function listed(client: Client): Promise<Entry[]> {
  const all: Entry[] = [];
  for (let after = 0; ;) {
    const page = client.request(entries.list, { parameters: { after, limit: 200 } });
    const { entries: some, next } = await page.bodyOrThrow();
    if (some.length === 0) {
      return all;
    }
    all.push(...some);
    after = next;
  }
}

describe("the journal that two processes keep", () => {
  const open: Journal[] = [];

  afterEach(async () => {
    await Promise.all(open.splice(0).map((journal) => journal.close()));
  });

  async function clientOf(isDraining?: () => boolean): Promise<Client> {
    const journal = await Journal.open(file);
    open.push(journal);
    return createClient({ fetch: createJournalServer(journal, isDraining).fetch });
  }

  test("is one: each finds what the other has stored, in one order", async () => {
    const [one, other] = [await clientOf(), await clientOf()];
    const clients = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? one : other));
    await Promise.all(
      clients.map((client, index) =>
        client.request(entries.append, { text: `${index}\n"é"` }).bodyOrThrow(),
      ),
    );
    const all = await listed(one);
    expect(new Set(all.map(({ text }) => text)).size).toBe(60);
    expect(await listed(other)).toEqual(all);
  });

  test("takes the same entry twice as one, and another with its id not at all", async () => {
    const [one, other] = [await clientOf(), await clientOf()];
    const { put, find } = entries.entry(crypto.randomUUID());
    expect((await one.request(find)).failedWith(EntryNotFound)).toBe(true);
    expect((await one.request(put, { text: "a" })).status).toBe(201);
    expect((await other.request(put, { text: "a" })).status).toBe(200);
    expect((await other.request(put, { text: "b" })).failedWith(EntryDiffers)).toBe(true);
    expect((await other.request(find).bodyOrThrow()).text).toBe("a");
    expect(await listed(one)).toHaveLength(1);
  });

  test("lets one of two win that come at the same time with one id", async () => {
    const clients = [await clientOf(), await clientOf(), await clientOf()];
    const { put, find } = entries.entry(crypto.randomUUID());
    const results = await Promise.all(
      clients.map((client, index) => client.request(put, { text: `${index}` })),
    );
    const { text } = await (clients[0] as Client).request(find).bodyOrThrow();
    expect(results.map(({ ok }) => ok)).toEqual([0, 1, 2].map((index) => text === `${index}`));
    for (const client of clients) {
      expect((await listed(client)).map((entry) => entry.text)).toEqual([text]);
    }
  });

  test("leaves out the half line of a process that was killed, and nothing behind it", async () => {
    const one = await clientOf();
    const first = await one.request(entries.append, { text: "first" }).bodyOrThrow();
    await appendFile(
      file,
      `\n${JSON.stringify({ id: crypto.randomUUID(), text: "lost" })}`.slice(0, 30),
    );
    const second = await one.request(entries.append, { text: "second" }).bodyOrThrow();
    expect(await listed(await clientOf())).toEqual([first, second]);
  });

  test("tells of its health until it drains", async () => {
    let draining = false;
    const client = await clientOf(() => draining);
    expect((await client.request(api.health)).status).toBe(204);
    draining = true;
    const result = await client.request(api.health);
    expect([result.status, result.failedWith(Draining)]).toEqual([503, true]);
  });
});

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  /** The code and the signal that ended it. */
  readonly ended: Promise<readonly [code: number | null, signal: string | null]>;
  readonly errors: () => string;
}

describeIfComplete("the cluster example behind nginx", () => {
  let program: string;
  let programs: string | undefined;
  let running: Running[] = [];
  let url: string;
  let port: number;

  beforeAll(async () => {
    if (nginx === undefined) {
      throw new Error("There is no nginx: apt-get install nginx, or name one in NGINX.");
    }
    programs = await mkdtemp(join(tmpdir(), "bough-cluster-"));
    program = join(programs, "main.mjs");
    await build({
      entryPoints: [join(repository, "examples/cluster/main.ts")],
      outfile: program,
      bundle: true,
      platform: "node",
      format: "esm",
      conditions: ["bough:source"],
      logLevel: "warning",
    });
  }, limit);

  afterAll(async () => {
    if (programs !== undefined) {
      await rm(programs, { recursive: true, force: true });
    }
  });

  beforeEach(async () => {
    const processes = await Promise.all([startProcess(), startProcess(), startProcess()]);
    await startNginx(processes.map((started) => started.port));
  }, limit);

  afterEach(async () => {
    // nginx ends its own workers only when it is asked to.
    running.forEach(({ child }) => child.kill(child.spawnfile === nginx ? "SIGTERM" : "SIGKILL"));
    await Promise.all(running.map(({ ended }) => ended));
    running = [];
  }, limit);

  function track(child: ChildProcess, at: number): Running {
    let errors = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (errors += text));
    const ended = once(child, "close") as Promise<[number | null, string | null]>;
    const tracked = { child, port: at, ended, errors: () => errors };
    running.push(tracked);
    return tracked;
  }

  async function startProcess(wanted?: number): Promise<Running> {
    const at = wanted ?? (await freePort());
    const args = [program, "--file", file, "--port", String(at), "--grace", "500"];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    const started = track(child, at);
    const said = await Promise.race([once(child.stdout, "data"), started.ended]);
    expect(`${String(said[0])}${started.errors()}`).toBe(`listens on http://127.0.0.1:${at}\n`);
    return started;
  }

  /** Starts nginx with the example's configuration, but for its ports. */
  async function startNginx(processes: readonly number[]): Promise<void> {
    port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const text = await readFile(join(repository, "examples/cluster/nginx.conf"), "utf8");
    const ports = new Map(processes.map((at, index) => [`:${3_001 + index}`, `:${at}`]));
    const config = join(folder, "nginx.conf");
    await writeFile(
      config,
      text.replaceAll(/:(?:8080|300[123])\b/g, (at) => ports.get(at) ?? `:${port}`),
    );
    const args = ["-p", folder, "-c", config];
    const stdio = ["ignore", "ignore", "pipe"] as const;
    const started = track(spawn(nginx as string, args, { stdio: [...stdio] }), port);
    const health = createClient({ baseUrl: url, retry: { attempts: 100, delay: 50 } });
    const answer = await Promise.race([health.request(api.health), started.ended]);
    if (!("status" in answer)) {
      throw new Error(`nginx has ended: ${started.errors()}`);
    }
  }

  // Below those that systems give away by themselves: a process has to find its port free again.
  async function freePort(): Promise<number> {
    for (;;) {
      const at = 20_000 + Math.floor(Math.random() * 12_000);
      const server = createServer().listen(at, "127.0.0.1");
      const isFree = await once(server, "listening").then(
        () => true,
        () => false,
      );
      await new Promise((closed) => server.close(closed));
      if (isFree) {
        return at;
      }
    }
  }

  const clientOf = (options: ClientOptions = {}): Client =>
    createClient({ baseUrl: url, timeout: 20_000, ...options });

  test(
    "loses nothing that it acknowledged when processes are killed and restarted",
    { timeout: limit },
    async () => {
      // Each write has an id or a text of its own, so that whatever became of it can be told afterwards.
      const client = clientOf({ retry: { attempts: 10, delay: 50 } });
      const acknowledged = new Map<string, string>();
      const settled = { put: 0, "put once more": 0, append: 0, refused: [] as unknown[] };
      const milestones: { count: number; pass: () => void }[] = [];
      const reached = (count: number): Promise<void> =>
        new Promise((pass) => milestones.push({ count, pass }));

      async function write(number: number): Promise<void> {
        const isPut = number % 4 !== 0;
        const id = crypto.randomUUID();
        const text = `${isPut ? "put" : "append"} ${number}`;
        try {
          const result = isPut
            ? await client.request(entries.entry(id).put, { text })
            : await client.request(entries.append, { text });
          const entry: Entry = result.bodyOrThrow();
          expect(entry).toEqual({ id: isPut ? id : entry.id, text });
          acknowledged.set(entry.id, text);
          settled[isPut ? (result.status === 200 ? "put once more" : "put") : "append"]++;
        } catch (error) {
          // An append is never sent twice: what broke on its way is told to the caller.
          if (isPut || !(error instanceof CallError)) {
            throw error;
          }
          settled.refused.push(error);
        }
        for (const { count, pass } of milestones) {
          if (acknowledged.size >= count) pass();
        }
      }

      let started = 0;
      let isOver = false;
      const load = async (): Promise<void> => {
        while (started < (isOver ? 800 : 5_000)) {
          await write(++started);
        }
      };

      async function disturb(): Promise<void> {
        const [first, second] = running as [Running, Running];
        await reached(150);
        first.child.kill("SIGKILL");
        expect(await first.ended).toEqual([null, "SIGKILL"]);
        await reached(300);
        await startProcess(first.port);
        await reached(450);
        second.child.kill("SIGTERM");
        expect(await second.ended).toEqual([0, null]);
        expect(second.errors()).toBe("");
        await startProcess(second.port);
        isOver = true;
      }

      // One reader per process, from the first entry to the last.
      let asked = 0;
      const reader = clientOf({
        timeout: undefined,
        reconnect: { delay: 20, attempts: 50 },
        around: async (_, next) => {
          asked++;
          return next();
        },
      });
      async function read(): Promise<Entry[]> {
        const seen: Entry[] = [];
        for await (const entry of await reader.request(entries.live).bodyOrThrow()) {
          seen.push(entry);
          if (entry.text === "the end") break;
        }
        return seen;
      }
      const readers = [read(), read(), read()];

      await Promise.all([...Array.from({ length: 16 }, load), disturb()]);
      await client.request(entries.append, { text: "the end" }).bodyOrThrow();

      const all = await listed(client);
      const stored = new Map(all.map(({ id, text }) => [id, text]));
      const lost = [...acknowledged].filter(([id, text]) => stored.get(id) !== text);
      expect(lost).toEqual([]);
      // Neither a retry of the client nor one of nginx stored anything twice.
      expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
      expect(stored.size).toBe(all.length);
      // Every call has settled: all those that may be sent again with success.
      const { put, append, refused } = settled;
      expect(put + settled["put once more"] + append + refused.length).toBe(started);
      expect(put + settled["put once more"]).toBe(started - Math.floor(started / 4));
      expect(append).toBeGreaterThan(100);
      // What the file holds is what each process says.
      for (const { port: at } of running.filter(
        ({ child }) => isUp(child) && child.spawnfile !== nginx,
      )) {
        expect(await listed(createClient({ baseUrl: `http://127.0.0.1:${at}` }))).toEqual(all);
      }
      // Readers have seen each entry once and in order, also those whose process went away.
      expect(await Promise.all(readers)).toEqual([all, all, all]);
      expect(asked).toBeGreaterThan(3);
    },
  );

  const isUp = ({ exitCode, signalCode }: ChildProcess): boolean =>
    exitCode === null && signalCode === null;

  test("asks another process where one has gone", { timeout: limit }, async () => {
    const [first] = running as [Running];
    first.child.kill("SIGKILL");
    await first.ended;
    const calls = Array.from({ length: 30 }, (_, index) =>
      index % 2 === 0
        ? clientOf().request(entries.append, { text: `${index}` })
        : clientOf().request(entries.entry(crypto.randomUUID()).put, { text: `${index}` }),
    );
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 201));
    expect(await listed(clientOf())).toHaveLength(30);
  });

  test("sends again what may be sent twice, and nothing else", { timeout: limit }, async () => {
    // It takes requests, and dies over them.
    const [first] = running as [Running];
    first.child.kill("SIGSTOP");
    let open = 0;
    const count = async <T>(call: PromiseLike<T>): Promise<T> => {
      open++;
      try {
        return await call;
      } finally {
        open--;
      }
    };
    const appends = Array.from({ length: 6 }, (_, index) =>
      count(clientOf().request(entries.append, { text: `append ${index}` })),
    );
    const puts = Array.from({ length: 6 }, (_, index) =>
      count(clientOf().request(entries.entry(crypto.randomUUID()).put, { text: `put ${index}` })),
    );
    const settled = Promise.allSettled(appends);
    // Three processes take turns, so that one has four of the twelve.
    await vi.waitFor(() => expect(open).toBeLessThanOrEqual(4), { timeout: limit });
    first.child.kill("SIGKILL");
    expect((await Promise.all(puts)).map(({ status }) => status)).toEqual(puts.map(() => 201));
    const refused = (await settled).flatMap((call) =>
      call.status === "rejected" ? [call.reason as unknown] : [],
    );
    expect(refused.length).toBeGreaterThan(0);
    for (const error of refused) {
      expect(error).toBeInstanceOf(UnexpectedResponseError);
      expect(error).toMatchObject({ status: 502 });
    }
    expect(await listed(clientOf())).toHaveLength(12 - refused.length);
  });

  test("passes on what Bough answers", { timeout: limit }, async () => {
    const ask = async (line: string): Promise<{ status: number; type: unknown }> => {
      const connection = await RawClient.open(port);
      connection.write(`${line} HTTP/1.1\r\nhost: journal.test\r\n\r\n`);
      const { status, body } = await connection.next();
      connection.destroy();
      return { status, type: (JSON.parse(body) as { type: unknown }).type };
    };
    expect(await ask("DELETE /entries")).toMatchObject({ status: 405 });
    for (const target of ["//entries", "/entries/", "/x/../entries", "/Entries", "/entries/42"]) {
      const answer = await ask(`GET ${target}`);
      expect({ target, ...answer }).toEqual({ target, status: 404, type: "urn:bough:not-found" });
    }
    // Over Bough's limit, and over that of nginx, which has no problem details.
    const large = clientOf().request(entries.append, { text: "x".repeat(1_500_000) });
    await expect(large).rejects.toMatchObject({ name: "RejectionError", status: 413 });
    const larger = clientOf().request(entries.append, { text: "x".repeat(2_500_000) });
    await expect(larger).rejects.toMatchObject({ name: "UnexpectedResponseError", status: 413 });
  });

  test("hands on events as they come", { timeout: limit }, async () => {
    const seen: string[] = [];
    await clientOf().request(entries.append, { text: "first" });
    for await (const { text } of await clientOf().request(entries.live).bodyOrThrow()) {
      seen.push(text);
      if (seen.length === 3) break;
      await clientOf().request(entries.append, { text: `after ${text}` });
    }
    expect(seen).toEqual(["first", "after first", "after after first"]);
  });

  test("tells that nobody is there", { timeout: limit }, async () => {
    const processes = running.filter(({ child }) => child.spawnfile !== nginx);
    processes.forEach(({ child }) => child.kill("SIGTERM"));
    for (const { ended, errors } of processes) {
      expect([await ended, errors()]).toEqual([[0, null], ""]);
    }
    const error = await clientOf()
      .request(entries.list)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({ status: 502 });
  });
});
