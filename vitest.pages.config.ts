import { defineConfig } from "vitest/config";

/** The applications of examples/pages: installed, built and walked in a browser, one after the other. */
export default defineConfig({
  resolve: { conditions: ["bough:source", "node", "development|production"] },
  test: {
    include: ["test/pages/*.test.ts"],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
