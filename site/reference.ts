// The reference of the API, a page for each entry: the declarations come from the tested reports in
// packages/bough/api/, the sentences from the JSDoc of the sources.
// usage: node .gen/reference.mjs <repository> <folder for the pages>

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-5.9";
import { publicNamesOf, type PublicName } from "../test/support/api-report.ts";

const [, , repository = "", folder = ""] = process.argv;
const home = join(repository, "packages/bough");
const manifest = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as {
  exports: Record<string, string | Record<string, string>>;
};

mkdirSync(folder, { recursive: true });
const written: { entry: string; file: string; count: number }[] = [];
for (const [key, target] of Object.entries(manifest.exports)) {
  const source = typeof target === "string" ? undefined : target["bough:source"];
  if (source === undefined) continue;
  const file = source.replace("./src/", "").replace(/\.ts$/, "");
  const entry = key === "." ? "bough" : `bough${key.slice(1)}`;
  const names = publicNamesOf(join(home, source));
  const report = readFileSync(join(home, "api", `${file}.txt`), "utf8");
  const declarations = new Map(
    report
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const [name = "", ...lines] = section.trim().split("\n");
        return [name, lines.join("\n")];
      }),
  );
  const page = [
    `# ${entry}`,
    `Everything that \`${entry}\` exports, with its declaration. [API by entry](/reference/exports.md) has the same names with the pages that explain them.`,
    ...names.map((name) => sectionOf(name, declarations.get(name.name) ?? "")),
  ];
  writeFileSync(join(folder, `${file}.md`), `${page.join("\n\n")}\n`);
  written.push({ entry, file, count: names.length });
}
writeFileSync(join(folder, "entries.json"), JSON.stringify(written));

function sectionOf(name: PublicName, declaration: string): string {
  const { comment, examples } = docsOf(name);
  const code = [...examples, declaration]
    .filter((text) => text !== "")
    .map((text) => `\`\`\`ts\n${text}\n\`\`\``);
  return [`## ${name.name}`, escaped(comment), ...code].filter((text) => text !== "").join("\n\n");
}

function docsOf({ statements }: PublicName): { comment: string; examples: string[] } {
  const docs = statements.flatMap((statement) => ts.getJSDocCommentsAndTags(statement));
  const comments = docs
    .filter(ts.isJSDoc)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "");
  const examples = docs
    .filter(ts.isJSDoc)
    .flatMap(({ tags = [] }) => [...tags])
    .filter(({ tagName }) => tagName.text === "example")
    .map(({ comment }) =>
      (ts.getTextOfJSDocComment(comment) ?? "").replaceAll(/^```\w*\n|\n```$/g, ""),
    );
  return { comment: [...new Set(comments)].join("\n\n"), examples };
}

/** JSDoc is plain text: outside of code, angle brackets are not HTML. */
function escaped(text: string): string {
  return text
    .replaceAll(/\{@link ([^}]+)\}/g, "`$1`")
    .replaceAll(/`[^`]*`|[<>]|\{\{/g, (found) =>
      found === "<" ? "&lt;" : found === ">" ? "&gt;" : found === "{{" ? "{&#123;" : found,
    );
}
