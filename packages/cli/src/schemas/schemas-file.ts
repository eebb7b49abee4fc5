// The files that the command writes beside the entry file.
import { readFileSync, writeFileSync } from "node:fs";
import type { ExtractedSchemas } from "bough/server";

export interface SchemasFile {
  readonly path: string;
  readonly text: string;
}

/** The path of the code that is written for an entry file: `src/api.schemas.ts` for `src/api.ts`. */
export function schemasPath(entry: string): string {
  const [, stem = entry, ending = "ts"] = ENTRY.exec(entry) ?? [];
  return `${stem}.schemas.${ending}`;
}

const ENTRY = /^(.*)\.([cm]?[jt]s)x?$/;

/** `src/api.schemas.ts` for `src/api.ts`, and `src/api.schemas.json` if it is asked for. */
export function schemasFiles(
  entry: string,
  schemas: ExtractedSchemas,
  { json }: { readonly json: boolean },
): SchemasFile[] {
  const path = schemasPath(entry);
  const lines = linesOf(schemas);
  const code = { path, text: codeOf(lines, path.endsWith("ts")) };
  const data = { path: path.replace(/[cm]?[jt]s$/, "json"), text: `${lines}\n` };
  return json ? [code, data] : [code];
}

/** Whether a file has the digest of the schemas. Its format does not matter. */
export function isCurrent(path: string, { digest }: ExtractedSchemas): boolean {
  const text = readOrNothing(path);
  const [, found] = /["']?digest["']?\s*:\s*["']([\da-f]{64})["']/.exec(text ?? "") ?? [];
  return found === digest;
}

/** Writes a file, if its text is not the same already. Returns whether it wrote. */
export function writeFile({ path, text }: SchemasFile): boolean {
  if (readOrNothing(path) === text) {
    return false;
  }
  writeFileSync(path, text);
  return true;
}

function readOrNothing(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** JSON with one line for each component and each endpoint, so that differences can be read. */
function linesOf({ format, digest, components, endpoints }: ExtractedSchemas): string {
  const block = (record: object): string => {
    const lines = Object.entries(record).map(
      ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
    );
    return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n  }`;
  };
  return [
    "{",
    `  "format": ${format},`,
    `  "digest": ${JSON.stringify(digest)},`,
    `  "components": ${block(components)},`,
    `  "endpoints": ${block(endpoints)}`,
    "}",
  ].join("\n");
}

function codeOf(lines: string, typed: boolean): string {
  // In code, unlike in JSON, this key would set the prototype.
  const data = lines.replaceAll('"__proto__":', '["__proto__"]:');
  return [
    "// @ts-nocheck",
    "/* eslint-disable */",
    "// `bough schemas` writes this file from the types of the API. Do not edit it.",
    ...(typed ? ['import type { ExtractedSchemas } from "bough/server";', ""] : [""]),
    ...(typed ? [] : ['/** @type {import("bough/server").ExtractedSchemas} */']),
    `export const schemas${typed ? ": ExtractedSchemas" : ""} = ${data};`,
    "",
  ].join("\n");
}
