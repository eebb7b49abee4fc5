// Writes the files of an import. A file that a person wrote or edited is never changed.
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileHash } from "./import-record.ts";

export interface WrittenFiles {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Edited files, whose new version is beside them as `name.ts.new`. */
  readonly beside: readonly string[];
  /** The hash of each file of this import. */
  readonly hashes: Readonly<Record<string, string>>;
}

/** Writes files into a folder. `known` has the hashes of the import before. */
export function writeFiles(
  folder: string,
  files: ReadonlyMap<string, string>,
  known: Readonly<Record<string, string>>,
): WrittenFiles {
  const writing = new Map<string, string>();
  const written: string[] = [];
  const beside: string[] = [];
  const hashes = new Map<string, string>();
  for (const [name, text] of files) {
    const before = Object.hasOwn(known, name) ? known[name] : undefined;
    const hash = fileHash(text);
    hashes.set(name, hash);
    const current = currentText(join(folder, name));
    if (current === undefined) {
      writing.set(name, text);
      written.push(name);
      continue;
    }
    const own = fileHash(current);
    if (own === hash || before === hash) {
      continue;
    }
    if (own === before) {
      writing.set(name, text);
      written.push(name);
    } else {
      writing.set(`${name}.new`, text);
      beside.push(name);
    }
  }
  replaceAll(folder, writing);
  const removed = Object.keys(known).filter(
    (name) =>
      !files.has(name) &&
      /^[\p{L}\p{N}_-]+\.ts$/u.test(name) &&
      removeUnedited(join(folder, name), known[name]),
  );
  return { written, removed, beside, hashes: Object.fromEntries(hashes) };
}

/** Replaces files as a whole, and links by files; none of them if one cannot be written. */
export function replaceAll(folder: string, files: ReadonlyMap<string, string>): void {
  const made = mkdirSync(folder, { recursive: true });
  const written = new Map<string, string>();
  try {
    for (const [name, text] of files) {
      const path = join(folder, `${name}.${process.pid}.tmp`);
      writeFileSync(path, text, { flag: "wx" });
      written.set(path, name);
    }
  } catch (error) {
    for (const path of written.keys()) {
      rmSync(path);
    }
    if (made !== undefined) {
      rmSync(made, { recursive: true });
    }
    throw error;
  }
  for (const [path, name] of written) {
    renameSync(path, join(folder, name));
  }
}

// The text of what is there; a folder or a link counts as a file that a person made.
function currentText(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    return undefined;
  }
  return found.isFile() ? readFileSync(path, "utf8") : "\0";
}

function removeUnedited(path: string, hash: string | undefined): boolean {
  const current = currentText(path);
  const isOwn = current !== undefined && fileHash(current) === hash;
  if (isOwn) {
    rmSync(path);
  }
  return isOwn;
}
