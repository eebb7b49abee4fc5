// `bough eject` writes what a project needs to go on without Bough.
import { readFileSync } from "node:fs";
import type { Toolkit } from "bough-cli/toolkit";
import { countOf } from "../count-of.ts";
import { ejectedClient } from "../ejected-client.ts";
import { replaceAll } from "../write-files.ts";
import { clientText } from "./client-text.ts";

export interface EjectOptions {
  readonly out: string;
}

/** Runs the command. */
export async function eject(
  argument: string,
  { out }: EjectOptions,
  { output, entryOf, load, schemasFor, openApiFor }: Toolkit,
): Promise<void> {
  const entry = entryOf(argument);
  const { source, contractOf } = await load(entry);
  const schemas = await schemasFor(entry);
  const options = {
    ...(schemas && { schemas }),
    onWarning: (warning: string) => output.note(`warning: ${warning}`),
  };
  const contract = contractOf(source, options);
  const { title, yaml } = await openApiFor(entry, source, schemas);
  const files = new Map([
    ["openapi.yaml", yaml],
    ["contract.json", `${JSON.stringify(contract, undefined, 2)}\n`],
    ["client.ts", clientText(contract, readFileSync(ejectedClient, "utf8"), title)],
  ]);
  replaceAll(out, files);
  const count = countOf(contract.endpoints.length, "endpoint");
  output.print(`${out}: ${count} in ${[...files.keys()].join(", ")}`);
}
