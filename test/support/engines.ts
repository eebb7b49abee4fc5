// Servers of the tests' own, from Debian's packages: PostgreSQL, PgBouncer and Redis, in temporary folders and on free
// ports of 127.0.0.1. They can be killed and started again.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import {
  asUser,
  binaries,
  folderFor,
  freePort,
  isAnswering,
  PostgresServer,
} from "../../examples/conduit/test/postgres-server.ts";
import { isRequired } from "./matrix.ts";

export { freePort, PostgresServer };

const isThere = (program: string): boolean => spawnSync(program, ["--version"]).error === undefined;

/** Why the tests of an engine are skipped; `undefined` if it is there, or has to be. */
export function missing(
  ...engines: ("postgresql" | "redis-server" | "pgbouncer")[]
): string | undefined {
  const there = {
    postgresql: binaries() !== undefined,
    "redis-server": isThere("redis-server"),
    pgbouncer: isThere("pgbouncer"),
  };
  const absent = engines.filter((engine) => !there[engine]);
  return absent.length === 0 || isRequired
    ? undefined
    : `not installed: apt-get install ${absent.join(" ")}`;
}

/** Redis with all that it confirms on disk. */
export class RedisServer {
  readonly port: number;
  readonly #folder: string;
  readonly #more: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(folder: string, port: number, more: readonly string[]) {
    this.#folder = folder;
    this.port = port;
    this.#more = more;
  }

  static async create(...more: string[]): Promise<RedisServer> {
    const server = new RedisServer(await folderFor("bough-redis"), await freePort(), more);
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const own = `--port ${this.port} --bind 127.0.0.1 --dir ${this.#folder} --save  --appendonly yes --appendfsync always`;
    this.#process = spawn("redis-server", [...own.split(" "), ...this.#more], { stdio: "ignore" });
    // A connection is accepted while the log is still read.
    while (!(await this.command("PING")).includes("PONG")) await later(20);
  }

  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const ended = once(this.#process!, "exit");
    this.#process!.kill(signal);
    await ended;
  }

  /** Stops it where it is: it keeps its connections and says nothing. */
  pause(): void {
    this.#process!.kill("SIGSTOP");
  }

  resume(): void {
    this.#process!.kill("SIGCONT");
  }

  /** The reply to a command, as it comes. */
  async command(...words: string[]): Promise<string> {
    const socket = connect(this.port, "127.0.0.1");
    try {
      await once(socket, "connect");
      socket.write(
        `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join("")}`,
      );
      const [reply] = (await once(socket, "data")) as [Buffer];
      return reply.toString();
    } catch {
      return "";
    } finally {
      socket.destroy();
    }
  }

  async remove(): Promise<void> {
    if (this.#process?.exitCode === null && this.#process.signalCode === null) await this.kill();
    // A child of the server that writes its log may outlive it.
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** A standby of a server, which follows it. */
export async function standbyOf(server: PostgresServer): Promise<PostgresServer> {
  const standby = new PostgresServer(await folderFor("bough-standby"), await freePort());
  const from = ["-d", server.url, "-R", "-X", "stream", "-c", "fast"];
  standby.run("pg_basebackup", "-D", standby.data, ...from);
  standby.start();
  return standby;
}

/** PgBouncer in transaction mode before a PostgreSQL server. Resolves with its URL, and what ends it. */
export async function startPgBouncer(
  server: PostgresServer,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const folder = await folderFor("bough-pgbouncer");
  const port = await freePort();
  await writeFile(join(folder, "users.txt"), `"conduit" ""\n`);
  const file = join(folder, "pgbouncer.ini");
  await writeFile(
    file,
    `[databases]
postgres = host=127.0.0.1 port=${server.port} dbname=postgres user=conduit
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
auth_file = ${folder}/users.txt
pool_mode = transaction
`,
  );
  const [command, given] = asUser("/usr/sbin/pgbouncer", ["-q", file]);
  const child = spawn(command, given, { stdio: "ignore" });
  while (!(await isAnswering(port))) await later(20);
  return {
    url: `postgres://conduit@127.0.0.1:${port}/postgres`,
    close: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
