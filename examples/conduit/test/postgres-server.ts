// A PostgreSQL server of the tests' own: a new cluster in a temporary folder, on a free port of 127.0.0.1. It
// can be killed, stopped and started again. PostgreSQL refuses to run as root, so root hands it to `postgres`.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Why tests with a server are skipped; never on a build server. */
export function reasonToSkip(): string | undefined {
  if (binaries() !== undefined || process.env["CI"]) return undefined;
  return "PostgreSQL is not installed: apt-get install postgresql";
}

// Debian keeps the programs of each version in a folder of its own.
export function binaries(): string | undefined {
  const versions = "/usr/lib/postgresql";
  const folders = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, "bin"))
    : [];
  return folders.find((folder) => existsSync(join(folder, "initdb")));
}

export class PostgresServer {
  readonly url: string;
  readonly folder: string;
  readonly port: number;

  constructor(folder: string, port: number) {
    this.folder = folder;
    this.port = port;
    this.url = `postgres://conduit@127.0.0.1:${port}/postgres`;
  }

  /** Creates and starts one with settings, such as `"max_connections=200"`. */
  static async create(...settings: string[]): Promise<PostgresServer> {
    const server = new PostgresServer(await folderFor("conduit-postgres"), await freePort());
    server.run("initdb", "-D", server.data, "-U", "conduit", "-A", "trust", "--no-sync");
    server.start(...settings);
    return server;
  }

  start(...settings: string[]): void {
    const all = ["listen_addresses=127.0.0.1", "unix_socket_directories=", ...settings];
    const options = [`-p ${this.port}`, ...all.map((one) => `-c ${one}`)].join(" ");
    const log = join(this.folder, "log");
    this.run("pg_ctl", "start", "-w", "-D", this.data, "-l", log, "-o", options);
  }

  /** Ends all connections and the server, without losing anything. */
  stop(): void {
    this.run("pg_ctl", "stop", "-w", "-m", "fast", "-D", this.data);
  }

  /** Kills all processes of the server, as a crash does: nothing gets time to finish. */
  async kill(): Promise<void> {
    this.#signal("SIGKILL");
    while (await isAnswering(this.port)) await new Promise((done) => setTimeout(done, 20));
    // Else a process that is dead, but that nobody has waited for, counts as a running server.
    await rm(join(this.data, "postmaster.pid"));
  }

  /** Stops all of its processes where they are: it keeps its connections and answers nothing. */
  pause(): void {
    this.#signal("SIGSTOP");
  }

  resume(): void {
    this.#signal("SIGCONT");
  }

  async remove(): Promise<void> {
    // It may be down already.
    if (existsSync(join(this.data, "postmaster.pid"))) {
      this.run("pg_ctl", "stop", "-w", "-m", "immediate", "-D", this.data);
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  #pid(): number {
    return Number(readFileSync(join(this.data, "postmaster.pid"), "utf8").split("\n")[0]);
  }

  #signal(signal: NodeJS.Signals): void {
    const parent = this.#pid();
    const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(parent)], {
      encoding: "utf8",
    });
    const children = stdout
      .split("\n")
      .map(Number)
      .filter((pid) => pid > 0);
    for (const pid of [parent, ...children]) process.kill(pid, signal);
  }

  get data(): string {
    return join(this.folder, "data");
  }

  run(program: string, ...args: string[]): void {
    const folder = binaries();
    if (folder === undefined) throw new Error("there is no PostgreSQL: apt-get install postgresql");
    const path = join(folder, program);
    const [command, all] = asUser(path, args);
    // The server inherits no pipe, else the call would wait for the server's end.
    const { status } = spawnSync(command, all, { cwd: this.folder, stdio: "ignore" });
    if (status !== 0) {
      const log = join(this.folder, "log");
      const said = existsSync(log) ? readFileSync(log, "utf8").slice(-2_000) : "";
      throw new Error(`${program} ${args.join(" ")} ended with ${status}\n${said}`);
    }
  }
}

/** PostgreSQL's programs refuse to run as root, so root hands them to `postgres`. */
export function asUser(program: string, args: readonly string[]): [string, string[]] {
  return process.getuid?.() === 0
    ? ["runuser", ["-u", "postgres", "--", program, ...args]]
    : [program, [...args]];
}

/** A new folder that `postgres` may use, too. */
export async function folderFor(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  await chmod(folder, 0o777);
  return folder;
}

export async function isAnswering(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const answers = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return answers;
}

// Below those that systems give away by themselves: a restarted server has to find its port free again.
// Each worker of the tests has a range, so that none takes a port that another one has found free.
export async function freePort(): Promise<number> {
  const range = Number(process.env["VITEST_POOL_ID"] ?? 0) % 12;
  for (;;) {
    const at = 20_000 + range * 1_000 + Math.floor(Math.random() * 1_000);
    const server = createServer().listen(at, "127.0.0.1");
    const address = await once(server, "listening").then(
      () => server.address() as AddressInfo,
      () => undefined,
    );
    await new Promise((closed) => server.close(closed));
    if (address !== undefined) return address.port;
  }
}
