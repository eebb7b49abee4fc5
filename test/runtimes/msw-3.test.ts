// The mock behind MSW 3 on Node 24. packages/testing has it behind MSW 2 on this Node.
import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { testIfComplete } from "../support/matrix.ts";
import { runtimes } from "./runtimes.ts";
import type { Runtime } from "./runtimes.ts";

// MSW 3 is installed beside the programs, so the script has to be there.
const programs = fileURLToPath(new URL("programs/", import.meta.url));

const name = "MSW 3 on Node 24 responds by a mock";
const node = runtimes.find((one) => one.name === "node 24");

async function run([program, ...options]: Runtime["command"]): Promise<void> {
  const { version } = createRequire(programs)("msw/package.json") as { readonly version: string };
  expect(version).toMatch(/^3\./);
  const folder = join(programs, ".out");
  const outfile = join(folder, "msw-3.mjs");
  await mkdir(dirname(outfile), { recursive: true });
  await build({
    entryPoints: [fileURLToPath(new URL("start/msw-3.ts", import.meta.url))],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "es2022",
    conditions: ["bough:source"],
    external: ["msw", "fast-check"],
    logLevel: "error",
  });
  const ended = await promisify(execFile)(program, [...options, outfile], { timeout: 60_000 });
  expect(ended.stdout).toMatch(/^done on Node v24\./);
}

if (node === undefined) test.skip(`${name} (no Node 24 for this platform)`);
else testIfComplete(name, () => run(node.command));
