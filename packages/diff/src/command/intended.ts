// Intended breaks: a list that people write beside the module, and no tool changes.
import { existsSync } from "node:fs";
import { isRecord } from "../record.ts";
import { readJsonFile } from "./json-file.ts";
import { WrongUse } from "./wrong-use.ts";

/** A break that the team wants. */
export interface Intended {
  readonly id: string;
  readonly because: string;
  readonly date: string;
}

/** Reads the list; empty if there is no file. */
export function readIntended(path: string): readonly Intended[] {
  if (!existsSync(path)) {
    return [];
  }
  const parsed = readJsonFile(path);
  if (!Array.isArray(parsed)) {
    throw new WrongUse(`${path}: expected a list of { "id", "because", "date" }`);
  }
  return parsed.map((one: unknown, index) => {
    const { id, because, date } = isRecord(one) ? one : {};
    if (typeof id !== "string" || typeof because !== "string" || because.trim() === "") {
      throw new WrongUse(`${path}: entry ${index} needs an "id" and a reason in "because"`);
    }
    if (typeof date !== "string" || Number.isNaN(Date.parse(date))) {
      throw new WrongUse(`${path}: entry ${index} needs a "date", such as "2026-11-26"`);
    }
    return { id, because, date };
  });
}

/** What somebody may want to change in the list. */
export function hintsFor(
  path: string,
  intended: readonly Intended[],
  ids: ReadonlySet<string>,
): readonly string[] {
  const unmatched = intended.filter(({ id }) => !ids.has(id));
  const isSorted = intended.every(
    ({ id }, index) => index === 0 || (intended[index - 1]?.id ?? "") <= id,
  );
  return [
    ...unmatched.map(({ id }) => `${path}: ${JSON.stringify(id)} matches no change, so it can go`),
    ...(isSorted ? [] : [`${path}: sort the entries by id, so that two branches rarely conflict`]),
  ];
}

/** The line to paste. */
export function entryText(id: string, on: Date): string {
  const date = on.toISOString().slice(0, 10);
  return `{ "id": ${JSON.stringify(id)}, "because": "", "date": "${date}" }`;
}
