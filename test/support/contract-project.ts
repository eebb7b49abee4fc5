// A project with an API and its contract, in a Git repository: `v0.9` without the contract, `v1.0` with it.
import { spawnSync } from "node:child_process";
import { cliProject, type CliProject } from "./cli-project.ts";

const compilerOptions =
  '"strict": true, "module": "nodenext", "target": "es2022", "noEmit": true, "allowImportingTsExtensions": true';

/** The declaration, or another state of it. */
export function api(
  parts: { limit?: string; user?: string; more?: string; name?: string } = {},
): string {
  return [
    'import { bytes, dynamicResource, failure, get, integer, post, rootResource, staticResource } from "bough";',
    `export interface User { ${parts.user ?? 'id: string; name: string; kind: "a" | "b"'} }`,
    `export const ${parts.name ?? "api"} = rootResource("v1", {`,
    '  users: staticResource("users", {',
    `    list: get().parameters({ limit: ${parts.limit ?? "integer().optional()"} }).response<User[]>(),`,
    '    create: post().request<Omit<User, "id">>().response<User>(),',
    '    user: dynamicResource("user", { find: get().response<User>().failure(failure("missing", 404)) }),',
    `    ${parts.more ?? ""}`,
    "  }),",
    "});",
  ].join("\n");
}

export interface ContractProject extends CliProject {
  readonly git: (...args: readonly string[]) => string;
  readonly commit: (message: string, date?: string) => void;
  /** Makes the project. Call it in `beforeAll`. */
  readonly begin: () => Promise<void>;
}

export function contractProject(): ContractProject {
  const project = cliProject();
  const { bough, linkLibrary, inModules, inProject, stage } = project;
  const git = (...args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync("git", args, {
      cwd: inProject(),
      encoding: "utf8",
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
    });
    if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
    return stdout.trim();
  };
  const commit = (message: string, date = "2026-11-01T12:00:00Z"): void => {
    git("add", "--all");
    const author = ["-c", "user.name=a", "-c", "user.email=a@b.test"];
    spawnSync("git", [...author, "commit", "-qm", message], {
      cwd: inProject(),
      env: { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date },
    });
  };
  const begin = async (): Promise<void> => {
    stage(["commander", "jiti", "yaml"], {
      ".gitignore": "node_modules\n",
      "package.json": '{ "type": "module", "private": true }',
      "tsconfig.json": `{ "compilerOptions": { ${compilerOptions} }, "include": ["app/src"] }`,
      "app/src/api.ts": api(),
    });
    linkLibrary("typescript", inModules("bough-cli/node_modules/typescript"));
    git("init", "--quiet", "--initial-branch=main");
    commit("without a contract");
    git("tag", "v0.9");
    await bough(["contract", "app/src/api.ts"]);
    commit("with a contract");
    git("tag", "v1.0");
  };
  return { ...project, git, commit, begin };
}
