// A vitest reporter whose one line, `N passed, N failed`, is the last of the output: the result of a run
// without reading the rest. What fails outside a test (a module that cannot be loaded, a hook, an unhandled
// error, a coverage threshold) counts as a failure too: a run that failed never says "0 failed".

import type { Reporter, TestModule, TestSuite } from "vitest/node";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export class ClosingLineReporter implements Reporter {
  #counts: Counts | undefined;

  /** The coverage report comes after the end of the run; at the end of the process nobody else prints. */
  onInit(): void {
    process.once("exit", (code) => {
      if (this.#counts === undefined) return;
      process.stdout.write(`${closingLine(this.#counts, code)}\n`);
    });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    this.#counts = countTests(modules);
    this.#counts.failed += unhandledErrors.length;
  }
}

export function closingLine(counts: Counts, exitCode = 0): string {
  const { passed, skipped } = counts;
  const failed = exitCode === 0 ? counts.failed : Math.max(counts.failed, 1);
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

function countTests(modules: readonly TestModule[]): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      counts[state === "pending" ? "skipped" : state] += 1;
    }
    const suites: (TestModule | TestSuite)[] = [module, ...module.children.allSuites()];
    counts.failed += suites.filter((suite) => suite.errors().length > 0).length;
  }
  return counts;
}
