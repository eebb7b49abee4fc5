// `bough-import.json`: what an import wrote, so that the next one keeps names and leaves edited files alone.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { isMembers, member } from "./json.ts";

export const RECORD_FILE = "bough-import.json";

export interface ImportRecord {
  readonly format: 1;
  readonly document: string;
  /** The property of each endpoint and resource by its key. */
  readonly names: Readonly<Record<string, string>>;
  /** The identifier of each schema. */
  readonly types: Readonly<Record<string, string>>;
  /** The identifier of each failure by its hash. */
  readonly failures?: Readonly<Record<string, string>>;
  /** The hash of each file that was written, without white space. */
  readonly files: Readonly<Record<string, string>>;
  /** The hash of each operation by its key. */
  readonly operations: Readonly<Record<string, string>>;
}

const EMPTY: ImportRecord = {
  format: 1,
  document: "",
  names: {},
  types: {},
  files: {},
  operations: {},
};

/** Reads the record of an earlier import; one without content if there is none. */
export function readRecord(path: string): ImportRecord {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return EMPTY;
  }
  const parsed = parsedOr(text);
  const isRecord =
    member(parsed, "format") === 1 &&
    (["names", "types", "files", "operations"] as const).every((part) =>
      isTexts(member(parsed, part)),
    ) &&
    isTexts(member(parsed, "failures") ?? {});
  if (!isRecord) {
    throw new Error(`${path} is not a record of an import: restore it, or remove it`);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its members were checked above
  return parsed as ImportRecord;
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isTexts(value: unknown): boolean {
  return isMembers(value) && Object.values(value).every((one) => typeof one === "string");
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** The hash of a file without white space, so that a formatter does not change it. */
export function fileHash(text: string): string {
  // Formatters also add and remove commas, parentheses and the bar before a union.
  return hashOf(text.replaceAll(/[\s,;()|]/g, "").replaceAll("'", '"'));
}
