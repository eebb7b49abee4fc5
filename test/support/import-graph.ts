// Who imports whom under a folder, read from the text of the sources: no compiler and no linter takes part,
// so that this notices when one of those silently checks nothing.

import { readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";

/** From each file to what it imports: a path relative to the root where the import is relative, else the specifier. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

export function importGraph(
  root: string,
  isIncluded: (file: string) => boolean,
  read: (source: string) => string[] = specifiersIn,
): ImportGraph {
  const files = listFiles(root).filter(isIncluded);
  return new Map(
    files.map((file) => {
      const found = read(readFileSync(join(root, file), "utf8"));
      return [file, found.map((specifier) => resolveFrom(file, specifier))] as const;
    }),
  );
}

/** Static imports, re-exports, `import("…")` as value and as type; lines of comments are skipped. */
export function specifiersIn(source: string): string[] {
  const code = source
    .split("\n")
    .filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line))
    .join("\n");
  const importing = /(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s*)(["'])([^"'\n]+)\1/gm;
  return [...code.matchAll(importing)].map((match) => match[2] ?? "");
}

/** What is imported at run time: without `import type` and `export type`, which the compiler takes away. */
export function valueSpecifiersIn(source: string): string[] {
  return specifiersIn(
    source.replaceAll(/^(?:import|export) type\s[^;]*?from\s*["'][^"'\n]+["'];?$/gm, ""),
  );
}

/** Each cycle as the files on it, the first one repeated at the end. */
export function cyclesIn(graph: ImportGraph): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start !== -1) cycles.push([...path.slice(start), file]);
    if (start !== -1 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}

/** Everything a file brings with it, itself included. */
export function closureOf(graph: ImportGraph, entry: string): Set<string> {
  const reached = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...(graph.get(file) ?? []));
  }
  return reached;
}

function listFiles(root: string): string[] {
  const entries = readdirSync(root, { recursive: true, encoding: "utf8" });
  return entries.map((entry) => entry.split(sep).join("/")).toSorted();
}

function resolveFrom(file: string, specifier: string): string {
  return specifier.startsWith(".") ? posix.join(posix.dirname(file), specifier) : specifier;
}
