import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { steps } from "./.ci/steps.mjs";
import { ClosingLineReporter } from "./test/support/closing-line-reporter.ts";
import { DearestFilesReporter } from "./test/support/dearest-files-reporter.ts";

/** `import … from "bough"` in tests and examples means the sources, so that no build is needed to test. */
const conditions = ["bough:source", "node", "development|production"];

const all = ["packages/*/src", "test", "examples", "bench"].map(
  (folder) => `${folder}/**/*.test.ts`,
);
const never = [
  "**/node_modules/**",
  "**/.out/**",
  "**/.gen/**",
  "test/consumers/**",
  "test/pages/**",
];

/** Servers on sockets. */
const hosts = [
  "packages/bough/src/hosts/**/*.test.ts",
  "packages/nest/src/**/*.test.ts",
  "test/hosts/**/*.test.ts",
  "test/{client-xhr,deploying,docs-page,migrations}.test.ts",
  "test/bodies/{leaving,sockets}.test.ts",
  "test/http/garbage.test.ts",
  "test/examples.test.ts",
  "examples/{express,fastify,nest}/**/*.test.ts",
];

/** A process for each file: `@hono/node-server` replaces the global `Response`, OpenTelemetry has global providers. */
const alone = [
  "packages/bough/src/hosts/host-contract.test.ts",
  "packages/bough/src/hosts/hono/*.test.ts",
  "test/hosts/{error-formats,mutual-tls,observe,opentelemetry*,rejections}.test.ts",
  "test/docs-page.test.ts",
  "test/bodies/leaving.test.ts",
  "examples/hono/**/*.test.ts",
];

/** The command line, in the process of the tests. Projects load the built packages, so without `conditions`. */
const commands = [
  "test/{cli,cli-contract,cli-eject,cli-diff,cli-diff-documents,cli-diff-since,cli-import,cli-openapi,cli-schemas,migrate}.test.ts",
];

/** Compilers and linters, some of them as processes, on small programs. */
const compilers = [
  "test/{editor,eject,error-messages,layers}.test.ts",
  "packages/{cli,import,migrate}/src/**/*.test.ts",
  "packages/{diff,mcp}/src/command/*.test.ts",
];

const slow = steps.filter(({ tests }) => tests !== undefined);
const slowTests = slow.flatMap(({ tests = [] }) => tests);

/** A run without arguments has the steps that `.ci/run` selects; one that names files or projects can reach all. */
const isNamed = process.argv.slice(2).some((given) => /^--project|^[^-].*\//.test(given));
const chosen = process.env["BOUGH_STEPS"]?.split(",") ?? [];

/** The sources of the packages, for the sources of the command line. */
const sources = [
  { find: /^bough$/, replacement: sourceOf("index") },
  { find: /^bough\/(\w+)$/, replacement: sourceOf("$1") },
  // A package that imports bough.
  { find: /^bough-(\w+)$/, replacement: sourceOf("index", "$1") },
  { find: /^bough-(\w+)\/(\w+)$/, replacement: sourceOf("$2", "$1") },
];

function sourceOf(entry: string, name = "bough"): string {
  return fileURLToPath(new URL(`packages/${name}/src/${entry}.ts`, import.meta.url));
}

// A machine that has other work is slow, not wrong: these end what hangs, and measure nothing.
const limits = {
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
};

const packed = "test/support/packed-packages.ts";
const timed = ["test/support/processor-time.ts", "test/support/patience.ts"];
const restored = [...timed, "test/support/restored-globals.ts"];

const budget = Number(process.env["BOUGH_BUDGET"] ?? Infinity);

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...limits,
    maxWorkers: "100%",
    // The files of a project share a process per worker, so each restores what it replaces.
    pool: "forks",
    isolate: false,
    setupFiles: restored,
    projects: [
      {
        extends: true,
        test: {
          name: "core",
          include: all,
          exclude: [...never, ...hosts, ...alone, ...commands, ...compilers, ...slowTests],
        },
      },
      {
        extends: true,
        test: { name: "hosts", include: hosts, exclude: [...never, ...alone] },
      },
      {
        extends: true,
        test: { name: "alone", include: alone, exclude: never, isolate: true },
      },
      {
        extends: true,
        test: { name: "compilers", include: compilers, exclude: [...never, ...slowTests] },
      },
      {
        resolve: { alias: sources },
        test: {
          ...limits,
          name: "commands",
          include: commands,
          pool: "forks",
          isolate: false,
          setupFiles: timed,
          globalSetup: packed,
        },
      },
      ...slow
        .filter(({ name }) => isNamed || chosen.includes(name))
        .map(({ name, tests = [], alias = {} }) => ({
          extends: true as const,
          resolve: {
            // Without the folder, its tests run on what the repository has, and say so.
            alias: Object.entries(alias)
              .map(([find, folder]) => ({
                find,
                replacement: fileURLToPath(new URL(folder, import.meta.url)),
              }))
              .filter(({ replacement }) => existsSync(replacement)),
          },
          test: {
            name,
            include: [...tests],
            exclude: never,
            isolate: true,
            setupFiles: timed,
            globalSetup: packed,
          },
        })),
    ],
    reporters: [
      "default",
      new ClosingLineReporter(),
      new DearestFilesReporter({ seconds: budget, excepted: slow.map(({ name }) => name) }),
    ],
    coverage: {
      provider: "v8",
      include: ["packages/bough/src/**/*.ts"],
      // The entry files have names only; test/exports.test.ts pins those. The project `hosts` proves the hosts.
      exclude: [
        "packages/bough/src/hosts/**",
        "packages/bough/src/*.ts",
        "packages/bough/src/**/*.test.ts",
        "packages/bough/src/**/*.test-d.ts",
      ],
      reporter: ["text-summary", "html"],
      thresholds: {
        "packages/bough/src/{declare,shared/http,shared/codec}/**": { lines: 98 },
        "packages/bough/src/{!(declare|shared),shared/!(http|codec)}/**": { lines: 93 },
      },
    },
  },
});
