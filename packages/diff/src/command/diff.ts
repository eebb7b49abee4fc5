// `bough diff`: who breaks if the API becomes what it is now.
import { dirname, resolve } from "node:path";
import { compareContracts, type CompareOptions } from "../compare-contracts.ts";
import { isKind } from "../kinds.ts";
import { besidePath, parseContract } from "./contract-file.ts";
import { onlyRoots } from "./roots.ts";
import { Found } from "./found.ts";
import type { Output, Toolkit } from "bough-cli/toolkit";
import { WrongUse } from "./wrong-use.ts";
import { dateOfHead, fileAt } from "./git.ts";
import { hintsFor, readIntended } from "./intended.ts";
import { junitReport } from "./junit.ts";
import { markdownReport } from "./markdown.ts";
import { outcomeOf, type FailOn, type Outcome, type Policy } from "./outcome.ts";
import { pairOf } from "./pair.ts";
import { reportText, type Report } from "./report-text.ts";
import { readRules } from "./rules.ts";
import { isModule, readSide, type Side } from "./side.ts";

export type ReportFormat = "text" | "json" | "markdown" | "junit";

export interface DiffOptions {
  readonly since?: readonly string[];
  readonly for?: NonNullable<CompareOptions["for"]>;
  readonly level?: NonNullable<CompareOptions["level"]>;
  readonly failOn?: FailOn;
  readonly unknown?: "pass" | "fail";
  readonly rules?: string;
  readonly format?: ReportFormat;
  readonly on?: string;
  readonly root?: readonly string[];
  readonly schemas?: string;
  /** The path before the paths of a document: that of its servers. */
  readonly base?: string;
}

/** Runs the command. */
export async function diff(
  one: string,
  other: string | undefined,
  options: DiffOptions,
  toolkit: Toolkit,
): Promise<void> {
  const { since = [], base } = options;
  if (other === undefined && since.length === 0) {
    throw new WrongUse(
      "compare with what? Pass --since origin/main, or two files: bough diff old.contract.json src/api.ts",
    );
  }
  if (other !== undefined && since.length > 0) {
    throw new WrongUse("--since compares one module with its past: remove one of the two files");
  }
  if (other === undefined && !isModule(one)) {
    throw new WrongUse(`--since needs a module that exports the API, received ${one}`);
  }
  const read = { toolkit, roots: options.root, schemas: options.schemas, base };
  const after = await readSide(other ?? one, read);
  const before = other === undefined ? undefined : await readSide(one, read);
  report(before, after, options, toolkit.output);
}

// Compares and prints. Throws `Found` if something fails.
function report(before: Side | undefined, after: Side, options: DiffOptions, output: Output): void {
  const { failOn = "breaking", unknown = "pass", format = "text", since = [] } = options;
  const path = pathOf(after.label);
  const intendedPath = besidePath(path, "changes");
  const intended = readIntended(intendedPath);
  const on = dayOf(options.on, path);
  const compared: CompareOptions = {
    for: options.for ?? "clients",
    level: options.level ?? "wire",
    on,
    ...(options.rules === undefined ? {} : { rules: readRules(options.rules, isKind) }),
  };
  const policy = { failOn, unknown, intended: new Map(intended.map((each) => [each.id, each])) };
  const comparing = { compared, policy };
  output.progress(`comparing ${after.label}`);
  const outcomes =
    before === undefined
      ? since.map((revision) => outcomeSince(revision, after, since.length > 1, comparing))
      : [outcomeBetween(before, after, comparing)];
  const ids = new Set(
    outcomes.flatMap(({ changes }) => changes.flatMap(({ id, shared }) => [id, shared])),
  );
  const hints = hintsFor(intendedPath, intended, ids);
  output.end();
  write({ outcomes, hints, intendedPath, on }, { format, policy }, output);
  if (outcomes.some((outcome) => outcome.fails)) {
    throw new Found();
  }
}

interface Comparing {
  readonly compared: CompareOptions;
  readonly policy: Policy;
}

function outcomeSince(
  revision: string,
  after: Side,
  isOneOfSeveral: boolean,
  comparing: Comparing,
): Outcome {
  const path = besidePath(pathOf(after.label), "contract");
  const { commit, text } = fileAt(path, revision);
  const since = isOneOfSeveral ? { since: revision } : {};
  const title = `${after.label} since ${revision}`;
  if (text === undefined) {
    const note = `${title}: ${path} does not exist at ${commit}, so everything is new`;
    return { title, ...since, changes: [], unknown: [], notes: [note], fails: false };
  }
  const label = `${path} at ${revision} (${commit})`;
  const contract = onlyRoots(parseContract(text, label), after.roots);
  const before: Side = { label, contract, roots: after.roots };
  return outcomeBetween(before, after, comparing, { title, ...since });
}

function outcomeBetween(
  before: Side,
  after: Side,
  { compared, policy }: Comparing,
  named: { readonly title?: string; readonly since?: string } = {},
): Outcome {
  const pair = pairOf(before, after);
  const comparison = compareContracts(pair.before, pair.after, compared);
  const { title = `${before.label} to ${after.label}`, since } = named;
  const all = { ...comparison, unknown: [...pair.unknown, ...comparison.unknown] };
  return outcomeOf(all, { policy, title, since, notes: pair.notes });
}

function write(
  found: Report,
  { format, policy }: { readonly format: ReportFormat; readonly policy: Policy },
  output: Output,
): void {
  const { outcomes, hints } = found;
  switch (format) {
    case "json": {
      const data = {
        changes: outcomes.flatMap(({ changes }) => changes),
        compared: outcomes.reduce((sum, { compared: one = 0 }) => sum + one, 0),
        unknown: outcomes.flatMap(({ unknown }) => unknown),
      };
      output.write(`${JSON.stringify(data, undefined, 2)}\n`);
      const notes = outcomes.flatMap((outcome) => outcome.notes);
      [...notes, ...hints].forEach((text) => output.note(text));
      return;
    }
    case "markdown":
      output.lines(markdownReport(found));
      return;
    case "junit":
      output.write(junitReport(outcomes, policy));
      hints.forEach((hint) => output.note(hint));
      return;
    case "text":
    default:
      output.lines(reportText(found));
  }
}

function pathOf(label: string): string {
  return isModule(label) ? label.replace(/#[^/#]*$/, "") : label;
}

// The day on which the change happens is that of its commit, so a second run finds the same.
function dayOf(given: string | undefined, path: string): Date {
  if (given === undefined) {
    return dateOfHead(dirname(resolve(path))) ?? new Date();
  }
  const day = new Date(given);
  if (Number.isNaN(day.getTime())) {
    throw new WrongUse(`--on ${given} is not a day: write 2027-05-01`);
  }
  return day;
}
