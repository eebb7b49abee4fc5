// The report of a comparison as text: each operation with its differences.
import type { Affected, Difference, Unknown } from "./difference.ts";

/** What `bough check --json` prints. */
export interface CheckReport {
  readonly operations: {
    readonly declared: number;
    readonly documented: number;
    /** How many both sides have. */
    readonly compared: number;
  };
  readonly differences: readonly Difference[];
  /** Parameters that the document bounds and the declaration does not. */
  readonly narrower: readonly Unknown[];
  /** What cannot be compared. */
  readonly unknown: readonly Unknown[];
}

/** The lines of the report; empty if there is nothing to say. */
export function reportText({ differences, narrower, unknown }: CheckReport): string {
  const lines = new Map<string, string[]>();
  const add = ({ operation, place, message }: Unknown, end: string): void => {
    const subject = place === undefined ? "" : `${place}: `;
    lines.set(operation, [...(lines.get(operation) ?? []), `  ${subject}${message}${end}\n`]);
  };
  for (const one of differences) {
    add(one, breaksText(one.breaks));
  }
  for (const one of narrower) {
    add(one, "");
  }
  // Without extracted schemas, this is the same for every body.
  for (const one of unknown.filter(({ message }) => !isUnknownSchema(message))) {
    add(one, " (cannot tell)");
  }
  const text = [...lines].map(([operation, own]) => `${operation}\n${own.join("")}`).join("");
  const count = unknown.filter(({ message }) => isUnknownSchema(message)).length;
  return count === 0
    ? text
    : `${text}cannot tell: ${counted(count, "body schema is", "body schemas are")} not known. Run bough schemas, or declare schemas\n`;
}

function isUnknownSchema(message: string): boolean {
  return /^the schema of \S+ is not known$/.test(message);
}

function breaksText(breaks: readonly Affected[]): string {
  return breaks.length === 0 ? "" : ` (breaks ${breaks.join(" and ")})`;
}

/** The last line: `3 differences in 2 of 14 operations`. */
export function summaryText({ operations, differences, narrower, unknown }: CheckReport): string {
  const affected = new Set(differences.map(({ operation }) => operation)).size;
  const all = Math.max(operations.documented, operations.declared);
  const bounds = counted(narrower.length, "bound is", "bounds are");
  const rest = [
    ...(narrower.length === 0 ? [] : [`, ${bounds} narrower in the document`]),
    ...(unknown.length === 0 ? [] : [`, ${unknown.length} cannot be compared`]),
  ].join("");
  return differences.length === 0
    ? `no differences in ${counted(operations.compared, "operation", "operations")}${rest}`
    : `${counted(differences.length, "difference", "differences")} in ${affected} of ${counted(all, "operation", "operations")}${rest}`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
