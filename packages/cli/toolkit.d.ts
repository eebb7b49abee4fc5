// For packages that bring commands: a package exports them as `./command`, with the function `addCommands`.
import type { Command } from "commander";
import type { Contract, contractOf, ContractSource, inspect } from "bough/contract";
import type { ExtractedSchemas } from "bough/server";

export type { Command, Option } from "commander";

/** Adds the commands of a package to `bough`. An error with the name `WrongUse` ends a command with exit code 2. */
export type AddCommands = (bough: Command, toolkit: Toolkit) => void;

/** Functions of the command line for a package. */
export interface Toolkit {
  readonly output: Output;
  /** Reads an argument `file` or `file#export`, and ends the command if there is no such module. */
  readonly entryOf: (argument: string) => EntryArgument;
  /** Loads the API or the server that a module exports, with the project's copy of bough. */
  readonly load: (entry: EntryArgument) => Promise<LoadedApi>;
  /** Loads the contract of a module with the schemas that `bough schemas` wrote, or of an OpenAPI document. */
  readonly contractIn: (
    argument: string,
    options: { readonly command: string; readonly schemas?: string | undefined },
  ) => Promise<{ readonly contract: Contract; readonly isDocument: boolean }>;
  /** Adds the options `--bearer-env` and `--credential-env`. */
  readonly withCredentials: (command: Command) => Command;
  /** Reads the credentials that these options name, by scheme. */
  readonly credentialsIn: (
    contract: Contract,
    options: CredentialOptions,
  ) => Readonly<Record<string, string>>;
  /** Collects the values of an option that may be repeated, for `command.option`. */
  readonly appended: (one: string, others?: readonly string[]) => string[];
  /** Makes an error that ends the command with exit code 2. */
  readonly wrongUse: (message: string) => Error;
  /** Makes an error that ends the command with exit code 1, its message, and details before it. */
  readonly faults: (message: string, details: string) => Error;
  /** Extracts the schemas of the module's types, or reads those of a file, which must be up to date. */
  readonly schemasFor: (
    entry: EntryArgument,
    file?: string,
  ) => Promise<ExtractedSchemas | undefined>;
  /** Writes the OpenAPI document of an API as YAML, with the project's bough-openapi. Its title is the name in package.json. */
  readonly openApiFor: (
    entry: EntryArgument,
    source: ContractSource,
    schemas: ExtractedSchemas | undefined,
  ) => Promise<{ readonly title: string; readonly yaml: string }>;
}

/** The options for credentials, which name environment variables. */
export interface CredentialOptions {
  readonly bearerEnv?: string;
  readonly credentialEnv?: readonly string[];
}

/** A module and one of its exports. */
export interface EntryArgument {
  /** The absolute path. */
  readonly file: string;
  /** The path as the user wrote it. */
  readonly path: string;
  readonly name: string | undefined;
}

/** An API or a server, and functions that can read it. */
export interface LoadedApi {
  readonly source: ContractSource;
  readonly inspect: typeof inspect;
  readonly contractOf: typeof contractOf;
}

/** The output of a command: its result on stdout, everything else on stderr. */
export interface Output {
  /** Writes the result as it is. */
  readonly write: (text: string) => void;
  /** Prints a line of the result, with visible escapes in place of control characters. */
  readonly print: (text: string) => void;
  /** Prints lines of the result that end themselves. */
  readonly lines: (text: string) => void;
  /** Prints a line beside the result. */
  readonly note: (text: string) => void;
  /** Prints lines beside the result that end themselves. */
  readonly details: (text: string) => void;
  /** Shows on a terminal what the command is doing, if that takes more than a second. */
  readonly progress: (text: string) => void;
  /** Removes the line of progress. */
  readonly end: () => void;
}

/**
 * Errors that end a command are known by their names: `WrongUse` with exit code 2, `Found` with 1 after a report that
 * says everything, and any other with 1, its message, and the lines of `details` before it.
 */
export interface CommandError extends Error {
  readonly details?: string;
}
