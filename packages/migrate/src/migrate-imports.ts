// The command `imports`: finds what moved in the files of a project. It reads, and writes nothing.
import { join } from "node:path";
import { edited, lineAt, type Edit } from "./edits.ts";
import { addPackages, manifestFor } from "./manifests.ts";
import type { Moved } from "./moved.ts";
import { moveImports } from "./move-imports.ts";
import { mayHaveMethods, moveMethods, unsure } from "./move-methods.ts";
import {
  goneCommands,
  goneOptions,
  importsBough,
  oldSpecifiers,
  type Left,
} from "./report-gone.ts";
import { isMarkdown, isScript, scriptBlocks } from "./script-blocks.ts";

export interface Migration {
  /** The files that change, by path. */
  readonly changes: ReadonlyMap<string, readonly Edit[]>;
  /** What cannot be moved: `path:LINE  what to write instead`. */
  readonly left: readonly string[];
  /** The packages that manifests list now. */
  readonly added: readonly string[];
}

/** Migrates the files of a folder, by their paths in it, with `/`. */
export function migrateImports(
  folder: string,
  files: ReadonlyMap<string, string>,
  moved: Moved,
): Migration {
  const changes = new Map<string, Edit[]>();
  const left = new Map<string, Left[]>();
  const needed = new Map<string, Set<string>>();
  const scripts = new Map<string, string>();
  const targets = new Set(
    [...moved.specifiers.values(), ...moved.names.map(({ to }) => to)].map(packageOf),
  );
  targets.delete("bough");
  for (const [path, text] of files) {
    const found = migrateFile(path, text, moved);
    changes.set(path, [...found.edits]);
    left.set(path, [...found.left]);
    // Code in Markdown is read, not run. A second run reports again what a manifest still lacks.
    const names = new Set(
      isMarkdown(path) ? [] : found.entries.map(packageOf).filter((name) => targets.has(name)),
    );
    const manifest = names.size > 0 ? manifestFor(path, files) : "";
    if (manifest === undefined) {
      const why = `add ${[...names].join(", ")} to package.json: none lists bough`;
      left.get(path)?.push({ at: 0, why });
    } else if (manifest) {
      needed.set(manifest, new Set([...(needed.get(manifest) ?? []), ...names]));
    }
    if (isScript(path)) {
      scripts.set(join(folder, path).replaceAll("\\", "/"), text);
    }
  }
  const methods = moveMethods(scripts, moved);
  for (const path of files.keys()) {
    const found = methods.get(join(folder, path).replaceAll("\\", "/"));
    changes.get(path)?.push(...(found?.edits ?? []));
    left.get(path)?.push(...(found?.left ?? []));
  }
  const added = new Set<string>();
  for (const [manifest, names] of needed) {
    const found = addPackages(files.get(manifest) ?? "{}", [...names]);
    changes.get(manifest)?.push(...found.edits);
    left.get(manifest)?.push(...found.left);
    found.added.forEach((name) => added.add(name));
  }
  return {
    changes: new Map([...changes].filter(([, edits]) => edits.length > 0)),
    left: [...left].flatMap(([path, found]) => lines(path, files.get(path) ?? "", found)),
    added: [...added].toSorted(),
  };
}

function packageOf(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
}

interface FileFindings {
  readonly edits: readonly Edit[];
  readonly left: readonly Left[];
  readonly entries: readonly string[];
}

function migrateFile(path: string, text: string, moved: Moved): FileFindings {
  const edits: Edit[] = [];
  const left: Left[] = [...goneCommands(path, text, moved)];
  const entries: string[] = [];
  // Most files of a project don't name Bough, and parsing is what takes time.
  const blocks = importsBough(text) ? scriptBlocks(path, text) : [];
  for (const { start, code } of blocks) {
    const found = moveImports(code, moved);
    edits.push(...found.edits.map((one) => shifted(one, start)));
    entries.push(...found.entries);
    const gone = [...found.left, ...goneOptions(code, moved), ...methodsOutside(path, code, moved)];
    left.push(...gone.map(({ at, why }) => ({ at: at + start, why })));
  }
  // A blank per character keeps the lines.
  const rest = edited(
    text,
    edits.map((one) => ({ ...one, text: " ".repeat(one.end - one.start) })),
  );
  left.push(...oldSpecifiers(path, rest, moved));
  return { edits, left, entries };
}

/** The checker knows no components and no Markdown. */
function methodsOutside(
  path: string,
  { text }: { readonly text: string },
  moved: Moved,
): readonly Left[] {
  if (isScript(path) || !importsBough(text) || !mayHaveMethods(text, moved)) {
    return [];
  }
  return [...moved.methods].flatMap(([old, name]) =>
    [...text.matchAll(new RegExp(`(?<=\\.\\s*)${old}\\b`, "g"))].map(({ index }) => ({
      at: index,
      why: unsure(old, name),
    })),
  );
}

function shifted({ start, end, text }: Edit, by: number): Edit {
  return { start: start + by, end: end + by, text };
}

function lines(path: string, text: string, left: readonly Left[]): readonly string[] {
  return left
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, why }) => `${path}:${lineAt(text, at)}  ${why}`);
}
