// The report as Markdown, for a comment on a pull request. A change of a shared component is told once.
import { withoutSchemaText } from "./unknown-bodies.ts";
import { entryText } from "./intended.ts";
import { countText, isMajor, type Outcome, type ReportedChange } from "./outcome.ts";
import { MAJOR, splitUnknown, WHOLE, witnessOf, type Report } from "./report-text.ts";
import { idIn, sectionsOf, type Section } from "./sections.ts";
import { countOf } from "./count-of.ts";

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
  const sections = sectionsOf(changes);
  const top = schemaless.length > 0 ? [withoutSchemaText(schemaless), ...notes] : notes;
  const open = others.map(
    ({ endpoint, place, reason }) =>
      `- ${endpoint === undefined ? "" : `${code(endpoint)} `}${escaped(`${place}: ${reason}`)}`,
  );
  return [
    `### API changes: ${escaped(title)}`,
    compared === undefined
      ? ""
      : `${countText(changes)} in ${countOf(compared, "common endpoint")}`,
    ...top.map((note) => `> ${escaped(note)}`),
    ...sections.map(sectionText),
    open.length === 0 ? "" : ["#### Cannot be compared", "", ...open].join("\n"),
    intendBlock(sections, report),
  ];
}

function sectionText({ endpoints, changes }: Section): string {
  const names = endpoints.map((one) => (one === undefined ? WHOLE : code(one)));
  const lines = changes.map((one) => `- ${changeText(one)}`);
  return names.length === 1
    ? section(names.join(), lines)
    : section(`${names.length} endpoints`, [...lines, `- at ${names.join(", ")}`]);
}

function section(title: string, lines: readonly string[]): string {
  return [`#### ${title}`, "", ...lines].join("\n");
}

function changeText(change: ReportedChange): string {
  const { effect, place, message, because, remedy, intended, experimental, level } = change;
  const strong = effect === "breaking" ? "**breaking**" : effect;
  const isQuiet = effect === "safe" || level === "documentation";
  const witness = isQuiet ? undefined : witnessOf(change);
  return [
    `${strong} ${escaped(`${place}: ${message}`)}`,
    ...(experimental === true ? ["experimental"] : []),
    ...(isQuiet ? [] : [escaped(because)]),
    ...(isQuiet || remedy === undefined ? [] : [`remedy: ${escaped(remedy)}`]),
    ...(witness === undefined ? [] : [`example: ${code(witness.text)}, ${witness.allowed}`]),
    ...(intended === undefined
      ? []
      : [`intended since ${escaped(intended.date)}: ${escaped(intended.because)}`]),
  ].join(" · ");
}

function intendBlock(sections: readonly Section[], { intendedPath, on }: Report): string {
  const ids = sections.flatMap((one) =>
    one.changes
      .filter((change) => isMajor(change) && change.intended === undefined)
      .map((change) => idIn(one, change)),
  );
  const entries = [...new Set(ids)].toSorted().map((id) => entryText(id, on));
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
