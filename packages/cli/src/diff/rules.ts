// A custom policy: effects by kind, in a JSON file.
import { existsSync, readFileSync } from "node:fs";
import type { CompareOptions } from "bough/contract/diff";
import { isMembers } from "../import/json.ts";
import { WrongUse } from "../wrong-use.ts";

const EFFECTS = ["breaking", "risk", "safe", "unknown"];

/** Reads the file. `isKind` knows the kinds of the project's bough. */
export function readRules(
  path: string,
  isKind: (name: string) => boolean,
): NonNullable<CompareOptions["rules"]> {
  if (!existsSync(path)) {
    throw new WrongUse(`there is no file ${path} in ${process.cwd()}`);
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new WrongUse(`${path} is not JSON: ${message}`);
  }
  if (!isMembers(parsed)) {
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
