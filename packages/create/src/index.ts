// `npm create bough my-api`: makes a first project. It downloads nothing.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ask, QUESTIONS, readArguments, WrongUse } from "./choices.ts";
import { packageName, printable } from "./names.ts";
import { isIncluded, projectFiles, type Project } from "./project-files.ts";

const home = fileURLToPath(new URL("..", import.meta.url));
const { version }: { readonly version: string } = JSON.parse(
  readFileSync(join(home, "package.json"), "utf8"),
);

const HELP = `Makes a first project with Bough.

Usage: npm create bough <folder> -- [options]

${Object.entries(QUESTIONS)
  .map(
    ([name, { answers }]) =>
      `  --${`${name} <${answers.join("|")}>`.padEnd(36)} default: ${answers[0]}`,
  )
  .join("\n")}
  --yes                                  ask nothing
  --help, --version
`;

async function run(): Promise<void> {
  const given = readArguments(process.argv.slice(2));
  if (given.help || given.version) {
    process.stdout.write(given.help ? HELP : `${version}\n`);
    return;
  }
  if (given.folder === undefined) {
    throw new WrongUse("name the folder of the project: npm create bough my-api");
  }
  const folder = resolve(given.folder);
  const name = packageName(basename(folder));
  // A second run, or the wrong folder, must not overwrite anything.
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) {
      throw new Error(`${given.folder} is a file: choose another folder`);
    }
    if (readdirSync(folder).some((name) => name !== ".git")) {
      throw new Error(`${given.folder} has files already: choose another folder`);
    }
  }
  const project = { ...(await ask(given)), name, version };
  write(folder, project);
  const path = relative(process.cwd(), folder);
  const steps = [...(path === "" ? [] : [`cd ${path}`]), "npm install", "npm run dev"];
  const text = steps.map(printable).join("\n  ");
  process.stdout.write(`\nThe project ${project.name} is ready:\n\n  ${text}\n`);
}

function write(folder: string, project: Project): void {
  const template = join(home, "template");
  mkdirSync(folder, { recursive: true });
  cpSync(template, folder, {
    recursive: true,
    filter: (source) => isIncluded(relative(template, source).replaceAll("\\", "/"), project),
  });
  // npm leaves .gitignore out of a package.
  writeFileSync(join(folder, ".gitignore"), readFileSync(join(folder, "gitignore")));
  rmSync(join(folder, "gitignore"));
  for (const [path, text] of Object.entries(projectFiles(project))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${printable(error instanceof Error ? error.message : String(error))}\n`);
  process.exitCode = error instanceof WrongUse ? 2 : 1;
}
