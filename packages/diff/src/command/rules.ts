// A custom policy: effects by kind, in a JSON file.
import { existsSync } from "node:fs";
import type { CompareOptions } from "../compare-contracts.ts";
import { isRecord } from "../record.ts";
import { readJsonFile } from "./json-file.ts";
import { WrongUse } from "./wrong-use.ts";

const EFFECTS = ["breaking", "risk", "safe", "unknown"];

/** Reads the file. `isKind` knows the kinds of the project's bough. */
export function readRules(
  path: string,
  isKind: (name: string) => boolean,
): NonNullable<CompareOptions["rules"]> {
  if (!existsSync(path)) {
    throw new WrongUse(`there is no file ${path} in ${process.cwd()}`);
  }
  const parsed = readJsonFile(path);
  if (!isRecord(parsed)) {
    throw new WrongUse(`${path}: expected an object from kind to effect`);
  }
  for (const [kind, effect] of Object.entries(parsed)) {
    if (!isKind(kind)) {
      throw new WrongUse(
        `${path}: there is no kind ${JSON.stringify(kind)}. The page "Kinds of change" lists all`,
      );
    }
    if (typeof effect !== "string" || !EFFECTS.includes(effect)) {
      throw new WrongUse(
        `${path}: the effect of ${kind} is ${JSON.stringify(effect)}, expected ${EFFECTS.join(", ")}`,
      );
    }
  }
  return parsed;
}
