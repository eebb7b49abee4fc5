// Bundles the two workers and runs them in workerd, with the configuration in this folder.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { copyFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

// The folder of the sources, even if tsc has written this file elsewhere.
const folder = fileURLToPath(
  new URL(".", import.meta.url.replace("/examples/.out/", "/examples/")),
);

/** The options of workerd. */
export interface WorkerdOptions {
  /** The folder for bundles and configuration. Defaults to the folder of the sources. */
  readonly out?: string;
  /** 0 for a free port. Defaults to the port of the configuration. */
  readonly port?: number;
  /** The secret that signs quotes. Defaults to the environment's, or to a new one. */
  readonly signingKey?: string;
  /** Export conditions for resolving `bough`. */
  readonly conditions?: string[];
}

/** A running workerd. */
export interface Workerd {
  readonly url: string;
  readonly port: number;
  /** Its output on stderr: `console.error` of the workers, and its own errors. */
  readonly errors: () => string;
  /** Stops workerd; resolves when it has exited. */
  readonly stop: () => Promise<void>;
}

/** The path of the program; throws if the package is not installed. */
export function workerdPath(): string {
  // In your own project, the npm package `workerd` selects the program for your platform.
  const require = createRequire(join(folder, "../../test/runtimes/programs/package.json"));
  return require.resolve("@cloudflare/workerd-linux-64/bin/workerd");
}

/** Bundles each worker with its imports, because workerd does not resolve packages. */
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

/** Reads the port from workerd's control descriptor, which sends a line of JSON. */
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
