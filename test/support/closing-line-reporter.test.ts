import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { closingLine } from "./closing-line-reporter.ts";
import { repository } from "./staged-package.ts";

describe("the closing line", () => {
  test("names what was skipped only when something was", () => {
    expect(closingLine({ passed: 2, failed: 0, skipped: 0 })).toBe("2 passed, 0 failed");
    expect(closingLine({ passed: 2, failed: 1, skipped: 3 })).toBe("2 passed, 1 failed, 3 skipped");
  });

  test("of a run that failed outside its tests is not '0 failed'", () => {
    expect(closingLine({ passed: 2, failed: 0, skipped: 0 }, 1)).toBe("2 passed, 1 failed");
    expect(closingLine({ passed: 2, failed: 3, skipped: 0 }, 1)).toBe("2 passed, 3 failed");
  });
});

describe("a run", { timeout: 240_000 }, () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(repository, "node_modules/.closing-line-"));
    const reporter = join(repository, "test/support/closing-line-reporter.ts");
    writeFileSync(
      join(folder, "vitest.config.ts"),
      `import { ClosingLineReporter } from ${JSON.stringify(reporter)};
       export default { test: { exclude: [], reporters: ["default", new ClosingLineReporter()] } };`,
    );
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function lastLine(files: Record<string, string>): string | undefined {
    for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, name), source);
    const vitest = join(repository, "node_modules/vitest/vitest.mjs");
    const { stdout } = spawnSync(process.execPath, [vitest, "run", "--root", folder], {
      cwd: folder,
      encoding: "utf8",
    });
    return stdout.trimEnd().split("\n").at(-1);
  }

  test("ends with its counts", () => {
    const a = `import { test } from "vitest";
      test("one", () => {});
      test("two", () => {});
      test.skip("three", () => {});`;
    expect(lastLine({ "a.test.ts": a })).toBe("2 passed, 0 failed, 1 skipped");
  });

  test("counts tests, modules, hooks and stray errors that fail", () => {
    const failing = `import { test } from "vitest";
      test("good", () => {});
      test("bad", () => { throw new Error("bad"); });
      test("stray", () => { void Promise.reject(new Error("stray")); });`;
    const hooked = `import { beforeAll, describe, test } from "vitest";
      describe("hooked", () => {
        beforeAll(() => { throw new Error("hook"); });
        test("never", () => {});
      });`;
    const files = { "a.test.ts": failing, "b.test.ts": hooked, "c.test.ts": 'import "./none.ts";' };
    expect(lastLine(files)).toBe("2 passed, 4 failed, 1 skipped");
  });
});
