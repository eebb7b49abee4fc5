// The pages of the site: those that docs/README.md lists, in its order, and those that they lead to. `docs/` is
// written for GitHub and for the package; this file says where each page is on the site and where its links lead.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = fileURLToPath(new URL("..", import.meta.url));

/** The groups of docs/README.md: `{ title, pages: [{ title, source }] }`, sources from the root of the repository. */
export function groups() {
  /** @type {{ title: string, pages: { title: string, source: string }[] }[]} */
  const found = [];
  for (const line of readFileSync(join(repository, "docs/README.md"), "utf8").split("\n")) {
    const [, group] = /^## (.+)$/.exec(line) ?? [];
    if (group !== undefined) found.push({ title: group, pages: [] });
    const [, title, link] = /^- \[([^\]]+)\]\(([^)]+)\)/.exec(line) ?? [];
    if (title !== undefined) found.at(-1)?.pages.push({ title, source: posix.join("docs", link) });
  }
  return found;
}

/** Where each page is on the site: `docs/guide/cors.md` → `guide/cors.md`. */
export function places() {
  const listed = groups().flatMap(({ pages }) => pages.map(({ source }) => source));
  const decisions = readdirSync(join(repository, "docs/decisions")).map(
    (name) => `docs/decisions/${name}`,
  );
  return new Map(
    [...new Set([...listed, ...decisions])].map((source) => [source, placeOf(source)]),
  );
}

/** The skills of the packages: `{ name, description, text }`. */
export function skills() {
  return readdirSync(join(repository, "packages")).flatMap((folder) => {
    const home = join(repository, "packages", folder, "skills");
    return (existsSync(home) ? readdirSync(home) : []).map((name) => {
      const text = readFileSync(join(home, name, "SKILL.md"), "utf8");
      return { name, description: /^description: (.+)$/m.exec(text)?.[1], text };
    });
  });
}

function placeOf(source) {
  if (source === "docs/decisions/README.md") return "decisions/index.md";
  if (source.startsWith("docs/")) return source.slice("docs/".length);
  return `about/${source.toLowerCase()}`;
}

/** The text of a page for the site: its links lead to pages of the site, to the repository, or become plain text. */
export function withLinks(markdown, source, pages, home) {
  const codeOrLink = /^```[^]*?^```|(!?)\[((?:[^\]`]|`[^`]*`)*)\]\(([^)\s]+)\)|`[^`\n]*`/gm;
  return markdown.replaceAll(codeOrLink, (whole, image, label, target) => {
    if (target === undefined || /^(?:[a-z]+:|#)/.test(target)) return whole;
    const [path, anchor] = target.split("#");
    const file = posix.join(posix.dirname(source), path);
    if (image === "!") return whole;
    const hash = anchor === undefined ? "" : `#${anchor}`;
    if (file === "docs/README.md" || file === "README.md") return `[${label}](/)`;
    const place = pages.get(file);
    if (place !== undefined) return `[${label}](/${place}${hash})`;
    if (!existsSync(join(repository, file))) throw new Error(`${source}: ${target} leads nowhere`);
    return home === undefined ? label : `[${label}](${home}${file}${hash})`;
  });
}

/** The key of a TypeScript block, in letters: VitePress takes digits after a fence for numbers of lines. */
export function keyOf(source, block) {
  const letters = String(block).replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)]);
  return `${source.replaceAll(/[^a-zA-Z]/g, "_")}__${letters}`;
}

/** Puts the key of each TypeScript block after its fence. */
export function withKeys(markdown, source) {
  let block = 0;
  let fence;
  return markdown
    .split("\n")
    .map((line) => {
      const [, marks, language] = /^(`{3,})(\S*)/.exec(line) ?? [];
      if (fence === undefined && marks !== undefined) {
        fence = marks;
        return language === "ts" ? `${line} ${keyOf(source, block++)}` : line;
      }
      if (fence !== undefined && line.startsWith(fence)) fence = undefined;
      return line;
    })
    .join("\n");
}

/** The anchors of headings, as GitHub makes them. */
export function slugify(heading) {
  return heading
    .toLowerCase()
    .trim()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}
