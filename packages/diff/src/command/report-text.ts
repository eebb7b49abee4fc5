// The report of a comparison as text: what is the same at several endpoints once, and then each endpoint.
import { withoutSchemaText } from "./unknown-bodies.ts";
import { entryText } from "./intended.ts";
import {
  countText,
  isMajor,
  type Outcome,
  type ReportedChange,
  type ReportedUnknown,
} from "./outcome.ts";
import { groupsBy, idIn, sectionsOf, type Section } from "./sections.ts";
import { countOf } from "./count-of.ts";

/** What a report shows beside its comparisons. */
export interface Report {
  readonly outcomes: readonly Outcome[];
  readonly hints: readonly string[];
  /** The file of intended breaks. */
  readonly intendedPath: string;
  readonly on: Date;
}

/** The last line of a report with breaking changes. */
export const MAJOR = "this needs a major version";

/** The title of changes that belong to no endpoint. */
export const WHOLE = "the API as a whole";

const NO_SCHEMA = "its schema is not known";

export function reportText(report: Report): string {
  const { outcomes, hints } = report;
  const parts = outcomes.map((outcome) => outcomeText(outcome, report));
  const several = outcomes.length > 1 ? [severalText(outcomes)] : [];
  const major = outcomes.some(({ changes }) => changes.some(isMajor)) ? [MAJOR] : [];
  const lines = [...hints.map((hint) => `hint: ${hint}`), ...several, ...major];
  return `${parts.join("\n")}${lines.map((line) => `${line}\n`).join("")}`;
}

function outcomeText(outcome: Outcome, report: Report): string {
  const { changes, unknown, notes, title, compared } = outcome;
  const { schemaless, others } = splitUnknown(outcome);
  const top = [...(schemaless.length > 0 ? [withoutSchemaText(schemaless)] : []), ...notes];
  const body = sectionsOf(changes).flatMap((section) => [
    titleOf(section),
    ...section.changes.flatMap((one) => changeLines(one, idIn(section, one), report)),
  ]);
  const rest = groupsBy(others, ({ endpoint }) => endpoint).flatMap((group) => [
    titleOf({ endpoints: [group[0]?.endpoint] }),
    ...group.map(({ place, reason }) => `  unknown   ${place}: ${reason}`),
  ]);
  const open = unknown.length === 0 ? "" : `, ${unknown.length} cannot be compared`;
  const summary = `${title}: ${countText(changes)}${open} in ${countOf(compared ?? 0, "common endpoint")}`;
  return [...top, ...body, ...rest, ...(compared === undefined ? [] : [summary]), ""].join("\n");
}

/** Bodies without a schema, and what else cannot be compared, without the changes. */
export function splitUnknown({ changes, unknown }: Outcome): {
  readonly schemaless: readonly string[];
  readonly others: readonly ReportedUnknown[];
} {
  const told = new Set(changes.map(({ endpoint, place }) => `${endpoint} ${place}`));
  const isSchemaless = ({ reason }: ReportedUnknown): boolean => reason === NO_SCHEMA;
  return {
    schemaless: unknown
      .filter(isSchemaless)
      .map(({ endpoint, place }) => (endpoint === undefined ? place : `${endpoint} ${place}`)),
    others: unknown.filter(
      (one) => !isSchemaless(one) && !told.has(`${one.endpoint} ${one.place}`),
    ),
  };
}

function titleOf({ endpoints }: Pick<Section, "endpoints">): string {
  const names = endpoints.map((one) => one ?? WHOLE).join(", ");
  return endpoints.length > 1 ? `${endpoints.length} endpoints: ${names}` : names;
}

function changeLines(
  change: ReportedChange,
  id: string,
  { intendedPath, on }: Report,
): readonly string[] {
  const { effect, place, message, because, remedy, intended, experimental, level } = change;
  const mark = experimental === true ? " (experimental)" : "";
  const lines = [`  ${effect.padEnd(8)}  ${place}: ${message}${mark}`];
  if (effect === "safe" || level === "documentation") {
    return lines;
  }
  lines.push(`            why: ${because}`);
  if (remedy !== undefined) {
    lines.push(`            remedy: ${remedy}`);
  }
  const witness = witnessOf(change);
  if (witness !== undefined) {
    lines.push(`            example: ${witness.text}, ${witness.allowed}`);
  }
  if (intended !== undefined) {
    lines.push(`            intended since ${intended.date}: ${intended.because}`);
  } else if (effect === "breaking" && experimental !== true) {
    lines.push(`            to intend it, add to ${intendedPath}: ${entryText(id, on)}`);
  }
  return lines;
}

const LONGEST = 200;

/** A value that one side sends and the other refuses, and which side allows it. */
export function witnessOf({
  witness,
}: ReportedChange): { readonly text: string; readonly allowed: string } | undefined {
  if (witness === undefined) {
    return undefined;
  }
  const text = JSON.stringify(witness.value) ?? "nothing";
  const side = witness.accepted === "before" ? "old" : "new";
  return {
    text: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text,
    allowed: `which only the ${side} contract allows`,
  };
}

/** Which of several revisions break: `breaks callers of v1.0, not of v1.1`. */
function severalText(outcomes: readonly Outcome[]): string {
  const breaks = (isBreaking: boolean): readonly string[] =>
    outcomes
      .filter(({ changes }) => changes.some(isMajor) === isBreaking)
      .flatMap(({ since }) => (since === undefined ? [] : [since]));
  const [broken, kept] = [breaks(true), breaks(false)];
  return broken.length === 0
    ? `breaks callers of none: ${kept.join(", ")}`
    : `breaks callers of ${broken.join(", ")}${kept.length === 0 ? "" : `, not of ${kept.join(", ")}`}`;
}
