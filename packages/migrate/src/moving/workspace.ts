// Where the packages of a repository have their sources.
import { existsSync } from "node:fs";
import { posix } from "node:path";

/** The source file of a specifier that names a package of the repository. */
export function workspaceFiles(
  root: string,
  files: ReadonlyMap<string, string>,
): (specifier: string) => string | undefined {
  const packages = new Map<string, { readonly folder: string; readonly main: readonly string[] }>();
  for (const [path, text] of files) {
    if (path === "package.json" || path.endsWith("/package.json")) {
      const name = /"name"\s*:\s*"([^"]+)"/.exec(text)?.[1];
      if (name !== undefined) {
        const main = [
          ...text.matchAll(/"(?:types|main|module|import|default)"\s*:\s*"(\.?[^"]+)"/g),
        ];
        packages.set(name, {
          folder: posix.join(root, posix.dirname(path)),
          main: main.map(([, entry = ""]) => entry),
        });
      }
    }
  }
  return (specifier) => {
    const [, name = "", below = ""] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(specifier) ?? [];
    const found = packages.get(name);
    if (!found) {
      return undefined;
    }
    const entries = below
      ? [`src/${below}`, below]
      : [
          ...found.main.map((entry) => entry.replace(/\b(?:dist|lib|build)\//, "src/")),
          "src/index",
          "src/main",
          "index",
        ];
    return entries
      .map((entry) => posix.join(found.folder, entry.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "")))
      .flatMap((entry) => [`${entry}.ts`, `${entry}.tsx`, `${entry}/index.ts`])
      .find((file) => existsSync(file));
  };
}
