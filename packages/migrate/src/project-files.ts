// The files of a project that can name Bough: those that Git does not ignore, or without Git, all but what tools make.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const MADE = /(?:^|\/)(?:node_modules|dist|build|coverage|\.git|\.next|\.output|\.svelte-kit)\//;
const READ =
  /(?:\.(?:[cm]?[jt]sx?|vue|svelte|html|mdx?|json|ya?ml|sh)|(?:^|\/)(?:Makefile|Dockerfile))$/;
const LOCK = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml)$/;

/** The texts by path, with `/`, of the files that are wanted. */
export function projectFiles(
  folder: string,
  isWanted: (text: string, path: string) => boolean = (text) =>
    text.includes("bough") || text.includes(".with"),
): ReadonlyMap<string, string> {
  const paths = (trackedFiles(folder) ?? allFiles(folder)).filter(
    (path) => READ.test(path) && !MADE.test(path) && !LOCK.test(path),
  );
  const texts = paths
    .toSorted()
    .map((path): [string, string] => [path, textOf(join(folder, path))]);
  return new Map(texts.filter(([path, text]) => isWanted(text, path)));
}

function trackedFiles(folder: string): readonly string[] | undefined {
  const options = ["--cached", "--others", "--exclude-standard", "-z"];
  const { status, stdout } = spawnSync("git", ["ls-files", ...options], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  // A folder that Git ignores as a whole has no files for it.
  const found = status === 0 ? stdout.split("\0").filter((path) => path !== "") : [];
  return found.length > 0 ? [...new Set(found)] : undefined;
}

function allFiles(folder: string, below = ""): readonly string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = `${below}${entry.name}`;
    if (!entry.isDirectory()) {
      return [path];
    }
    return MADE.test(`${path}/`) ? [] : allFiles(folder, `${path}/`);
  });
}

// Git lists deleted files and folders of submodules.
function textOf(file: string): string {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, "utf8") : "";
}
