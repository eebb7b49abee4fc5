// The build of an earlier commit, with the benches of this one: `.out/baseline-<commit>` has the packages of the
// commit, and everything else is linked or copied from this checkout, so both builds do the same work.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Builds a commit, once. Returns the URL of its checkout. */
export function baseline(commit) {
  const home = join(root, ".out", `baseline-${commit}`);
  const built = join(home, ".built");
  if (!existsSync(built)) {
    rmSync(home, { recursive: true, force: true });
    mkdirSync(join(home, "node_modules"), { recursive: true });
    const archive = spawnSync("git", ["archive", commit], { cwd: root, maxBuffer: 1 << 29 });
    if (archive.status !== 0) throw new Error(`git archive ${commit}: ${String(archive.stderr)}`);
    run(home, "tar", ["-x"], archive.stdout);
    linkModules(home);
    run(home, "npm", ["run", "build"]);
    writeFileSync(built, "");
  }
  rmSync(join(home, "bench"), { recursive: true, force: true });
  cpSync(join(root, "bench"), join(home, "bench"), { recursive: true, filter: isSource });
  return pathToFileURL(`${home}/`);
}

const isSource = (path) =>
  !/(?:^|\/)(?:\.out|\.gen|node_modules)(?:\/|$)/.test(relative(root, path));

// The libraries of this checkout, and the packages of the commit: it may be older than the workspaces. Each library is a
// link of its own: through a link to a whole `node_modules`, an `npm ci` there would empty the folder here.
function linkModules(home) {
  const modules = join(home, "node_modules");
  const isWorkspace = existsSync(join(home, "packages"));
  const packages = isWorkspace
    ? { bough: "packages/bough", "bough-cli": "packages/cli" }
    : { bough: "." };
  linkEach(join(root, "node_modules"), modules, (name) => name !== RECORD && !(name in packages));
  // The record of an installation as the commit wants it: otherwise its build runs `npm ci`.
  cpSync(join(home, "package-lock.json"), join(modules, RECORD));
  for (const [name, folder] of Object.entries(packages)) {
    symlinkSync(join(home, folder), join(modules, name));
    const own = join(root, folder, "node_modules");
    if (isWorkspace && existsSync(own)) linkEach(own, join(home, folder, "node_modules"));
  }
}

const RECORD = ".package-lock.json";

function linkEach(from, to, isLinked = () => true) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter(isLinked))
    symlinkSync(join(from, name), join(to, name));
}

function run(cwd, command, args, input) {
  const { status, stderr } = spawnSync(command, args, { cwd, input });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} in ${cwd}: ${String(stderr)}`);
}
