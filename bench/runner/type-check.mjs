// One run of a compiler over a generated project.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const LIMIT = 150_000;
const modules = (path) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));
const native = `@typescript/typescript-${process.platform}-${process.arch}/lib/tsc`;
const COMPILERS = {
  5.9: [process.execPath, "--max-old-space-size=8000", modules("typescript-5.9/lib/tsc.js")],
  7: [modules(native)],
  "7-single": [modules(native), "--singleThreaded"],
};

/** The figures of one check; `failed` if the compiler ended without them, `fault` if it found an error. */
export function checked(compiler, folder) {
  const [program, ...args] = COMPILERS[compiler];
  const { stdout, stderr, error } = spawnSync(
    program,
    [...args, "-p", folder, "--extendedDiagnostics", "--pretty", "false"],
    { encoding: "utf8", timeout: LIMIT, maxBuffer: 1 << 26 },
  );
  if (error !== undefined) return { failed: error.code };
  const figure = (name) => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, "m").exec(stdout)?.[1]);
  const fault = /^.*error TS\d+.*$/m.exec(stdout)?.[0];
  const instantiations = figure("Instantiations");
  if (Number.isNaN(instantiations)) return { failed: stderr.slice(-200) };
  return {
    fault,
    instantiations,
    types: figure("Types"),
    memoryMiB: Math.round(figure("Memory used") / 1024),
    check: figure("Check time"),
    total: figure("Total time"),
  };
}
