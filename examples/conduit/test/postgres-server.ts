// A PostgreSQL server of the tests' own: a new cluster in a temporary folder, on a free port of 127.0.0.1. It
// can be killed, stopped and started again. PostgreSQL refuses to run as root, so root hands it to `postgres`.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Why tests with a server are skipped; never on a build server. */
export function reasonToSkip(): string | undefined {
  if (binaries() !== undefined || process.env["CI"]) return undefined;
  return "PostgreSQL is not installed: apt-get install postgresql";
}

// Debian keeps the programs of each version in a folder of its own.
function binaries(): string | undefined {
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
  readonly #folder: string;
  readonly #port: number;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
    this.url = `postgres://conduit@127.0.0.1:${port}/postgres`;
  }

  static async create(): Promise<PostgresServer> {
    const folder = await mkdtemp(join(tmpdir(), "conduit-postgres-"));
    await chmod(folder, 0o777);
    const server = new PostgresServer(folder, await freePort());
    server.#run("initdb", "-D", server.#data, "-U", "conduit", "-A", "trust", "--no-sync");
    server.start();
    return server;
  }

  start(): void {
    const options = `-p ${this.#port} -k ${this.#folder} -c listen_addresses=127.0.0.1`;
    const log = join(this.#folder, "log");
    this.#run("pg_ctl", "start", "-w", "-D", this.#data, "-l", log, "-o", options);
  }

  /** Ends all connections and the server, without losing anything. */
  stop(): void {
    this.#run("pg_ctl", "stop", "-w", "-m", "fast", "-D", this.#data);
  }

  /** Kills the server as a crash does: it gets no time to finish anything. */
  async kill(): Promise<void> {
    const pid = Number((await readFile(join(this.#data, "postmaster.pid"), "utf8")).split("\n")[0]);
    process.kill(pid, "SIGKILL");
    // Its children see that it is gone, and end.
    while (await isAnswering(this.#port)) await new Promise((done) => setTimeout(done, 20));
  }

  async remove(): Promise<void> {
    this.#run("pg_ctl", "stop", "-w", "-m", "immediate", "-D", this.#data);
    await rm(this.#folder, { recursive: true, force: true });
  }

  get #data(): string {
    return join(this.#folder, "data");
  }

  #run(program: string, ...args: string[]): void {
    const folder = binaries();
    if (folder === undefined) throw new Error("there is no PostgreSQL: apt-get install postgresql");
    const path = join(folder, program);
    const isRoot = process.getuid?.() === 0;
    const [command, all] = isRoot
      ? ["runuser", ["-u", "postgres", "--", path, ...args]]
      : [path, args];
    // The server inherits no pipe, else the call would wait for the server's end.
    const { status } = spawnSync(command, all, { cwd: this.#folder, stdio: "ignore" });
    if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}`);
  }
}

async function isAnswering(port: number): Promise<boolean> {
  const { connect } = await import("node:net");
  const socket = connect(port, "127.0.0.1");
  const answers = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return answers;
}

// Below those that systems give away by themselves: a restarted server has to find its port free again.
async function freePort(): Promise<number> {
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
