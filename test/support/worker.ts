// Processes of tests that use the sources of the packages: bundled once, then started as often as needed.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = fileURLToPath(new URL("../engines/.out/", import.meta.url));

/** Bundles a program of `test/engines/workers/`, and returns its file. */
export async function bundled(name: string): Promise<string> {
  const outfile = join(folder, `${basename(name, ".ts")}.mjs`);
  await build({
    entryPoints: [fileURLToPath(new URL(`../engines/workers/${name}`, import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["bough:source"],
    // They are not ESM.
    external: ["pg", "redis", "ioredis"],
    logLevel: "error",
  });
  return outfile;
}

/** A process, and the lines that it prints. */
export interface Worker {
  readonly process: ChildProcess;
  /** Resolves with the first line that begins so, without its beginning. */
  line(beginning: string): Promise<string>;
  kill(): Promise<void>;
}

export function startWorker(file: string, ...given: string[]): Worker {
  const child = spawn(process.execPath, [file, ...given], { stdio: ["pipe", "pipe", "inherit"] });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    waiting.forEach((wake) => wake());
  });
  const ended = once(child, "exit").then(() => waiting.forEach((wake) => wake()));
  return {
    process: child,
    line: async (beginning) => {
      for (;;) {
        const found = lines.find((line) => line.startsWith(beginning));
        if (found !== undefined) return found.slice(beginning.length).trim();
        if (child.exitCode !== null || child.signalCode !== null) {
          throw new Error(`the worker ended without ${beginning}: ${lines.join("\n")}`);
        }
        await new Promise<void>((resolve) => {
          const wake = (): void => {
            waiting.delete(wake);
            resolve();
          };
          waiting.add(wake);
        });
      }
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
