// Adds the packages that rewritten code needs to the `package.json` that lists Bough, with Bough's range.
import type { Edit } from "./edits.ts";
import type { Left } from "./report-gone.ts";

const SECTION = /"((?:devD|peerD|d)ependencies)"\s*:\s*\{([^{}]*)\}/dg;
// The path of a tarball or a folder, or a repository, is Bough's own.
const OWN = /^(?:file|link|portal|git|https?|github)\b.*[:/]|^[./~].*\//;

interface Section {
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly bough: Entry | undefined;
}

interface Entry {
  readonly name: string;
  readonly range: string;
  readonly start: number;
  readonly end: number;
}

function sectionsOf(text: string): readonly Section[] {
  return [...text.matchAll(SECTION)].map(({ 1: name = "", 2: inner = "", indices }) => {
    const from = indices?.[2]?.[0] ?? 0;
    const entries = [...inner.matchAll(/"([^"]+)"\s*:\s*"([^"]*)"/g)].map(
      ({ 0: whole, 1: name = "", 2: range = "", index }) => {
        return { name, range, start: from + index, end: from + index + whole.length };
      },
    );
    return { name, entries, bough: entries.find(({ name }) => name === "bough") };
  });
}

/** The nearest manifest above a file that lists Bough. */
export function manifestFor(path: string, files: ReadonlyMap<string, string>): string | undefined {
  const folders = path.split("/").slice(0, -1);
  return folders
    .map((_, index) => [...folders.slice(0, folders.length - index), "package.json"].join("/"))
    .concat("package.json")
    .find((manifest) => sectionsOf(files.get(manifest) ?? "").some(({ bough }) => bough));
}

/** Adds packages to the text of a manifest. */
export function addPackages(
  text: string,
  names: readonly string[],
): {
  readonly edits: readonly Edit[];
  readonly left: readonly Left[];
  readonly added: readonly string[];
} {
  const sections = sectionsOf(text);
  const listed = new Set(sections.flatMap(({ entries }) => entries.map(({ name }) => name)));
  const edits: Edit[] = [];
  const left: Left[] = [];
  const missing = names.toSorted().filter((name) => !listed.has(name));
  for (const name of missing) {
    for (const { name: section, entries, bough } of sections) {
      if (bough && OWN.test(bough.range)) {
        left.push({ at: bough.start, why: `add ${name} to ${section}, from where bough is` });
      } else if (bough) {
        edits.push(inserted(text, entries, { name, range: bough.range }));
      }
    }
  }
  return { edits, left, added: edits.length > 0 ? missing : [] };
}

/** Where the names are sorted, the new one keeps them so. */
function inserted(
  text: string,
  entries: readonly Entry[],
  { name, range }: Pick<Entry, "name" | "range">,
): Edit {
  const entry = `"${name}": ${JSON.stringify(range)}`;
  const next = entries.find((other) => other.name > name);
  const [beside, last] = [next ?? entries.at(-1), entries.at(-1)?.end ?? 0];
  const space = /\s*$/.exec(text.slice(0, beside?.start))?.[0] || " ";
  return next
    ? { start: next.start, end: next.start, text: `${entry},${space}` }
    : { start: last, end: last, text: `,${space}${entry}` };
}
