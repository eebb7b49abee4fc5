// The report as Markdown, for a comment on a pull request. A change of a shared component is told once.
import { withoutSchemaText } from "../contract/unknown-bodies.ts";
import { entryText } from "./intended.ts";
import { countText, isMajor, type Outcome, type ReportedChange } from "./outcome.ts";
import { MAJOR, splitUnknown, witnessText, type Report } from "./report-text.ts";

/** The report. */
export function markdownReport(report: Report): string {
  const { outcomes, hints } = report;
  const blocks = [
    ...outcomes.flatMap((outcome) => outcomeBlocks(outcome, report)),
    hints.map((hint) => `- hint: ${escaped(hint)}`).join("\n"),
    outcomes.some(({ changes }) => changes.some(isMajor)) ? MAJOR : "",
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function outcomeBlocks(outcome: Outcome, report: Report): readonly string[] {
  const { title, changes, compared, notes } = outcome;
  const { schemaless, others } = splitUnknown(outcome);
  const top = schemaless.length > 0 ? [withoutSchemaText(schemaless), ...notes] : notes;
  const open = others.map(
    ({ endpoint, place, reason }) =>
      `- ${endpoint === undefined ? "" : `${code(endpoint)} `}${escaped(`${place}: ${reason}`)}`,
  );
  return [
    `### API changes: ${escaped(title)}`,
    compared === undefined ? "" : `${countText(changes)} in ${compared} common endpoints`,
    ...top.map((note) => `> ${escaped(note)}`),
    ...sectionsOf(changes),
    open.length === 0 ? "" : ["#### Cannot be compared", "", ...open].join("\n"),
    intendBlock(changes, report),
  ];
}

/** Changes that are the same at several endpoints are told once; sections with breaking changes come first. */
function sectionsOf(changes: readonly ReportedChange[]): readonly string[] {
  const { shared, single } = groupsOf(changes);
  const endpoints = new Map<string | undefined, ReportedChange[]>();
  for (const one of single) {
    endpoints.set(one.endpoint, [...(endpoints.get(one.endpoint) ?? []), one]);
  }
  const sections = [
    ...shared.map((group) => ({ text: sharedText(group), changes: group })),
    ...[...endpoints].map(([endpoint, list]) => ({
      text: section(
        endpoint === undefined ? "The API as a whole" : code(endpoint),
        list.map((one) => `- ${changeText(one)}`),
      ),
      changes: list,
    })),
  ];
  const isBreaking = (list: readonly ReportedChange[]): number =>
    list.some(({ effect }) => effect === "breaking") ? 0 : 1;
  return sections
    .toSorted((one, other) => isBreaking(one.changes) - isBreaking(other.changes))
    .map(({ text }) => text);
}

function section(title: string, lines: readonly string[]): string {
  return [`#### ${title}`, "", ...lines].join("\n");
}

type Group = readonly ReportedChange[];

/** Changes that are the same at several endpoints. */
function groupsOf(changes: readonly ReportedChange[]): {
  readonly shared: readonly Group[];
  readonly single: readonly ReportedChange[];
} {
  const groups = new Map<string, ReportedChange[]>();
  for (const one of changes) {
    const { kind, effect, message, before, after, experimental } = one;
    const key = JSON.stringify([kind, effect, message, before, after, experimental]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const isShared = (group: Group): boolean =>
    new Set(group.map(({ endpoint }) => endpoint)).size > 1;
  return {
    shared: [...groups.values()].filter(isShared),
    single: [...groups.values()].filter((group) => !isShared(group)).flat(),
  };
}

function sharedText(group: Group): string {
  const endpoints = [...new Set(group.map(({ endpoint }) => endpoint ?? "the API as a whole"))];
  return section(`${endpoints.length} endpoints`, [
    ...group.slice(0, 1).map((one) => `- ${changeText(one)}`),
    `- at ${endpoints.map(code).join(", ")}`,
  ]);
}

function changeText(change: ReportedChange): string {
  const { effect, place, message, because, remedy, intended, experimental, level } = change;
  const strong = effect === "breaking" ? "**breaking**" : effect;
  const isQuiet = effect === "safe" || level === "documentation";
  const witness = isQuiet ? undefined : witnessText(change);
  return [
    `${strong} ${escaped(`${place}: ${message}`)}`,
    ...(experimental === true ? ["experimental"] : []),
    ...(isQuiet ? [] : [escaped(because)]),
    ...(isQuiet || remedy === undefined ? [] : [`remedy: ${escaped(remedy)}`]),
    ...(witness === undefined ? [] : [`example: ${code(witness)}`]),
    ...(intended === undefined
      ? []
      : [`intended since ${escaped(intended.date)}: ${escaped(intended.because)}`]),
  ].join(" · ");
}

function intendBlock(changes: readonly ReportedChange[], { intendedPath, on }: Report): string {
  const open = changes.filter((one) => isMajor(one) && one.intended === undefined);
  const entries = [...new Set(open.map(({ id }) => id))].toSorted().map((id) => entryText(id, on));
  const summary = `<details><summary>To intend these breaks, add to ${escaped(intendedPath)}</summary>`;
  return entries.length === 0
    ? ""
    : [summary, fence(entries.join(",\n")), "</details>"].join("\n\n");
}

function fence(text: string): string {
  const ticks = "`".repeat(Math.max(3, longestTicks(text) + 1));
  return `${ticks}json\n${text}\n${ticks}`;
}

// A document may have anything in its names.
function code(text: string): string {
  const ticks = "`".repeat(longestTicks(text) + 1);
  const pad = /^`|`$/.test(text) ? " " : "";
  return `${ticks}${pad}${text.replaceAll("\n", " ")}${pad}${ticks}`;
}

function longestTicks(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

function escaped(text: string): string {
  return text.replaceAll("\n", " ").replaceAll(/[\\`*_[\]<>|#@~]/g, String.raw`\$&`);
}
