// `bough contract`: writes what an API promises beside its module, to be committed and reviewed.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { countOf } from "./count-of.ts";
import type { Toolkit } from "bough-cli/toolkit";
import { codeContract } from "./code-contract.ts";
import { besidePath } from "./contract-file.ts";
import { contractText, hasContract } from "./contract-text.ts";
import { bodiesWithoutSchema, withoutSchemaText } from "./unknown-bodies.ts";

export interface ContractCommandOptions {
  readonly check?: boolean;
  readonly root?: readonly string[];
  readonly schemas?: string;
}

/** Runs the command. */
export async function contract(
  argument: string,
  { check = false, root: roots = [], schemas }: ContractCommandOptions,
  toolkit: Toolkit,
): Promise<void> {
  const { output } = toolkit;
  const entry = toolkit.entryOf(argument);
  const { contract: found } = await codeContract(entry, { toolkit, schemas, roots });
  const unknown = bodiesWithoutSchema(found);
  if (unknown.length > 0) {
    output.note(`warning: ${withoutSchemaText(unknown)}`);
  }
  const path = besidePath(entry.path, "contract");
  if (check) {
    if (!existsSync(path) || !hasContract(readFileSync(path, "utf8"), found)) {
      const again = [argument, ...roots.map((root) => `--root ${root}`)].join(" ");
      throw new Error(`${path}: not up to date. Run: bough contract ${again}`);
    }
  } else {
    writeFileSync(path, contractText(found));
  }
  const { length } = found.endpoints;
  output.print(`${path}: ${countOf(length, "endpoint")}`);
}
