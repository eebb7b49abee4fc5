// Bundles the two workers and runs them in workerd, with the configuration beside this file.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { copyFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

// The sources, also when tsc has put this file elsewhere.
const folder = fileURLToPath(
  new URL(".", import.meta.url.replace("/examples/.out/", "/examples/")),
);

/** How to run workerd. */
export interface WorkerdOptions {
  /** Where the bundles and the configuration go; beside the sources if left out. */
  readonly out?: string;
  /** 0 for a free port; that of the configuration if left out. */
  readonly port?: number;
  /** The secret that quotes are signed with; that of the environment, or a new one, if left out. */
  readonly signingKey?: string;
  /** Export conditions by which `bough` is found. */
  readonly conditions?: string[];
}

/** A workerd that listens. */
export interface Workerd {
  readonly url: string;
  readonly port: number;
  /** What it has written to stderr: `console.error` of the workers, and faults of its own. */
  readonly errors: () => string;
  /** Ends it; resolves when it has gone. */
  readonly stop: () => Promise<void>;
}

/** The path of the program; throws where the package is not installed. */
export function workerdPath(): string {
  // In a project of your own the npm package `workerd` picks the program of your platform.
  const require = createRequire(join(folder, "../../test/runtimes/programs/package.json"));
  return require.resolve("@cloudflare/workerd-linux-64/bin/workerd");
}

/** Bundles each worker with all that it imports: workerd resolves no packages. */
async function bundle(out: string, conditions: string[]): Promise<void> {
  await build({
    entryPoints: [join(folder, "worker.ts"), join(folder, "rates-worker.ts")],
    outdir: join(out, ".out"),
    bundle: true,
    format: "esm",
    target: "es2022",
    platform: "browser",
    conditions: [...conditions, "workerd", "worker"],
    logLevel: "warning",
  });
}

/** Bundles the workers and starts them; resolves when they listen. */
export async function startWorkerd(options: WorkerdOptions = {}): Promise<Workerd> {
  const { out = folder, port: wanted = 8787, conditions = [] } = options;
  const { signingKey = process.env["SIGNING_KEY"] ?? randomUUID() } = options;
  await bundle(out, conditions);
  const config = join(out, "workerd.capnp");
  if (out !== folder) {
    for (const name of ["workerd.capnp", "tariffs.json"]) {
      await copyFile(join(folder, name), join(out, name));
    }
  }
  const child = spawn(
    workerdPath(),
    ["serve", config, `--socket-addr=http=127.0.0.1:${wanted}`, "--control-fd=3"],
    {
      stdio: ["ignore", "inherit", "pipe", "pipe"],
      env: { ...process.env, SIGNING_KEY: signingKey },
    },
  );
  let errors = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const ended = once(child, "close");
  const port = await Promise.race([
    portOf(child.stdio[3] as Readable),
    ended.then(([code]) => {
      throw new Error(`workerd ended with ${code}:\n${errors}`);
    }),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    errors: () => errors,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Reads the port from what workerd tells on its control descriptor, a line of JSON. */
async function portOf(control: Readable): Promise<number> {
  let text = "";
  for await (const chunk of control.setEncoding("utf8")) {
    text += chunk as string;
    const { event, port } = JSON.parse(text.split("\n")[0] ?? "{}") as Record<string, unknown>;
    if (event === "listen" && typeof port === "number") {
      return port;
    }
  }
  throw new Error(`workerd named no port: ${text}`);
}
