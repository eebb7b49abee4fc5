// Builds a starter from the sources, starts it as a process of its own, and stops it.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Runtime } from "./runtimes.ts";

/** A host that listens. */
export interface Running {
  readonly runtime: Runtime;
  readonly port: number;
  readonly url: string;
  /** Everything it has written to its standard error. */
  readonly stderr: () => string;
  /** Sends a signal, and resolves with how the process ended. */
  readonly end: (signal: "SIGTERM" | "SIGKILL") => Promise<Ending>;
}

/** How a process ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

const OUT = fileURLToPath(new URL("../.out/runtimes/", import.meta.url));
const START_WITHIN = 60_000;

// As far as a runtime reads them, module scope is where the flags of a Worker stand.
const WORKER = (script: string): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker", esModule = embed "${script}")],
    compatibilityDate = "2026-11-01",
    compatibilityFlags = ["nodejs_als", "enable_request_signal"],
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

/** Bundles a starter; gives the file that its program is told to run. */
async function bundle({ starter, alone }: Runtime): Promise<string> {
  await mkdir(OUT, { recursive: true });
  const script = `${OUT}${starter}.mjs`;
  await build({
    entryPoints: [fileURLToPath(new URL(`start/${starter}.ts`, import.meta.url))],
    outfile: script,
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    conditions: ["bough:source", "import", "module"],
    mainFields: ["module", "main"],
    external: ["node:*", ...(alone ? [] : ["fastify", "express", "hono", "@hono/node-server"])],
    logLevel: "error",
  });
  if (starter !== "workerd") {
    return script;
  }
  const config = `${OUT}workerd.capnp`;
  await writeFile(config, WORKER("workerd.mjs"));
  return config;
}

/** Starts a host; resolves when it listens. */
export async function launch(runtime: Runtime): Promise<Running> {
  const script = await bundle(runtime);
  const [program, ...options] = runtime.command;
  const child = spawn(program, [...options, script], { stdio: ["ignore", "pipe", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = once(child, "exit").then(([code, signal]: unknown[]): Ending => ({
    code: code as number | null,
    signal: signal as string | null,
  }));
  const port = await listeningPort(child, () => `${runtime.name}: ${stderr}`);
  return {
    runtime,
    port,
    url: `http://127.0.0.1:${port}`,
    stderr: () => stderr,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

function listeningPort(child: ChildProcess, told: () => string): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (): void => {
      child.kill("SIGKILL");
      reject(new Error(`did not start: ${told()}`));
    };
    const timer = setTimeout(fail, START_WITHIN);
    let stdout = "";
    child.once("exit", fail);
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      // Our own words, or workerd's control messages.
      const port = /listening on (\d+)|"port":\s*(\d+)/.exec(stdout);
      if (port !== null) {
        clearTimeout(timer);
        child.off("exit", fail);
        resolve(Number(port[1] ?? port[2]));
      }
    });
  });
}
