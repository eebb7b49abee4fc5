// A file of JSON that people write.
import { readFileSync } from "node:fs";
import { WrongUse } from "./wrong-use.ts";

/** Reads a file that exists. */
export function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new WrongUse(`${path} is not JSON: ${message}`);
  }
}
