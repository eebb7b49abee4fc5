// The program `bough`: its commands, what they print and the code they exit with.
import { Console } from "node:console";
import { readFileSync } from "node:fs";
import type { AddCommands, CommandError } from "bough-cli/toolkit";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { appended } from "./appended.ts";
import { withCredentials } from "./credentials.ts";
import type { MockCommandOptions } from "./mock/mock.ts";
import { loadTrees } from "./load-tree.ts";
import type { OpenApiCommandOptions } from "./openapi/openapi.ts";
import { Output, type Streams } from "./output.ts";
import { addPackages } from "./packages.ts";
import { routes } from "./routes.ts";
import type { SchemasOptions } from "./schemas/schemas.ts";
import type { TestOptions } from "./test/test.ts";
import { toolkitOf } from "./toolkit.ts";

const SUCCESS = 0;
const FAULTS = 1;
const WRONG_USE = 2;

/** Runs a command line and ends the process: 0, or 1 for a faulty declaration, or 2 for wrong use. */
export async function run(args: readonly string[]): Promise<void> {
  // A module that is loaded may print. Only the command's result goes to stdout.
  globalThis.console = new Console(process.stderr, process.stderr);
  // `bough routes api.ts | head` closes stdout early.
  process.stdout.on("error", () => process.exit(SUCCESS));
  const code = await exitCodeOf(args, process);
  // A module that is loaded may hold timers or sockets, so the process would not end by itself.
  process.stdout.write("", () => process.stderr.write("", () => process.exit(code)));
}

/**
 * Runs a command line and returns the code to exit with. Modules that it loads print where `console` does. `add` adds
 * the commands of other packages.
 */
export async function exitCodeOf(
  args: readonly string[],
  streams: Streams,
  add: (...given: Parameters<AddCommands>) => Promise<void> | void = (bough, toolkit) =>
    addPackages(bough, toolkit, { asked: args[0] }),
): Promise<number> {
  const output = new Output(streams);
  try {
    const bough = program(output);
    await add(bough, toolkitOf(output));
    await bough.parseAsync(args, { from: "user" });
    return SUCCESS;
  } catch (error) {
    // Commander has printed its message, or the help that was asked for.
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? SUCCESS : WRONG_USE;
    }
    const { name, message = String(error), details }: Partial<CommandError> = Object(error);
    if (name === "Found") {
      return FAULTS;
    }
    if (typeof details === "string") {
      output.colored(details);
    }
    output.note(message);
    return name === "WrongUse" ? WRONG_USE : FAULTS;
  }
}

function program(output: Output): Command {
  const { version }: { readonly version?: unknown } = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  const bough = new Command("bough")
    .description("Works with an HTTP API that is declared with Bough.")
    .version(String(version))
    // An option after a command, such as --version, belongs to the command.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => output.write(text),
      writeErr: (text) => output.details(text),
    })
    .exitOverride()
    .showHelpAfterError("Run bough --help for all commands.");
  bough
    .command("routes")
    .description("Lists the endpoints of an API: method, path template and name.")
    .argument("<file>", "the module that exports the API; file#export for one of several")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `
Examples:
  bough routes src/api.ts
  bough routes src/api.ts#v2
  bough routes src/api.ts --json | jq '.[].template'

Exit codes: 0, 1 if the declaration has faults, 2 for wrong use.`,
    )
    .showHelpAfterError("Run bough routes --help for examples.")
    .action(async (file: string, { json = false }: { json?: boolean }) => {
      output.write(routes(await loadTrees(file), { json }));
    });
  addOpenApi(bough, output);
  addSchemas(bough, output);
  addTest(bough, output);
  addMock(bough, output);
  return bough;
}

function addOpenApi(bough: Command, output: Output): void {
  bough
    .command("openapi")
    .description("Prints the OpenAPI document of an API, in JSON or YAML.")
    .argument("<file>", "the module that exports the API or its server; file#export for one export")
    .option("--out <file>", "write the document to a file: .json, .yaml or .yml")
    .option("--check", "write nothing; exit with 1 if the file of --out is not up to date")
    .option("--yaml", "print YAML")
    .option("--title <title>", "the title; default: the name in package.json")
    .option("--version <version>", "the version of the API; default: that in package.json")
    .option("--server <url>", "a URL of the API; repeat it for several", appended)
    .option(
      "--schemas <file>",
      "what bough schemas wrote; default: the file beside the module, if there is one",
    )
    .addOption(
      new Option("--openapi <version>", "the version of OpenAPI")
        .choices(["3.0", "3.1", "3.2"])
        .default("3.1"),
    )
    .option("--strict", "treat warnings as errors")
    .addHelpText(
      "after",
      `
Examples:
  bough openapi src/server.ts --out openapi.json
  bough openapi src/server.ts --out openapi.json --check    in CI
  bough openapi src/api.ts#v2 --yaml --server https://api.example.com

Exit codes: 0, 1 if the declaration has faults or the file is not up to date, 2 for wrong use.`,
    )
    .showHelpAfterError("Run bough openapi --help for examples.")
    .action(async (file: string, options: OpenApiCommandOptions) => {
      const { openapi } = await import("./openapi/openapi.ts");
      await openapi(file, options, output);
    });
}

function addSchemas(bough: Command, output: Output): void {
  bough
    .command("schemas")
    .description("Extracts JSON Schemas from the types of an API, and writes them beside it.")
    .argument("<file>", "the module that exports the API or its server; file#export for one export")
    .option("--json", "also write JSON: src/api.schemas.json")
    .option("--check", "write nothing; exit with 1 if a file is not up to date")
    .option("--watch", "run again after each change of a file")
    .option("--project <path>", "the tsconfig.json to use; default: the one that includes the file")
    .option("--strict", "treat warnings as errors")
    .addHelpText(
      "after",
      `
Examples:
  bough schemas src/api.ts            writes src/api.schemas.ts
  bough schemas src/api.ts#v2 --json
  bough schemas src/api.ts --check    in CI

Exit codes: 0, 1 if types have errors or a file is not up to date, 2 for wrong use.`,
    )
    .showHelpAfterError("Run bough schemas --help for examples.")
    .action(async (file: string, options: SchemasOptions) => {
      // The compiler is large, and only this command needs it.
      const { schemas } = await import("./schemas/schemas.ts");
      await schemas(file, options, output);
      output.end();
    });
}

function addTest(bough: Command, output: Output): void {
  withCredentials(
    bough
      .command("test")
      .description(
        "Proves that a server keeps an API: valid and invalid calls, and what servers owe.",
      )
      .argument(
        "<file>",
        "the module that exports the API or its server; file#export for one export",
      )
      .argument("<url>", "the URL of the server, with the path before its endpoints")
      .option("--runs <count>", "calls with generated values in each case; default: 50", counted)
      .option("--seed <number>", "the seed of an earlier run, to repeat it", counted)
      .option("--writes", "also call POST, PUT, PATCH and DELETE, and follow what is created")
      .option("--strict", "also fail for rules that a server should keep")
      .option(
        "--config <file>",
        "the module that exports options: ids that exist, functions for credentials; file#export",
      ),
  )
    .option(
      "--schemas <file>",
      "what bough schemas wrote; default: the file beside the module, if there is one",
    )
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `
Examples:
  bough test src/api.ts http://127.0.0.1:3000
  bough test src/api.ts http://127.0.0.1:3000 --writes --runs 100
  bough test openapi.yaml http://127.0.0.1:3000
  bough test src/api.ts https://api.example.com --bearer-env TOKEN
  bough test src/api.ts http://127.0.0.1:3000 --config conformance.ts

Exit codes: 0, 1 if the server breaks a rule, 2 for wrong use.`,
    )
    .showHelpAfterError("Run bough test --help for examples.")
    .action(async (file: string, url: string, options: TestOptions) => {
      const { testServer } = await import("./test/test.ts");
      await testServer(file, url, options, output);
    });
}

function addMock(bough: Command, output: Output): void {
  bough
    .command("mock")
    .description("Serves a mock of an API, which keeps what clients create.")
    .argument("<file>", "the module that exports the API, or an OpenAPI document in JSON or YAML")
    .option("--port <number>", "the port; 0 for a free one", counted, 4010)
    .option("--host <address>", "the address to listen on", "127.0.0.1")
    .option("--seed <number>", "decides which values are made", counted, 1)
    .option(
      "--schemas <file>",
      "what bough schemas wrote; default: the file beside the module, if there is one",
    )
    .option("--no-state", "keep nothing: every call responds with an example or a made value")
    .option("--no-examples", "respond with state and made values where there are examples")
    .addHelpText(
      "after",
      `
Examples:
  bough mock src/api.ts
  bough mock src/api.ts#v2 --port 8080 --seed 7
  bough mock openapi.yaml
  curl -H 'Prefer: failure=user-not-found' http://127.0.0.1:4010/v1/users/1
  curl -H 'Prefer: code=503' http://127.0.0.1:4010/v1/users

The package bough-testing makes the mock: npm install --save-dev bough-testing
Exit codes: 0, 1 if the declaration has faults, 2 for wrong use.`,
    )
    .showHelpAfterError("Run bough mock --help for examples.")
    .action(async (file: string, options: MockCommandOptions) => {
      const { mock } = await import("./mock/mock.ts");
      await mock(file, options, output);
    });
}

function counted(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 0) {
    throw new InvalidArgumentError("expected a whole number");
  }
  return count;
}
