// The API report: every public declaration, one file for each entry in packages/bough/api/. A change of the
// surface is a diff there. After a change that is meant: `npm run api-report`.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { publicNamesOf, reportOf, summaryOf } from "./support/api-report.ts";
import { home, repository } from "./support/staged-package.ts";

const manifest = JSON.parse(readFileSync(join(repository, home, "package.json"), "utf8")) as {
  exports: Record<string, string | Record<string, string>>;
};
const entries = Object.entries(manifest.exports).flatMap(([key, target]) =>
  typeof target === "string" ? [] : [{ key, source: target["bough:source"] ?? "" }],
);

describe.each(entries)("the entry $key", ({ source }) => {
  const path = join(repository, home, source);

  test("is as its report says", async () => {
    const report = join(
      repository,
      home,
      source.replace("/src/", "/api/").replace(/\.ts$/, ".txt"),
    );
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
