import { defineConfig } from "vitest/config";
import { ClosingLineReporter } from "./test/support/closing-line-reporter.ts";

/** `import … from "bough"` in tests and examples resolves to the sources, so tests need no build. */
const conditions = ["bough:source", "module", "node", "development|production"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: [
      "packages/*/src/**/*.test.ts",
      "test/**/*.test.ts",
      "examples/**/*.test.ts",
      "bench/**/*.test.ts",
    ],
    exclude: ["**/node_modules/**", "**/.out/**", "**/.gen/**", "test/consumers/**"],
    // Long enough for a busy machine: they only stop tests that hang.
    testTimeout: 20_000,
    hookTimeout: 30_000,
    reporters: ["default", new ClosingLineReporter()],
    coverage: {
      provider: "v8",
      include: ["packages/bough/src/**/*.ts"],
      // The entry files only export names, which test/exports.test.ts checks.
      exclude: [
        "packages/bough/src/*.ts",
        "packages/*/src/**/*.test.ts",
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
