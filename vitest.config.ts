import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { ClosingLineReporter } from "./test/support/closing-line-reporter.ts";

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

/** Servers on sockets, other runtimes and browsers. */
const hosts = [
  "packages/bough/src/hosts/**/*.test.ts",
  "test/{conformance,hosts,mcp,runtimes}/**/*.test.ts",
  "test/{client-xhr,deploying,docs-page,migrations}.test.ts",
  "test/bodies/{leaving,sockets}.test.ts",
  "test/http/garbage.test.ts",
];

/** The examples, which are applications of their own. */
const examples = ["test/examples*.test.ts", "examples/**/*.test.ts"];

/**
 * What is left out of a run of everything without CI, because it tests the application more than Bough: of Conduit,
 * all but what RealWorld describes. A command line that names an example runs it.
 */
const conduit = "examples/conduit/test/!(flows).test.ts";
const isNamed = process.argv.some((given) => given.includes("examples"));
const left = process.env["CI"] === undefined && !isNamed ? [conduit] : [];

/** The command line, which loads the built package as in a project of a user, so without `conditions`. */
const commands = ["test/{cli,cli-check,cli-diff,cli-import,cli-openapi,cli-schemas}.test.ts"];

/** The sources of bough, for the sources of the command line. */
const sources = [
  { find: /^bough$/, replacement: sourceOf("index") },
  { find: /^bough\/contract\/diff$/, replacement: sourceOf("contract-diff") },
  { find: /^bough\/(\w+)$/, replacement: sourceOf("$1") },
];

function sourceOf(entry: string): string {
  return fileURLToPath(new URL(`packages/bough/src/${entry}.ts`, import.meta.url));
}

/** Compilers, linters, the packed packages and other programs, most of them as processes. */
const compilers = [
  "test/{consumers,declaration-emit,docs,editor,error-messages}.test.ts",
  "test/{architecture,cli-kept-schemas,create,layers,linters,package,releasing,tutorial}.test.ts",
  "test/support/**/*.test.ts",
  "packages/cli/src/**/*.test.ts",
  "test/{openapi,real-apis}/**/*.test.ts",
];

// A machine that has other work is slow, not wrong: these end what hangs, and measure nothing.
const limits = { testTimeout: 120_000, hookTimeout: 240_000 };

const packed = "test/support/packed-packages.ts";

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...limits,
    maxWorkers: "100%",
    projects: [
      {
        extends: true,
        test: {
          name: "core",
          include: all,
          exclude: [...never, ...hosts, ...examples, ...compilers, ...commands],
          pool: "threads",
          isolate: false,
          setupFiles: "test/support/restored-globals.ts",
        },
      },
      { extends: true, test: { name: "hosts", include: hosts, exclude: never } },
      {
        extends: true,
        test: { name: "examples", include: examples, exclude: [...never, ...left] },
      },
      {
        extends: true,
        test: { name: "compilers", include: compilers, exclude: never, globalSetup: packed },
      },
      {
        resolve: { alias: sources },
        test: { ...limits, name: "commands", include: commands, globalSetup: packed },
      },
    ],
    reporters: ["default", new ClosingLineReporter()],
    coverage: {
      provider: "v8",
      include: ["packages/bough/src/**/*.ts"],
      // The entry files have names only; test/exports.test.ts pins those.
      exclude: [
        "packages/bough/src/*.ts",
        "packages/bough/src/**/*.test.ts",
        "packages/bough/src/**/*.test-d.ts",
      ],
      reporter: ["text", "html"],
      thresholds: {
        "packages/bough/src/{http,codec,declaration}/**": { lines: 100 },
        "packages/bough/src/!(http|codec|declaration)/**": { lines: 95 },
      },
    },
  },
});
