// Copies papers from the root of the repository into a package while npm packs it, and removes them again. npm runs
// it in the folder of the package: `node ../../scripts/papers.mjs copy|remove README.md LICENSE docs`. A `!` before
// a paper leaves it out.

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const [, , task, ...names] = process.argv;

if (task === "remove") {
  for (const name of names) rmSync(name, { recursive: true, force: true });
} else {
  const papers = names
    .filter((name) => !name.startsWith("!"))
    .flatMap(papersIn)
    .filter((paper) => !names.includes(`!${paper}`));
  const home = sourcesUrl(JSON.parse(readFileSync("package.json", "utf8")));
  for (const paper of papers) {
    const text = readFileSync(join(root, paper), "utf8");
    mkdirSync(dirname(paper), { recursive: true });
    writeFileSync(paper, withLinks(withoutTables(text), { paper, papers, home }));
  }
}

/** A file, or the pages of a folder. */
function papersIn(path) {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true })
    .filter((name) => name.endsWith(".md"))
    .map((name) => posix.join(path, name.replaceAll("\\", "/")));
}

/** Where a browser finds the sources: `git+https://host/owner/name.git` → `https://host/owner/name/blob/HEAD/`. */
function sourcesUrl({ repository }) {
  const url = /https:\/\/[^#]+?(?=\.git$|$)/.exec(repository?.url ?? repository ?? "")?.[0];
  return url && `${url}/blob/HEAD/`;
}

/** Leaves out the figures of benches, the largest part of docs/reference/performance.md. */
function withoutTables(text) {
  const table = /<!-- table: .*? -->\n[^]*?<!-- end -->/g;
  return text.replaceAll(table, "The table is in the repository.");
}

/**
 * npm shows README.md alone, so all its links lead to the repository. A link of another page does so if its target
 * is not in the package, such as that of an image. Without a repository, what a link would have led to outside the
 * package is plain text.
 */
function withLinks(text, { paper, papers, home }) {
  const codeOrLink = /^```[^]*?^```|!?\[((?:[^\]`]|`[^`]*`)*)\]\(([^)\s]+)\)|`[^`\n]*`/gm;
  return text.replaceAll(codeOrLink, (whole, label, target) => {
    if (target === undefined || /^(?:[a-z]+:|#)/.test(target)) return whole;
    const path = posix.join(posix.dirname(paper), target);
    const isInside = papers.includes(path.replace(/#.*/, ""));
    if (isInside && !(home && paper === "README.md")) return whole;
    return home ? `${whole.startsWith("!") ? "!" : ""}[${label}](${home}${path})` : label;
  });
}
