// A vitest reporter that prints the files with the most processor time, and fails a run in which one takes more than
// its budget: so that the tests don't grow slow again, one file at a time.

import type { Reporter, TestModule } from "vitest/node";

export interface FileTime {
  readonly file: string;
  readonly project: string;
  /** Processor time in seconds. */
  readonly seconds: number;
}

export interface Budget {
  /** Processor time of one file. */
  readonly seconds: number;
  /** The projects whose files may take longer. */
  readonly excepted: readonly string[];
}

export class DearestFilesReporter implements Reporter {
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = modules.flatMap((module): FileTime[] => {
      const { processorTime: seconds } = module.meta();
      const { relativeModuleId: file, project } = module;
      return seconds === undefined ? [] : [{ file, project: project.name, seconds }];
    });
    console.log(dearestFiles(times).join("\n"));
    const over = overBudget(times, this.#budget);
    if (over.length === 0) return;
    console.error(over.join("\n"));
    process.exitCode = 1;
  }
}

const SHOWN = 10;
/** On a slow machine, a file may take this share of the run, without the excepted projects. */
const SHARE = 1 / 20;

/** The sum, and a line for each of the dearest files. */
export function dearestFiles(times: readonly FileTime[]): readonly string[] {
  const sorted = [...times].sort((one, other) => other.seconds - one.seconds);
  const sum = times.reduce((total, { seconds }) => total + seconds, 0);
  return [
    `\nProcessor time: ${sum.toFixed(0)} s in ${times.length} files. The most expensive:`,
    ...sorted
      .slice(0, SHOWN)
      .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`),
  ];
}

/** A sentence for each file over the budget, which grows with the whole run on a slow machine. */
export function overBudget(times: readonly FileTime[], budget: Budget): readonly string[] {
  const bound = times.filter(({ project }) => !budget.excepted.includes(project));
  const sum = bound.reduce((total, { seconds }) => total + seconds, 0);
  const most = Math.max(budget.seconds, sum * SHARE);
  return bound
    .filter(({ seconds }) => seconds > most)
    .map(
      ({ file, seconds }) =>
        `${file}: ${seconds.toFixed(1)} s of processor time, but a file may take ${most.toFixed(0)} s: ` +
        "make it cheaper, or give it to a step in .ci/steps.mjs",
    );
}
