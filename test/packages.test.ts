// All packages in a project of a user, as `npm install` puts them there: with one `bough`, whose values they recognize.
// What they depend on comes from the repository, so no registry is asked.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { packedTarball, repository, run } from "./support/staged-package.ts";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly overrides?: object;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
const folders = readdirSync(join(repository, "packages"))
  .map((name) => `packages/${name}`)
  .filter((folder) => existsSync(join(repository, folder, "package.json")));
const family = folders.map((folder) => manifestIn(join(repository, folder)).name);
const overridden = Object.entries(manifestIn(repository).overrides ?? {}).flatMap(
  ([name, version]) => (typeof version === "string" ? [name] : []),
);
const made: string[] = [];

afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** Where the repository has each package of others that these packages bring with them. */
function brought(folder: string, found = new Map<string, string>()): Map<string, string> {
  const { dependencies, peerDependencies, peerDependenciesMeta = {} } = manifestIn(folder);
  const needed = Object.keys({ ...dependencies, ...peerDependencies }).filter(
    (name) => !family.includes(name) && peerDependenciesMeta[name]?.optional !== true,
  );
  for (const name of needed.filter((one) => !found.has(one))) {
    const home = [folder, repository]
      .map((place) => join(place, "node_modules", name))
      .find(existsSync);
    if (home === undefined) throw new Error(`${name} is not installed in the repository`);
    found.set(name, `file:${home}`);
    brought(home, found);
  }
  return found;
}

/** Installs packages into an empty project, and returns its folder. */
function installed(sources: readonly string[]): string {
  const project = mkdtempSync(join(tmpdir(), "bough-project-"));
  made.push(project);
  const found = new Map<string, string>();
  const dependencies = sources.map((source) => {
    brought(join(repository, source), found);
    const { name } = manifestIn(join(repository, source));
    return [name, `file:${packedTarball(source)}`];
  });
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({
      type: "module",
      dependencies: Object.fromEntries([...found, ...dependencies]),
      // What the repository overrides is here in that version alone.
      overrides: Object.fromEntries(
        overridden.filter((name) => found.has(name)).map((name) => [name, `$${name}`]),
      ),
    }),
  );
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  run(["npm", "install", "--offline", "--install-links", ...quiet], project);
  return project;
}

/** Imports modules in a project, and returns what Node says if it cannot. */
function errorOf(project: string, specifiers: readonly string[]): string {
  const source = specifiers.map((specifier) => `await import("${specifier}");`).join("\n");
  return spawnSync(process.execPath, ["--input-type=module", "-e", source], {
    cwd: project,
    encoding: "utf8",
  }).stderr;
}

describe("in an empty project", () => {
  test("all packages are installed with one bough", { timeout: 600_000 }, () => {
    const project = installed(folders);
    const found = readdirSync(project, { recursive: true, encoding: "utf8" })
      .map((path) => path.replaceAll("\\", "/"))
      .filter((path) => /(?:^|\/)node_modules\/bough\/package\.json$/.test(path));
    expect(found).toEqual(["node_modules/bough/package.json"]);
    const { version } = manifestIn(join(project, "node_modules/bough"));
    expect(family.map((name) => manifestIn(join(project, "node_modules", name)).version)).toEqual(
      family.map(() => version),
    );
    const imported = family.filter(
      (name) => manifestIn(join(project, "node_modules", name)).exports?.["."],
    );
    expect(errorOf(project, imported)).toBe("");
  });

  test("bough brings nothing, and asks only for the frameworks of its hosts", () => {
    const project = installed(["packages/bough"]);
    const names = readdirSync(join(project, "node_modules")).filter(
      (name) => !name.startsWith("."),
    );
    expect(names).toEqual(["bough"]);
    const { exports = {}, ...bough } = manifestIn(join(project, "node_modules/bough"));
    const peers = Object.keys(bough.peerDependencies ?? {});
    expect(peers).toEqual(["express", "fastify", "hono"]);
    expect(peers.filter((name) => bough.peerDependenciesMeta?.[name]?.optional !== true)).toEqual(
      [],
    );
    const entries = Object.keys(exports).filter((key) => !key.endsWith("package.json"));
    const alone = entries.filter((key) => !peers.includes(key.slice("./".length)));
    expect(
      errorOf(
        project,
        alone.map((key) => key.replace(".", "bough")),
      ),
    ).toBe("");
  });
});
