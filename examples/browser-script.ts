// The script of an example's page: `browser.ts` beside the module that asks, with its imports.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Bundles the script once, at the start. `from` is the URL of a module in the folder of the example. */
export async function browserScript(from: string, conditions: string[] = []): Promise<Uint8Array> {
  // The TypeScript file if Node runs TypeScript, otherwise the output of tsc.
  const entry = new URL(from.replace(/[^/]+(?=\.[jt]s$)/, "browser"));
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    format: "esm",
    platform: "browser",
    conditions,
    write: false,
    logLevel: "warning",
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}
