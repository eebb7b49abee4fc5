// `bough eject`: writes what a project needs to go on without Bough.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Toolkit } from "bough-cli/toolkit";
import { countOf } from "../count-of.ts";
import { ejectedClient } from "../ejected-client.ts";
import { loadOpenApi } from "../load-module.ts";
import { textOf } from "../openapi/document-text.ts";
import { infoOf } from "../openapi/package-info.ts";
import { writeFile } from "../schemas/schemas-file.ts";
import { clientText } from "./client-text.ts";

/** The options of the command. */
export interface EjectOptions {
  readonly out: string;
}

/** Runs the command. */
export async function eject(
  argument: string,
  { out }: EjectOptions,
  { output, entryOf, load, schemasFor }: Toolkit,
): Promise<void> {
  const entry = entryOf(argument);
  const { source, contractOf } = await load(entry);
  const schemas = await schemasFor(entry);
  const options = {
    ...(schemas && { schemas }),
    onWarning: (warning: string) => output.note(`warning: ${warning}`),
  };
  const contract = contractOf(source, options);
  const info = infoOf({
    file: entry.file,
    title: undefined,
    version: undefined,
    note: (text) => output.note(text),
  });
  const { openApi } = await loadOpenApi(entry.file, entry.path);
  const document = openApi(source, { info, ...(schemas && { schemas }), onWarning: () => {} });
  const files = {
    "openapi.yaml": textOf(document, "yaml"),
    "contract.json": `${JSON.stringify(contract, undefined, 2)}\n`,
    "client.ts": clientText(contract, readFileSync(ejectedClient, "utf8"), info.title),
  };
  mkdirSync(out, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    writeFile({ path: join(out, name), text });
  }
  const count = countOf(contract.endpoints.length, "endpoint");
  output.print(`${out}: ${count} in ${Object.keys(files).join(", ")}`);
}
