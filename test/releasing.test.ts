// What happens when a package is published: the guard before it, and the pages that npm shows.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { linksOf } from "./support/markdown-links.ts";
import { repository } from "./support/staged-package.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bough-releasing-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function runIn(manifest: object, script: string, ...args: readonly string[]) {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "bough", ...manifest }));
  return spawnSync(process.execPath, [join(repository, "scripts", script), ...args], {
    cwd: folder,
    encoding: "utf8",
  });
}

const complete = {
  repository: { type: "git", url: "git+https://git.example.test/owner/bough.git" },
  homepage: "https://bough.example.test",
  bugs: "https://git.example.test/owner/bough/issues",
  publishConfig: { provenance: true },
};

describe("publishing", () => {
  test.each(readdirSync(join(repository, "packages")))("is guarded in packages/%s", (name) => {
    const text = readFileSync(join(repository, "packages", name, "package.json"), "utf8");
    const { scripts } = JSON.parse(text) as { scripts: Record<string, string> };
    expect(scripts["prepublishOnly"]).toBe("node ../../scripts/verify-release.mjs");
  });

  test("goes on when every field is set", () => {
    const { status, stderr } = runIn(complete, "verify-release.mjs");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("stops and names every field that is missing", () => {
    const { status, stderr } = runIn({}, "verify-release.mjs");
    expect(status).toBe(1);
    expect(stderr).toBe(
      "bough cannot be published: set repository, homepage, bugs, publishConfig.provenance in its package.json. " +
        'CONTRIBUTING.md, "Releasing", explains each field.\n',
    );
  });

  test.each([
    ["repository", { url: "owner/bough" }],
    ["homepage", "bough"],
    ["bugs", {}],
    ["publishConfig.provenance", undefined],
  ])("stops for a wrong %s", (field, value) => {
    const [name = "", inner] = field.split(".");
    const wrong = { ...complete, [name]: inner === undefined ? value : {} };
    const { status, stderr } = runIn(wrong, "verify-release.mjs");
    expect(status).toBe(1);
    expect(stderr).toContain(`set ${field} in`);
  });
});

describe("the pages of a package", () => {
  const papers = ["README.md", "LICENSE", "docs"];
  const read = (page: string): string => readFileSync(join(folder, page), "utf8");

  test("link to the repository from README.md, and from docs/ to what the package lacks", () => {
    expect(runIn(complete, "papers.mjs", "copy", ...papers).status).toBe(0);
    const sources = "https://git.example.test/owner/bough/blob/HEAD/";
    expect(linksOf(read("README.md"))).toEqual([]);
    expect(read("README.md")).toContain(`](${sources}docs/errors.md)`);
    expect(read("docs/guide/testing.md")).toContain("](mocking.md)");
    expect(read("docs/reference/performance.md")).toContain(`](${sources}bench/README.md)`);
  });

  test("keep links inside the package while it names no repository", () => {
    expect(runIn({}, "papers.mjs", "copy", ...papers).status).toBe(0);
    expect(linksOf(read("README.md"))).toContain("docs/errors.md");
    expect(linksOf(read("README.md"))).not.toContain("ARCHITECTURE.md");
    expect(read("docs/reference/performance.md")).not.toContain("](../../bench");
  });

  test("are removed after packing", () => {
    runIn({}, "papers.mjs", "copy", ...papers);
    expect(runIn({}, "papers.mjs", "remove", ...papers).status).toBe(0);
    expect(readdirSync(folder)).toEqual(["package.json"]);
  });
});
