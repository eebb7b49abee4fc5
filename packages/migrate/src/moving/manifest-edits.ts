// The manifests that list the old library list Bough's packages beside it.
import type { Edit } from "../edits.ts";

const OLD = /^([ \t]*)"(?:@ts-rest\/[\w-]+|openapi-fetch|openapi-react-query)"\s*:/m;

/** `packages` are the names that the files of each folder need. */
export function manifestEdits(
  packages: ReadonlyMap<string, ReadonlySet<string>>,
  files: ReadonlyMap<string, string>,
  version: string,
): ReadonlyMap<string, readonly Edit[]> {
  const edits = new Map<string, readonly Edit[]>();
  for (const [path, text] of files) {
    const found = path.endsWith("package.json") ? OLD.exec(text) : null;
    if (!found) {
      continue;
    }
    const folder = path.slice(0, -"package.json".length);
    const names = new Set(
      [...packages].flatMap(([file, needed]) => (file.startsWith(folder) ? [...needed] : [])),
    );
    const missing = [...names].filter((name) => !text.includes(`"${name}"`)).toSorted();
    if (missing.length > 0) {
      const [, indent = ""] = found;
      const lines = missing.map((name) => `${indent}"${name}": "^${version}",\n`);
      edits.set(path, [{ start: found.index, end: found.index, text: lines.join("") }]);
    }
  }
  return edits;
}
