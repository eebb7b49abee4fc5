// The commands `bough import` and `bough eject`, for the command line of Bough.
import type { Command, Toolkit } from "bough-cli/toolkit";
import type { EjectOptions } from "./eject/eject.ts";
import type { ImportOptions } from "./import.ts";

/** Adds `bough import` and `bough eject`. */
export function addCommands(bough: Command, toolkit: Toolkit): void {
  addImport(bough, toolkit);
  addEject(bough, toolkit);
}

function addImport(bough: Command, { output }: Toolkit): void {
  bough
    .command("import")
    .description("Writes the declaration of an API from an OpenAPI document.")
    .argument("<document>", "an OpenAPI document, version 3.0, 3.1 or 3.2, in JSON or YAML")
    .requiredOption("--out <folder>", "the folder of the declaration")
    .option("--docs", "keep descriptions")
    .option("--bounds", "keep the bounds and patterns of parameters")
    .option("--no-bounds", "leave out the bounds, patterns and formats of bodies")
    .option("--strict", "exit with 1 if the declaration differs from the document")
    .addHelpText(
      "after",
      `
Examples:
  bough import openapi.yaml --out src/api
  bough import github.json --out src/github --docs --bounds

A second import keeps names, and leaves files that you edited. Exit codes: 0, 1 if the document cannot be
imported or --strict finds differences, 2 for wrong use.`,
    )
    .showHelpAfterError("Run bough import --help for examples.")
    .action(async (document: string, options: ImportOptions) => {
      const { importDocument } = await import("./import.ts");
      importDocument(document, options, output);
      output.end();
    });
}

function addEject(bough: Command, toolkit: Toolkit): void {
  bough
    .command("eject")
    .description(
      "Writes what a project needs without Bough: OpenAPI, the contract, a fetch client.",
    )
    .argument("<file>", "the module that exports the API or its server; file#export for one export")
    .requiredOption("--out <folder>", "the folder of openapi.yaml, contract.json and client.ts")
    .addHelpText(
      "after",
      `
Examples:
  bough eject src/server.ts --out ejected

Exit codes: 0, 1 if the declaration has faults, 2 for wrong use.`,
    )
    .showHelpAfterError("Run bough eject --help for examples.")
    .action(async (file: string, options: EjectOptions) => {
      const { eject } = await import("./eject/eject.ts");
      await eject(file, options, toolkit);
      toolkit.output.end();
    });
}
