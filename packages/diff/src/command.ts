// The commands `bough contract` and `bough diff`, for the command line of Bough.
import type { Command, Option, Toolkit } from "bough-cli/toolkit";
import type { ContractCommandOptions } from "./command/contract.ts";
import type { DiffOptions } from "./command/diff.ts";

const SCHEMAS = "for a JavaScript module: what bough schemas wrote; default: the file beside it";
const ROOT = "the root to read, by its segment or its export; repeat it for several";

/** Adds `bough contract` and `bough diff`. */
export function addCommands(bough: Command, toolkit: Toolkit): void {
  addContract(bough, toolkit);
  addDiff(bough, toolkit);
}

function addContract(bough: Command, toolkit: Toolkit): void {
  bough
    .command("contract")
    .description("Writes what an API promises to a contract file beside it, to be committed.")
    .argument("<file>", "the module that exports the API or its server; file#export for one export")
    .option("--check", "write nothing; exit with 1 if the file is not up to date")
    .option("--root <name>", ROOT, toolkit.appended)
    .option("--schemas <file>", SCHEMAS)
    .addHelpText(
      "after",
      `
Examples:
  bough contract src/api.ts            writes src/api.contract.json
  bough contract src/api.ts --check    in CI

Exit codes: 0, 1 if the declaration has faults or the file is not up to date, 2 for wrong use.`,
    )
    .showHelpAfterError("Run bough contract --help for examples.")
    .action(async (file: string, options: ContractCommandOptions) => {
      const { contract } = await import("./command/contract.ts");
      await contract(file, options, toolkit);
      toolkit.output.end();
    });
}

function addDiff(bough: Command, toolkit: Toolkit): void {
  const choice = (flag: string, text: string, values: readonly string[]): Option =>
    bough.createOption(flag, text).choices(values).default(values[0]);
  bough
    .command("diff")
    .description("Says who breaks if an API becomes what it is now, and proves it.")
    .argument("<file>", "the module that exports the API; or the first of two files")
    .argument("[other]", "a module, a contract file, or an OpenAPI document in JSON or YAML")
    .option(
      "--since <revision>",
      "compare with the contract file at the merge base of HEAD and this revision; repeat it for several",
      toolkit.appended,
    )
    .addOption(choice("--for <who>", "who must not break", ["clients", "servers", "both"]))
    .addOption(
      choice("--level <level>", "what HTTP sees, or what compiled programs see", ["wire", "typed"]),
    )
    .addOption(choice("--fail-on <effect>", "what exits with 1", ["breaking", "risk", "any"]))
    .addOption(
      choice("--unknown <result>", "whether what cannot be compared exits with 1", [
        "pass",
        "fail",
      ]),
    )
    .option("--rules <file>", "a JSON object from kind to effect, for a policy of your own")
    .addOption(
      choice("--format <format>", "the form of the report", ["text", "json", "markdown", "junit"]),
    )
    .option("--on <day>", "the day of the change; default: that of HEAD's commit")
    .option("--root <name>", ROOT, toolkit.appended)
    .option("--base <path>", "the path before all paths of a document: that of its servers")
    .option("--schemas <file>", SCHEMAS)
    .addHelpText(
      "after",
      `
Examples:
  bough diff src/api.ts --since origin/main
  bough diff src/api.ts --since v1.0 --since v1.1 --format markdown
  bough diff old.yaml new.yaml --for both
  bough diff partner.json src/api.ts --fail-on risk
  bough diff openapi.yaml src/api.ts --for both --fail-on any --unknown fail

Intended breaks are listed in src/api.changes.json: [{ "id": "…", "because": "…", "date": "2026-11-26" }].
Exit codes: 0 without a change that counts, 1 with one, 2 for wrong use.`,
    )
    .showHelpAfterError("Run bough diff --help for examples.")
    .action(async (file: string, other: string | undefined, options: DiffOptions) => {
      const { diff } = await import("./command/diff.ts");
      await diff(file, other, options, toolkit);
    });
}
