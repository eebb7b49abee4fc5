// Compiles printed modules with both compilers, many in one program.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The compilers by name, with their path in the repository. */
export const COMPILERS: ReadonlyMap<string, string> = new Map([
  ["TypeScript 7", "node_modules/typescript/bin/tsc"],
  ["TypeScript 5.9", "node_modules/typescript-5.9/bin/tsc"],
]);

/** The errors of modules in `.gen/modules` of this folder. */
export function compileErrors(
  compiler: string,
  modules: readonly string[],
  folder: string,
): readonly string[] {
  const own = join(folder, ".gen/compiled", `${modules[0]}-${modules.length}`);
  mkdirSync(own, { recursive: true });
  const config = {
    extends: "../../../../../tsconfig.base.json",
    compilerOptions: { noEmit: true, customConditions: ["bough:source"], types: [] },
    files: modules.map((name) => `../../modules/${name}.ts`),
  };
  writeFileSync(join(own, "tsconfig.json"), JSON.stringify(config));
  const program = join(folder, "../..", COMPILERS.get(compiler) ?? "");
  const { stdout, status } = spawnSync(
    process.execPath,
    ["--max-old-space-size=6000", program, "-p", own],
    { encoding: "utf8", maxBuffer: 1e9 },
  );
  const errors = stdout.split("\n").filter((line) => line !== "");
  return errors.length === 0 && status !== 0 ? [`${compiler} ended with ${status}`] : errors;
}
