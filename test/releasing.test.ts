// What happens when a package is published: the guard before it, and the pages that npm shows.

import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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

interface RunOptions {
  readonly args?: readonly string[];
  /** The folder of the package, so that others are beside it. */
  readonly inside?: string;
}

function runIn(manifest: object, script: string, { args = [], inside = "bough" }: RunOptions = {}) {
  const home = join(folder, inside);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), JSON.stringify({ name: "bough", ...manifest }));
  return spawnSync(process.execPath, [join(repository, "scripts", script), ...args], {
    cwd: home,
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

  test("stops while the packages differ in version, and names them", () => {
    const versions = { bough: "0.2.0", "bough-cli": "0.1.0", "bough-testing": "0.2.0" };
    for (const [name, version] of Object.entries(versions)) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, "package.json"), JSON.stringify({ name, version }));
    }
    const manifest = { ...complete, name: "bough-testing", version: "0.2.0" };
    const { status, stderr } = runIn(manifest, "verify-release.mjs", { inside: "bough-testing" });
    expect(status).toBe(1);
    expect(stderr).toBe(
      "bough-testing 0.2.0 cannot be published: all packages have one version, but there is bough-cli 0.1.0. " +
        "Set the same version in every package.json, and run npm install.\n",
    );
  });

  test("stops while it needs another version of a package that is released with it", () => {
    const peerDependencies = { bough: "~0.2.0", "bough-import": "0.2.0", fastify: "^5.0.0" };
    const manifest = { ...complete, version: "0.2.0", peerDependencies };
    const { status, stderr } = runIn(manifest, "verify-release.mjs");
    expect(status).toBe(1);
    expect(stderr).toBe(
      "bough 0.2.0 cannot be published: it needs bough ~0.2.0. Set them to 0.2.0.\n",
    );
  });

  test("is possible now: all packages have one version", () => {
    const versions = readdirSync(join(repository, "packages")).map((name) => {
      const text = readFileSync(join(repository, "packages", name, "package.json"), "utf8");
      return (JSON.parse(text) as { version: string }).version;
    });
    expect(new Set(versions).size).toBe(1);
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

describe("a release", () => {
  const manifests = readdirSync(join(repository, "packages")).map(
    (name) => `packages/${name}/package.json`,
  );
  const agent = "packages/testing/src/conformance/conformance.ts";

  beforeEach(() => {
    const files = [
      "CHANGELOG.md",
      "package.json",
      "scripts/release.mjs",
      "scripts/packages.mjs",
      agent,
    ];
    for (const file of [...files, ...manifests]) {
      cpSync(join(repository, file), join(folder, file), { recursive: true });
    }
    // `npm` only writes down how it was called.
    const npm = join(folder, "bin", "npm");
    mkdirSync(dirname(npm));
    writeFileSync(npm, `#!/bin/sh\necho "$@" >> "${join(folder, "npm.log")}"\n`, { mode: 0o755 });
  });

  function release(...args: readonly string[]) {
    return spawnSync(process.execPath, ["scripts/release.mjs", ...args], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, PATH: `${join(folder, "bin")}:${process.env["PATH"]}` },
    });
  }

  const read = (file: string): string => readFileSync(join(folder, file), "utf8");

  test("sets one version everywhere, and dates the section of the changelog", () => {
    expect(release("check", "7.8.9").status).toBe(1);
    expect(release("prepare", "7.8.9")).toMatchObject({ status: 0, stderr: "" });
    for (const file of manifests) {
      const { version, peerDependencies = {} } = JSON.parse(read(file)) as {
        version: string;
        peerDependencies?: Record<string, string>;
      };
      expect([file, version]).toEqual([file, "7.8.9"]);
      expect([file, peerDependencies["bough"] ?? "7.8.9"]).toEqual([file, "7.8.9"]);
    }
    expect(read("CHANGELOG.md")).toMatch(/^## \[7\.8\.9\] - \d{4}-\d\d-\d\d$/m);
    expect(read("package.json")).toMatch(/"bough-([^"]+)": "npm:bough@\1"/);
    expect(read(agent)).toContain('const VERSION = "7.8.9";');
    expect(release("check", "7.8.9").status).toBe(0);
    expect(release("notes", "7.8.9").stdout).toMatch(/^### Added\n/);
  });

  test("publishes a package after those that it needs", () => {
    expect(release("publish").status).toBe(0);
    const published = [...read("npm.log").matchAll(/publish --workspace (\S+)/g)].map(
      ([, name]) => name,
    );
    expect(published).toHaveLength(manifests.length);
    expect(published.indexOf("bough")).toBeLessThan(published.indexOf("bough-query"));
    expect(published.indexOf("bough-import")).toBeLessThan(published.indexOf("bough-diff"));
  });

  test("stops for what is no version", () => {
    expect(release("prepare", "next").stderr).toContain("usage: node scripts/release.mjs");
  });
});

test("conformance names the version of its package as the user agent", () => {
  const home = join(repository, "packages/testing");
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as {
    version: string;
  };
  const source = readFileSync(join(home, "src/conformance/conformance.ts"), "utf8");
  expect(source).toContain(`const VERSION = ${JSON.stringify(version)};`);
});

describe("the pages of a package", () => {
  const papers = ["README.md", "LICENSE", "docs"];
  const read = (page: string): string => readFileSync(join(folder, "bough", page), "utf8");

  test("link to the repository from README.md, and from docs/ to what the package lacks", () => {
    expect(runIn(complete, "papers.mjs", { args: ["copy", ...papers] }).status).toBe(0);
    const sources = "https://git.example.test/owner/bough/blob/HEAD/";
    expect(linksOf(read("README.md"))).toEqual([]);
    expect(read("README.md")).toContain(`](${sources}docs/errors.md)`);
    expect(read("docs/guide/testing.md")).toContain("](mocking.md)");
    expect(read("docs/reference/performance.md")).toContain(`](${sources}bench/README.md)`);
  });

  test("keep links inside the package while it names no repository", () => {
    expect(runIn({}, "papers.mjs", { args: ["copy", ...papers] }).status).toBe(0);
    expect(linksOf(read("README.md"))).toContain("docs/errors.md");
    expect(linksOf(read("README.md"))).not.toContain("ARCHITECTURE.md");
    expect(read("docs/reference/performance.md")).not.toContain("](../../bench");
  });

  test("are removed after packing", () => {
    runIn({}, "papers.mjs", { args: ["copy", ...papers] });
    expect(runIn({}, "papers.mjs", { args: ["remove", ...papers] }).status).toBe(0);
    expect(readdirSync(join(folder, "bough"))).toEqual(["package.json"]);
  });
});
