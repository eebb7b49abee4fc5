// The tests of an old server run against the moved one: the pages about moving have both servers and the tests.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe } from "vitest";
import { modulesOf } from "./support/page-blocks.ts";
import { repository } from "./support/staged-package.ts";

const root = join(repository, "test/.out", `migrations-${process.pid}`);
const pages = [
  ["from-express", "orders.test.ts"],
  ["from-ts-rest", "posts.test.ts"],
] as const;

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

for (const [page, tests] of pages) {
  const modules = modulesOf(readFileSync(join(repository, "docs/guide", `${page}.md`), "utf8"));
  for (const server of ["old-app.ts", "app.ts"]) {
    const folder = join(root, page, server.replace(".ts", ""));
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of modules) writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, "app.ts"), modules.get(server) ?? "");
    describe(`docs/guide/${page}.md: the tests against ${server}`, async () => {
      await import(pathToFileURL(join(folder, tests)).href);
    });
  }
}
