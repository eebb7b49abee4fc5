// Everything that must hold before a change is merged, from a clean checkout: the checks, the tests of the sources, and
// each slow step that a change since the last complete run can break. `--all` runs every step and every row of each
// matrix, measures coverage, and writes the commit down. `--plan` prints what would run. `--only a,b` runs just these
// jobs: `checks`, `tests` and the names of steps, so that a CI service can run them side by side.
// The tests run last, so that their closing line, `N passed, N failed`, ends the output.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { LAST, only, selected } from "./steps.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const isComplete = process.argv.includes("--all");
const jobs = valueOf("--only")?.split(",");
process.chdir(root);

const plan = jobs ? only(jobs) : selected(changedSince(lastCompleteRun()), { isComplete });
for (const { step, runs, because } of plan) {
  console.log(`${runs ? "runs" : "not "}  ${step.name.padEnd(13)} ${step.proves} (${because})`);
}
if (process.argv.includes("--plan")) process.exit(0);

const tested = plan.filter(({ step, runs }) => runs && step.tests).map(({ step }) => step.name);
const env = {
  ...process.env,
  // Tests that cannot run must fail here: elsewhere they are skipped, with their reason.
  CI: "true",
  BOUGH_STEPS: tested.join(),
  // A file has a budget of seconds, but not for all rows of its matrix.
  ...(isComplete ? { BOUGH_TESTS: "all" } : { BOUGH_BUDGET: "15" }),
};

installPrograms();
runSteps("fresh");
run("npm", "ci");
if (has("checks")) runChecks();
runSteps(undefined);
if (isComplete) run("npx", "vitest", "run", "--project", "core", "--coverage");
if (has("tests")) run("npm", "test");
else if (tested.length > 0)
  run("npm", "test", "--", ...tested.flatMap((name) => ["--project", name]));
// One job of several is no complete run.
if (isComplete && jobs === undefined) {
  writeFileSync(LAST, `${output("git", "rev-parse", "HEAD")}\n`);
}

function has(job) {
  return jobs?.includes(job) ?? true;
}

function valueOf(option) {
  const at = process.argv.indexOf(option);
  return at < 0 ? undefined : process.argv[at + 1];
}

function runChecks() {
  for (const check of [
    "format:check",
    // The linter reads types of other packages from the built files.
    "build",
    "lint",
    "typecheck",
    "typecheck:5.9",
    "check:package",
  ]) {
    run("npm", "run", check);
  }
  run("npm", "run", "house", "--", "--ceiling");
  run("npm", "run", "type-budget", "--if-present");
  run("npm", "run", "bench:ci", "--if-present");
  run("npm", "run", "words", "--", "--check");
}

function runSteps(when) {
  for (const { step, runs } of plan) {
    if (!runs || step.when !== when) continue;
    for (const command of step.commands ?? []) run(...command);
  }
}

/** The load generator of the benches, a proxy, a browser, Redis and PgBouncer. Without apt-get, the run takes what is installed. */
function installPrograms() {
  const missing = ["wrk", "nginx", "chromium", "redis-server", "pgbouncer"].filter(
    (name) => output("which", name) === undefined,
  );
  // Debian keeps its programs outside of PATH.
  const isThere = existsSync("/usr/lib/postgresql") && output("ls", "/usr/lib/postgresql") !== "";
  if (!isThere) missing.push("postgresql");
  if (missing.length === 0 || output("which", "apt-get") === undefined) return;
  run("apt-get", "update");
  run("apt-get", "install", "--yes", "--no-install-recommends", ...missing);
}

function run(...command) {
  console.log(`\n== ${command.join(" ")}`);
  const [name, ...rest] = command;
  const { status } = spawnSync(name, rest, { stdio: "inherit", env });
  if (status !== 0) process.exit(status ?? 1);
}

/** What a command prints; `undefined` if it fails. */
function output(name, ...rest) {
  const { status, stdout } = spawnSync(name, rest, { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

function lastCompleteRun() {
  return existsSync(LAST) ? readFileSync(LAST, "utf8").trim() : undefined;
}

/** `undefined` if the commit is not there, as in a shallow clone. */
function changedSince(commit) {
  if (commit === undefined) return undefined;
  return output("git", "diff", "--name-only", commit, "--")?.split("\n").filter(Boolean);
}
