import { defineConfig } from "vitest/config";

/** The applications of examples/pages: installed, built and walked in a browser, one after the other. */
export default defineConfig({
  resolve: { conditions: ["bough:source", "node", "development|production"] },
  test: {
    include: ["test/pages/*.test.ts"],
    fileParallelism: false,
    // A machine that has other work is slow, not wrong: these end what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
