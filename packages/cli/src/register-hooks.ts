// The hook of `bough-cli/register`: a schemas file is up to date before it is loaded. The types are read by a process of
// its own, because the hooks of Node 20 cannot load the compiler.
import { spawnSync } from "node:child_process";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { entryOfSchemas } from "./schemas/entry-of-schemas.ts";

const kept = new Set<string>();

/** Writes the schemas file that a module imports, and leaves the rest to Node. */
export function resolve<Context extends { readonly parentURL?: string | undefined }, Resolved>(
  specifier: string,
  context: Context,
  next: (specifier: string, context: Context) => Resolved,
): Resolved {
  const { parentURL = "" } = context;
  if (/^\.{1,2}\//.test(specifier) && parentURL.startsWith("file:")) {
    const entry = entryOfSchemas(fileURLToPath(new URL(specifier, parentURL)));
    if (entry !== undefined && !kept.has(entry)) {
      kept.add(entry);
      keep(relative(process.cwd(), entry));
    }
  }
  return next(specifier, context);
}

function keep(entry: string): void {
  const program = fileURLToPath(new URL("./kept.js", import.meta.url));
  const { status } = spawnSync(process.execPath, [program, entry], {
    stdio: ["ignore", "ignore", "inherit"],
    // Without the hooks of this process.
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  if (status !== 0) {
    throw new Error(`bough schemas ${entry} failed: see above`);
  }
}
