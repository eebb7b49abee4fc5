// The API report: every public declaration, one file for each entry of a package, in the api/ of the package. A change
// of the surface is a diff there. After a change that is meant: `npm run api-report`.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { publicNamesOf, reportOf, summaryOf } from "./support/api-report.ts";
import { repository } from "./support/staged-package.ts";

const folders = readdirSync(join(repository, "packages"))
  .map((name) => `packages/${name}`)
  .filter((folder) => existsSync(join(repository, folder, "package.json")));

const entries = folders.flatMap((folder) => {
  const { name, exports } = JSON.parse(
    readFileSync(join(repository, folder, "package.json"), "utf8"),
  ) as {
    readonly name: string;
    readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  };
  return Object.entries(exports ?? {}).flatMap(([key, target]) => {
    const source = typeof target === "string" ? undefined : target["bough:source"];
    return source === undefined
      ? []
      : [{ entry: join(name, key), path: join(repository, folder, source) }];
  });
});

describe.each(entries)("the entry $entry", ({ path }) => {
  test("is as its report says", async () => {
    const report = path.replace("/src/", "/api/").replace(/\.ts$/, ".txt");
    await expect(reportOf(path)).toMatchFileSnapshot(report);
  });

  test("says what each name is in one sentence", () => {
    const silent = publicNamesOf(path).filter((name) => !/^[A-Z`"'].*[.:…]$/.test(summaryOf(name)));
    // "What …" and "Thrown by …" do not say what a name is.
    silent.push(
      ...publicNamesOf(path).filter((name) => /^(?:What|Who|Thrown)\b/.test(summaryOf(name))),
    );
    expect(silent.map((name) => `${name.name}: ${summaryOf(name)}`)).toEqual([]);
  });
});
