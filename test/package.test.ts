// The package as npm publishes it: its files, its size, and what a user's bundler makes of the built entries.

import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linksOf } from "./support/markdown-links.ts";
import {
  home,
  repository,
  stagePackage,
  unpack,
  type StagedPackage,
} from "./support/staged-package.ts";

interface Manifest {
  exports: Record<string, string | Record<string, string>>;
}

const manifest = JSON.parse(
  readFileSync(join(repository, home, "package.json"), "utf8"),
) as Manifest;
const libraries = ["dist/cookie.js", "dist/eventsource-parser.js", "dist/multipasta.js"];
let staged: StagedPackage;

beforeAll(() => {
  staged = stagePackage();
}, 240_000);

afterAll(() => {
  staged.remove();
});

const matching = (pattern: RegExp): string[] => staged.files.filter((file) => pattern.test(file));
const read = (file: string): string =>
  readFileSync(join(staged.folder, "node_modules/bough", file), "utf8");
const missing = (files: readonly string[]): string[] =>
  files.filter((file) => !staged.files.includes(file));

/** Whether a built file only passes on what others export, and therefore has no map. */
const isPassing = (file: string): boolean =>
  /^(?:(?:import|export) [^;]*;\s*)*$/.test(read(file).replaceAll(/^\/\/.*$/gm, ""));

/** The sources that the map of a built file leads to. */
function sourcesOf(built: string): string[] {
  if (missing([`${built}.map`]).length > 0 && isPassing(built)) return [];
  const { sources } = JSON.parse(read(`${built}.map`)) as { sources: string[] };
  return sources.map((source) => posix.join(posix.dirname(built), source));
}

describe("the package", () => {
  test("has what each entry leads to", () => {
    const targets = Object.values(manifest.exports).flatMap((target) =>
      typeof target === "string" ? [target] : Object.values(target),
    );
    expect(missing(targets.map((target) => target.slice(2)))).toEqual([]);
  });

  test("has a source for all types and all code, and maps that lead there", () => {
    const built = matching(/^dist\/.*(?:\.js|\.d\.ts)$/).filter(
      (file) => !libraries.includes(file),
    );
    const mapless = missing(built.map((file) => `${file}.map`));
    expect(
      mapless.map((file) => file.slice(0, -".map".length)).filter((file) => !isPassing(file)),
    ).toEqual([]);
    const sources = built.flatMap(sourcesOf);
    expect(sources.length).toBeGreaterThan(100);
    expect(missing(sources)).toEqual([]);
  });

  test("has no tests and nothing beside bin, dist, src, docs, skills and the papers", () => {
    expect(matching(/\.test(-d)?\./)).toEqual([]);
    const papers = staged.files
      .filter((file) => !/^(bin|dist|src|docs|skills)\//.test(file))
      .toSorted();
    expect(papers).toEqual(["LICENSE", "README.md", "package.json"]);
  });

  // The others are in the repository and on the site: with all of them, the package would be 1.2 MB.
  test("has the core concepts, the errors, and the pages about what every project uses", () => {
    const guide = ["bodies", "client", "endpoints", "failures", "handlers", "parameters"];
    expect(matching(/^docs\//).toSorted()).toEqual([
      "docs/concepts/core-concepts.md",
      "docs/errors.md",
      ...[...guide, "resources", "results"].map((page) => `docs/guide/${page}.md`),
      "docs/reference/glossary.md",
    ]);
  });

  test("has pages whose links lead to a file of the package", () => {
    const broken = matching(/\.md$/).flatMap((page) =>
      linksOf(read(page))
        .filter((link) => !link.startsWith("#"))
        .map((link) => posix.join(posix.dirname(page), link.replace(/#.*/, "")))
        .filter((path) => !staged.files.includes(path))
        .map((path) => `${page}: ${path}`),
    );
    expect(broken).toEqual([]);
  });

  test.each(["cli", "openapi", "opentelemetry", "query", "testing"])(
    "bough-%s has the pages that its README names",
    (name) => {
      const target = join(staged.folder, name);
      const files = unpack(`packages/${name}`, target).files.map(({ path }) => path);
      const readme = readFileSync(join(target, "README.md"), "utf8");
      const pages = readme.match(/docs\/[\w/-]+\.md/g) ?? [];
      expect(pages.length).toBeGreaterThan(0);
      expect(pages.filter((page) => !files.includes(page))).toEqual([]);
    },
  );

  test("is a download of at most 1 MB", () => {
    expect(staged.size).toBeLessThan(1_000_000);
  });
});

describe("the built files", () => {
  test("hold each module once, so that entries share their classes", () => {
    const built = matching(/^dist\/.*\.js$/).filter((file) => !libraries.includes(file));
    const modules = built.flatMap(sourcesOf);
    expect(modules).toContain("src/serve/handler/call.ts");
    expect(modules.filter((module, index) => modules.indexOf(module) !== index)).toEqual([]);
  });

  test.each(libraries)("keep the licence of %s", (library) => {
    expect(read(library)).toMatch(/\/\*![^]*Permission is hereby granted[^]*\*\//);
  });
});

/** Takes every file as if it had side effects, so that only what a bundler can prove unused is dropped. */
const distrusting: Plugin = {
  name: "distrusting",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\// }, ({ resolveDir, path }) => ({
      path: join(resolveDir, path),
      sideEffects: true,
    }));
  },
};

async function bundled(contents: string, options?: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: staged.folder },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    ...options,
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

describe("a bundle", () => {
  test.each(["index", "client", "client-xhr"])("keeps nothing of an unused %s", async (entry) => {
    const file = `./node_modules/bough/dist/${entry}.js`;
    const distrust: BuildOptions = { plugins: [distrusting], legalComments: "none" };
    expect(await bundled(`import "${file}";`, distrust)).toBe("");
    expect(await bundled(`export * from "${file}";`, distrust)).not.toBe("");
  });

  test("has only the bodies, parameter types and libraries that are used", async () => {
    const client = `import { createClient } from "bough/client";
      import { get, rootResource } from "bough";
      export const found = createClient().request(rootResource("v1", { find: get().response() }).find);`;
    const events = `import { events } from "bough"; export const body = events();`;
    const traces = [
      "text/event-stream",
      "multipart/form-data",
      "uuid",
      "Permission is hereby granted",
    ];
    const tracesIn = (text: string): string[] => traces.filter((trace) => text.includes(trace));
    expect(tracesIn(await bundled(client))).toEqual([]);
    expect(tracesIn(await bundled(client + events))).toEqual([traces[0], traces[3]]);
  });

  test("of a client has no module of servers, schemas from types, contracts, documents and docs pages", async () => {
    const { metafile } = await build({
      stdin: {
        contents: `export * from "bough"; export * from "bough/client"; export * from "bough/client/xhr";`,
        resolveDir: repository,
      },
      bundle: true,
      format: "esm",
      conditions: ["bough:source"],
      write: false,
      metafile: true,
    });
    const modules = Object.keys(metafile.inputs);
    expect(modules).toContain("packages/bough/src/call/create-client.ts");
    const others =
      /^packages\/bough\/src\/(?:server|contract|openapi|docs|hosts|schema\/compiled)\//;
    expect(modules.filter((module) => others.test(module))).toEqual([]);
    expect(modules.filter((module) => module.includes("extracted-schemas"))).toEqual([]);
  });
});
