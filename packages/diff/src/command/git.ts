// What git knows: the contract file at another revision, and the date of HEAD.
import { spawnSync } from "node:child_process";
import { basename, dirname, resolve } from "node:path";
import { WrongUse } from "./wrong-use.ts";

const LARGEST = 500_000_000;

/** A file at the merge base of HEAD and a revision. `text` is absent if it does not exist there. */
export interface FileAt {
  /** The first digits of the commit. */
  readonly commit: string;
  readonly text?: string;
}

/** Finds a file, whose path is relative to the working folder and not to git's root. */
export function fileAt(path: string, revision: string): FileAt {
  const git = gitIn(dirname(resolve(path)));
  if (git("rev-parse", "--is-inside-work-tree") === undefined) {
    throw new WrongUse(`--since ${revision}: ${path} is not in a git repository`);
  }
  if (revision.startsWith("-") || commitOf(git, revision) === undefined) {
    throw new WrongUse(
      `--since ${revision}: there is no such revision in this clone. Fetch it: \`fetch-depth: 0\` for actions/checkout, or git fetch`,
    );
  }
  if (commitOf(git, "HEAD") === undefined) {
    throw new WrongUse(`--since ${revision}: the repository has no commit yet`);
  }
  const base = git("merge-base", "HEAD", revision);
  if (base === undefined) {
    throw new WrongUse(
      `--since ${revision}: HEAD and ${revision} have no common commit in this clone. Fetch the history: \`fetch-depth: 0\` for actions/checkout, or git fetch --unshallow`,
    );
  }
  const text = git("show", `${base.trim()}:./${basename(path)}`);
  return { commit: base.slice(0, 7), ...(text === undefined ? {} : { text }) };
}

/** The date of HEAD's commit; `undefined` without git or a commit. */
export function dateOfHead(folder: string): Date | undefined {
  try {
    const date = gitIn(folder)("log", "-1", "--format=%cI", "HEAD");
    return date === undefined ? undefined : new Date(date.trim());
  } catch {
    return undefined;
  }
}

type Git = (...args: readonly string[]) => string | undefined;

function commitOf(git: Git, revision: string): string | undefined {
  return git("rev-parse", "--verify", "--quiet", `${revision}^{commit}`);
}

// Runs a command and returns its output; `undefined` if it fails.
function gitIn(folder: string): Git {
  return (...args) => {
    const { error, status, stdout } = spawnSync("git", ["-C", folder, ...args], {
      encoding: "utf8",
      maxBuffer: LARGEST,
      stdio: ["ignore", "pipe", "ignore"],
    });
    if (error !== undefined) {
      const isMissing = "code" in error && error.code === "ENOENT";
      throw new WrongUse(
        isMissing
          ? "--since needs git, and there is no git on this machine. Install it, or name two files: bough diff old.contract.json src/api.ts"
          : `git cannot run: ${error.message}`,
      );
    }
    return status === 0 ? stdout : undefined;
  };
}
