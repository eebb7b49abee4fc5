// The commands of the package, for its own program and for `bough migrate`.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { diffOf, edited, lineAt, type Edit } from "./edits.ts";
import { MOVED } from "./moved.ts";
import { manifestEdits } from "./moving/manifest-edits.ts";
import type { Moves } from "./moving/finish.ts";
import { projectFiles } from "./project-files.ts";

const HELP = `Rewrites a project: for the next version of Bough, or from another library.

Usage: npx bough migrate <command> [options]

  imports                    moves imports and renames what has another name
  ts-rest                    moves contracts, servers and clients of ts-rest
  openapi-fetch <document>   declares the API of an OpenAPI document, and moves clients of openapi-fetch to it

  --dry      print a diff and a report, and write nothing (the default)
  --write    write
  --help, --version

It works on the project of this folder, with the project's packages installed.
Exits with 0 if everything is moved, 1 if something is left, 2 after wrong use.
`;

class WrongUse extends Error {
  override readonly name = "WrongUse";
}

/** Runs a command line. The result is the exit code. */
export async function run(args: readonly string[], write: (text: string) => void): Promise<0 | 1> {
  const { values, positionals } = readArguments(args);
  if (values.help || values.version) {
    write(values.help ? HELP : `${version()}\n`);
    return 0;
  }
  const [command, document, ...more] = positionals;
  const isOne = /^(?:imports|ts-rest)$/.test(command ?? "") && document === undefined;
  const isTwo = command === "openapi-fetch" && document !== undefined && more.length === 0;
  if (!isOne && !isTwo) {
    throw new WrongUse(
      command === "openapi-fetch"
        ? "openapi-fetch: expected one document, such as openapi.yaml"
        : `expected one command, imports, ts-rest or openapi-fetch, received "${positionals.join(" ")}"`,
    );
  }
  if (values.dry && values.write) {
    throw new WrongUse("use --dry or --write, not both");
  }
  const output: Output = { folder: process.cwd(), isWriting: values.write, write };
  if (command === "imports") {
    return imports(output);
  }
  const files = projectFiles(output.folder, (_, path) => READ.test(path));
  if (command === "ts-rest") {
    const { migrateTsRest } = await import("./ts-rest/index.ts");
    return print(migrateTsRest(output.folder, files), files, output);
  }
  const { migrateOpenApiFetch } = await import("./openapi-fetch/index.ts");
  return print(await migrateOpenApiFetch(output.folder, files, document ?? ""), files, output);
}

const READ = /(?:\.(?:[cm]?[jt]sx?|vue|svelte)|(?:^|\/)package\.json)$/;

interface Output {
  readonly folder: string;
  readonly isWriting: boolean;
  readonly write: (text: string) => void;
}

async function imports(output: Output): Promise<0 | 1> {
  // `--help` and wrong arguments do not need the compiler, so it is loaded here.
  const { migrateImports } = await import("./migrate-imports.ts");
  const files = projectFiles(output.folder);
  const { changes, left, added } = migrateImports(output.folder, files, MOVED);
  apply(changes, files, output);
  const places = [...changes.values()].flat().length;
  report(
    [
      ...left,
      `${output.isWriting ? "moved" : "would move"} ${counted(places, "place")} in ${counted(changes.size, "file")}, left ${left.length}`,
      ...(added.length > 0 ? [`package.json lists ${added.join(", ")}: run npm install`] : []),
      ...(!output.isWriting && places > 0 ? ["--write writes this"] : []),
    ],
    output,
  );
  return left.length > 0 ? 1 : 0;
}

function print(moves: Moves, files: ReadonlyMap<string, string>, output: Output): 0 | 1 {
  const manifests = manifestEdits(moves.packages, files, version());
  const changes = new Map([...moves.changes, ...manifests]);
  apply(changes, files, output);
  const made = [...moves.made].filter(
    ([path, text]) => current(join(output.folder, path)) !== text,
  );
  for (const [path, text] of made) {
    const file = join(output.folder, path);
    if (output.isWriting) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    } else {
      output.write(`${diffOf(path, "", [{ start: 0, end: 0, text }])}\n`);
    }
  }
  const { moved, bridged, left } = moves.sites;
  const isChanging = changes.size + made.length > 0;
  report(
    [
      ...moves.left.map(
        ({ path, at, why }) => `${path}:${lineOf(path, at, { files, changes, output })}  ${why}`,
      ),
      ...made.map(([path]) => `${output.isWriting ? "wrote" : "would write"} ${path}`),
      `${output.isWriting ? "moved" : "would move"} ${counted(moved, "place")}, bridged ${bridged}, left ${left}, in ${counted(moves.changes.size, "file")}`,
      ...(moves.left.length > 0
        ? [`${counted(moves.left.length, "line")} above: look at each`]
        : []),
      ...(manifests.size > 0 ? ["package.json lists what is needed now: run npm install"] : []),
      ...(!output.isWriting && isChanging ? ["--write writes this"] : []),
    ],
    output,
  );
  return moves.left.length > 0 ? 1 : 0;
}

function current(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

interface Lines {
  readonly files: ReadonlyMap<string, string>;
  readonly changes: ReadonlyMap<string, readonly Edit[]>;
  readonly output: Output;
}

/** The line of a place, in the file as it is when the report is read. */
function lineOf(path: string, at: number, { files, changes, output }: Lines): number {
  const text = files.get(path) ?? "";
  const edits = output.isWriting ? (changes.get(path) ?? []) : [];
  const before = edits.filter(({ end }) => end <= at);
  const shift = before.reduce((sum, one) => sum + one.text.length - (one.end - one.start), 0);
  return lineAt(edits.length > 0 ? edited(text, edits) : text, at + shift);
}

function apply(
  changes: ReadonlyMap<string, readonly Edit[]>,
  files: ReadonlyMap<string, string>,
  { folder, isWriting, write }: Output,
): void {
  for (const [path, edits] of changes) {
    const text = files.get(path) ?? "";
    if (isWriting) {
      writeFileSync(join(folder, path), edited(text, edits));
    } else {
      write(`${diffOf(path, text, edits)}\n`);
    }
  }
}

function report(lines: readonly string[], { write }: Output): void {
  write(`${lines.join("\n")}\n`);
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function readArguments(args: readonly string[]) {
  const flag = { type: "boolean", default: false } as const;
  const options = { dry: flag, write: flag, help: flag, version: flag };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
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
