// Starts Conduit processes that share a PostgreSQL server.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const example = fileURLToPath(new URL("..", import.meta.url));

export class Processes {
  readonly #folder: string;
  readonly #databaseUrl: string;
  readonly #running = new Map<number, ChildProcess>();

  private constructor(folder: string, databaseUrl: string) {
    this.#folder = folder;
    this.#databaseUrl = databaseUrl;
  }

  /** Builds the program. */
  static async build(databaseUrl: string): Promise<Processes> {
    // Below the example, from where Node finds its packages, and as deep as dist/database, from where the
    // program finds migrations/.
    const folder = await mkdtemp(join(example, ".data-test-"));
    const processes = new Processes(folder, databaseUrl);
    await build({
      entryPoints: [join(example, "src/main.ts")],
      outfile: processes.#program,
      bundle: true,
      platform: "node",
      format: "esm",
      external: ["@electric-sql/pglite", "@opentelemetry/*", "jose", "pg"],
      logLevel: "warning",
    });
    return processes;
  }

  /** Starts a process, and waits until it listens. */
  async start(port: number): Promise<void> {
    const child = spawn(process.execPath, [this.#program, "--port", String(port)], {
      env: { ...process.env, DATABASE_URL: this.#databaseUrl, TOKEN_SECRET: "s".repeat(32) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#running.set(port, child);
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
    // The first line tells the address; the access log follows, and somebody has to read it.
    const said = await Promise.race([once(child.stdout, "data"), once(child, "close")]);
    if (!String(said[0]).includes(`http://127.0.0.1:${port}/api`)) {
      throw new Error(`Conduit did not start: ${String(said[0])}${errors}`);
    }
    child.stdout.resume();
  }

  /** Kills a process: nothing gets time to finish. */
  async kill(port: number): Promise<void> {
    const child = this.#running.get(port);
    this.#running.delete(port);
    if (child === undefined || child.exitCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "close");
  }

  /** Kills all of them, and removes the program. */
  async close(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((port) => this.kill(port)));
    await rm(this.#folder, { recursive: true, force: true });
  }

  get #program(): string {
    return join(this.#folder, "program/main.mjs");
  }
}
