// The reference of the API, a page for each entry of each package: the declarations come from the tested reports in its
// api/, the sentences from the JSDoc of the sources.
// usage: node .gen/reference.mjs <repository> <folder for the pages>

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-5.9";
import { publicNamesOf, type PublicName } from "../test/support/api-report.ts";

const [, , repository = "", folder = ""] = process.argv;

mkdirSync(folder, { recursive: true });
const written: { entry: string; file: string; count: number }[] = [];
const packages = new Set(["bough", ...readdirSync(join(repository, "packages")).toSorted()]);
for (const name of packages) writePackage(join(repository, "packages", name));
writeFileSync(join(folder, "entries.json"), JSON.stringify(written));

interface Manifest {
  readonly name: string;
  readonly exports?: Record<string, string | Record<string, string>>;
}

function writePackage(home: string): void {
  if (!existsSync(join(home, "api"))) return;
  const { name, exports = {} } = JSON.parse(
    readFileSync(join(home, "package.json"), "utf8"),
  ) as Manifest;
  for (const [key, target] of Object.entries(exports)) {
    const source = typeof target === "string" ? undefined : target["bough:source"];
    if (source !== undefined) writeEntry(home, { entry: join(name, key), source });
  }
}

function writeEntry(home: string, { entry, source }: { entry: string; source: string }): void {
  const report = source.replace("./src/", "").replace(/\.ts$/, ".txt");
  const file = entry === "bough" ? "index" : entry.replace(/^bough\//, "").replaceAll("/", "-");
  const names = publicNamesOf(join(home, source));
  const declarations = new Map(
    readFileSync(join(home, "api", report), "utf8")
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const [name = "", ...lines] = section.trim().split("\n");
        return [name, lines.join("\n")];
      }),
  );
  const page = [
    "---\neditLink: false\n---",
    `# ${entry}`,
    `Signatures of all exports, functions before classes and types. [All exports](/reference/exports.md) links each to its guide.`,
    ...functionsFirst(names).map((name) => sectionOf(name, declarations.get(name.name) ?? "")),
  ];
  writeFileSync(join(folder, `${file}.md`), `${page.join("\n\n")}\n`);
  written.push({ entry, file, count: names.length });
}

/** Functions are what readers look for, then classes, then types. */
function functionsFirst(names: readonly PublicName[]): PublicName[] {
  const rankOf = ({ statements }: PublicName): number => {
    if (statements.some(ts.isClassDeclaration)) return 1;
    const isType = (one: ts.Node): boolean =>
      ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one);
    return statements.every(isType) ? 2 : 0;
  };
  return names.toSorted((a, b) => rankOf(a) - rankOf(b));
}

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
