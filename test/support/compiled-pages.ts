// The pages whose code `npm run site` has compiled as it is now, so that nobody compiles them again. The site keeps
// their types under a hash of their blocks, of the sources, and of the versions of all packages.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-5.9";
import { blocksOf } from "./page-blocks.ts";

/** The hash of each page. */
export function hashesOf(
  repository: string,
  pages: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const read = (path: string): string => readFileSync(join(repository, path), "utf8");
  const sources = hashOf(
    ts.version,
    ...readdirSync(join(repository, "packages")).flatMap((name) =>
      sourcesIn(join(repository, "packages", name, "src")).map((path) =>
        readFileSync(path, "utf8"),
      ),
    ),
    ...["package-lock.json", "tsconfig.base.json", "tsconfig.json"].map(read),
    ...["site/types.ts", "test/support/page-blocks.ts"].map(read),
  );
  return new Map(
    [...pages].map(([page, text]) => {
      const lines = text.split("\n");
      const blocks = blocksOf(text).map(
        ({ name, start, end }) => name + lines.slice(start, end).join("\n"),
      );
      return [page, hashOf(sources, ...blocks)];
    }),
  );
}

/** The pages whose hash the site knows. */
export function compiledPages(
  repository: string,
  pages: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const file = join(repository, "site/.gen/types.json");
  if (!existsSync(file)) return new Set();
  const known = JSON.parse(readFileSync(file, "utf8")) as Readonly<
    Record<string, { readonly hash: string }>
  >;
  const hashes = hashesOf(repository, pages);
  return new Set([...pages.keys()].filter((page) => known[page]?.hash === hashes.get(page)));
}

function hashOf(...texts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text).update("\0");
  return hash.digest("hex").slice(0, 16);
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.test(?:-d)?)\.ts$/.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}
