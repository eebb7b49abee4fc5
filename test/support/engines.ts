// Servers of the tests' own, from Debian's packages: PostgreSQL, PgBouncer and Redis, in temporary folders and on free
// ports of 127.0.0.1. They can be killed and started again.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRequired } from "./matrix.ts";

const isThere = (program: string): boolean => spawnSync(program, ["--version"]).error === undefined;
const postgresPrograms = programsOfPostgres();

/** Why the tests of an engine are skipped; `undefined` if it is there, or has to be. */
export function missing(
  ...engines: ("postgresql" | "redis-server" | "pgbouncer")[]
): string | undefined {
  const there = {
    postgresql: postgresPrograms !== undefined,
    "redis-server": isThere("redis-server"),
    pgbouncer: isThere("pgbouncer"),
  };
  const absent = engines.filter((engine) => !there[engine]);
  return absent.length === 0 || isRequired
    ? undefined
    : `not installed: apt-get install ${absent.join(" ")}`;
}

// Debian keeps each version's programs in a separate folder.
function programsOfPostgres(): string | undefined {
  const versions = "/usr/lib/postgresql";
  const folders = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, "bin"))
    : [];
  return folders.find((folder) => existsSync(join(folder, "initdb")));
}

// PostgreSQL and PgBouncer refuse to run as root, so root hands them to `postgres`.
function asUser(program: string, given: readonly string[]): [string, string[]] {
  return process.getuid?.() === 0
    ? ["runuser", ["-u", "postgres", "--", program, ...given]]
    : [program, [...given]];
}

async function folderFor(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `bough-${name}-`));
  await chmod(folder, 0o777);
  return folder;
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
    const server = new RedisServer(await folderFor("redis"), await freePort(), more);
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
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** PostgreSQL. */
export class PostgresServer {
  readonly port: number;
  readonly folder: string;

  private constructor(folder: string, port: number) {
    this.folder = folder;
    this.port = port;
  }

  static async create(...settings: string[]): Promise<PostgresServer> {
    const server = new PostgresServer(await folderFor("postgres"), await freePort());
    run("initdb", "-D", server.#data, "-U", "bough", "-A", "trust", "--no-sync");
    await writeFile(join(server.#data, "pg_hba.conf"), TRUST);
    server.start(...settings);
    return server;
  }

  /** A standby of this server, which follows it. */
  async standby(): Promise<PostgresServer> {
    const standby = new PostgresServer(await folderFor("postgres"), await freePort());
    run("pg_basebackup", "-D", standby.#data, "-d", this.url, "-R", "-X", "stream", "-c", "fast");
    standby.start();
    return standby;
  }

  get url(): string {
    return `postgres://bough@127.0.0.1:${this.port}/postgres`;
  }

  start(...settings: string[]): void {
    const options = [
      "listen_addresses=127.0.0.1",
      "unix_socket_directories=",
      "fsync=on",
      ...settings,
    ];
    const given = [`-p ${this.port}`, ...options.map((one) => `-c ${one}`)].join(" ");
    run("pg_ctl", "start", "-w", "-D", this.#data, "-l", join(this.folder, "log"), "-o", given);
  }

  promote(): void {
    run("pg_ctl", "promote", "-w", "-D", this.#data);
  }

  stop(mode: "fast" | "immediate" = "fast"): void {
    run("pg_ctl", "stop", "-w", "-m", mode, "-D", this.#data);
  }

  /** Kills all its processes, as a crash does. */
  async kill(): Promise<void> {
    const file = join(this.#data, "postmaster.pid");
    const parent = Number(readFileSync(file, "utf8").split("\n")[0]);
    const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(parent)], {
      encoding: "utf8",
    });
    const children = stdout
      .split("\n")
      .map(Number)
      .filter((pid) => pid > 0);
    for (const pid of [parent, ...children]) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It ended by itself.
      }
    }
    while (await isOpen(this.port)) await later(20);
    // Else a process that is dead, but that nobody has waited for, counts as a running server.
    await rm(file, { force: true });
  }

  async remove(): Promise<void> {
    if (existsSync(join(this.#data, "postmaster.pid"))) this.stop("immediate");
    await rm(this.folder, { recursive: true, force: true });
  }

  get #data(): string {
    return join(this.folder, "data");
  }
}

const TRUST = `host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n`;

function run(program: string, ...given: string[]): void {
  const [command, all] = asUser(join(postgresPrograms ?? "", program), given);
  // A server inherits no pipe, else the call would wait for its end.
  const { status } = spawnSync(command, all, { cwd: tmpdir(), stdio: "ignore" });
  if (status !== 0) throw new Error(`${program} ${given.join(" ")} ended with ${status}`);
}

/** PgBouncer in transaction mode before a PostgreSQL server. Resolves with its URL, and what ends it. */
export async function startPgBouncer(
  server: PostgresServer,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const folder = await folderFor("pgbouncer");
  const port = await freePort();
  await writeFile(join(folder, "users.txt"), `"bough" ""\n`);
  const file = join(folder, "pgbouncer.ini");
  await writeFile(
    file,
    `[databases]
postgres = host=127.0.0.1 port=${server.port} dbname=postgres user=bough
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
  while (!(await isOpen(port))) await later(20);
  return {
    url: `postgres://bough@127.0.0.1:${port}/postgres`,
    close: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return once(socket, "connect")
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}

/** Below the ports that systems give away by themselves: a server that starts again has to find its own free. */
export async function freePort(): Promise<number> {
  for (;;) {
    const at = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer().listen(at, "127.0.0.1");
    const address = await once(server, "listening").then(
      () => server.address() as AddressInfo,
      () => undefined,
    );
    await new Promise((closed) => server.close(closed));
    if (address !== undefined) return address.port;
  }
}

export function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
