// `npx bough-migrate imports`: rewrites a project for the next version of Bough.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { diffOf, edited } from "./edits.ts";
import { migrateImports } from "./migrate-imports.ts";
import { MOVED } from "./moved.ts";
import { projectFiles } from "./project-files.ts";

const HELP = `Rewrites a project for the next version of Bough.

Usage: npx bough-migrate imports [options]

  imports    moves imports and renames what has another name, in the project of this folder

  --dry      print a diff and a report, and write nothing (the default)
  --write    write
  --help, --version

Exits with 0 if everything is moved, 1 if something is left, 2 after wrong use.
`;

class WrongUse extends Error {}

function run(): number {
  const { values, positionals } = readArguments();
  if (values.help || values.version) {
    process.stdout.write(values.help ? HELP : `${version()}\n`);
    return 0;
  }
  const [command, ...more] = positionals;
  if (command !== "imports" || more.length > 0) {
    throw new WrongUse(`expected one command, imports, received "${positionals.join(" ")}"`);
  }
  if (values.dry && values.write) {
    throw new WrongUse("use --dry or --write, not both");
  }
  return imports(process.cwd(), values.write);
}

function imports(folder: string, isWriting: boolean): number {
  const files = projectFiles(folder);
  const { changes, left, added } = migrateImports(folder, files, MOVED);
  for (const [path, edits] of changes) {
    const text = files.get(path) ?? "";
    if (isWriting) {
      writeFileSync(join(folder, path), edited(text, edits));
    } else {
      process.stdout.write(`${diffOf(path, text, edits)}\n`);
    }
  }
  const places = [...changes.values()].flat().length;
  const verb = isWriting ? "moved" : "would move";
  const report = [
    ...left,
    `${verb} ${counted(places, "place")} in ${counted(changes.size, "file")}, left ${left.length}`,
    ...(added.length > 0 ? [`package.json lists ${added.join(", ")}: run npm install`] : []),
    ...(!isWriting && places > 0 ? ["--write writes this"] : []),
  ];
  process.stdout.write(`${report.join("\n")}\n`);
  return left.length > 0 ? 1 : 0;
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function readArguments() {
  const flag = { type: "boolean", default: false } as const;
  const options = { dry: flag, write: flag, help: flag, version: flag };
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    // Node's own messages name the argument.
    throw error instanceof TypeError ? new WrongUse(error.message, { cause: error }) : error;
  }
}

function version(): string {
  const manifest: { readonly version: string } = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  return manifest.version;
}

try {
  process.exitCode = run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof WrongUse ? 2 : 1;
}
