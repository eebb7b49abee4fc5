// `bough test`: proves that a server keeps a declaration. The package bough-testing makes the cases.
import type { Contract, ContractSource } from "bough/contract";
import type { ExtractedSchemas } from "bough/server";
import type { CredentialOptions } from "bough-cli/toolkit";
import { credentialsIn } from "../credentials.ts";
import { isDocument, loadDocument } from "../document-api.ts";
import { entryOf } from "../entry.ts";
import { Faults } from "../faults.ts";
import { loadBough, loadModule } from "../load-module.ts";
import { loadPackage } from "../load-package.ts";
import { loadSchemas } from "../openapi/schemas.ts";
import { loadSource } from "../openapi/source.ts";
import type { Output } from "../output.ts";
import { printable } from "../printable.ts";
import { WrongUse } from "../wrong-use.ts";
import { barOf, summaryOf, tableOf, type Ended } from "./report.ts";

export interface TestOptions extends CredentialOptions {
  readonly runs?: number;
  readonly seed?: number;
  readonly config?: string;
  readonly schemas?: string;
  readonly writes?: boolean;
  readonly strict?: boolean;
  readonly json?: boolean;
}

/** The package bough-testing, as far as the command needs it. */
interface Testing {
  readonly conformance: (source: ContractSource, options: object) => Cases;
}

interface Cases extends ReadonlyArray<Case> {
  readonly seed: number;
  readonly report: () => Readonly<Record<"unmet" | "undeclared" | "unreached", readonly string[]>>;
}

interface Case {
  readonly name: string;
  readonly endpoint: string;
  readonly rules: string;
  readonly run: () => Promise<Ended["report"]>;
}

/** Runs the command. */
export async function testServer(
  argument: string,
  url: string,
  options: TestOptions,
  output: Output,
): Promise<void> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new WrongUse(`${url} is not the URL of a server: expected http://127.0.0.1:3000`);
  }
  const { conformance, source, contract, schemas } = isDocument(argument)
    ? await loadedDocument(argument)
    : await loadedModule(argument, options.schemas);
  const config = options.config === undefined ? {} : await configIn(options.config);
  const cases = conformance(source, optionsOf(url, options, { contract, schemas, config }));
  const ended: Ended[] = [];
  for (const one of cases) {
    output.progress(barOf(ended.length, cases.length, one.name));
    ended.push(await endedOf(one));
  }
  output.end();
  const seen = cases.report();
  const failed = ended.filter(({ error }) => error !== undefined);
  if (options.json === true) {
    const data = { seed: cases.seed, cases: ended.map(dataOf), ...seen };
    output.write(`${JSON.stringify(data, undefined, 2)}\n`);
  } else {
    output.lines(`${tableOf(ended)}${summaryOf(ended, seen)}`);
  }
  if (failed.length > 0) {
    const details = failed.map(({ name, error }) => `${name}\n${error?.message ?? ""}\n\n`);
    throw new Faults(
      `${argument}: ${failed.length} of ${ended.length} cases failed at ${url} (seed ${cases.seed})`,
      options.json === true ? "" : printable(details.join("")),
    );
  }
  const skipped = ended.filter(({ report }) => report?.skipped !== undefined).length;
  const rest = skipped === 0 ? "" : `, ${skipped} skipped`;
  output.note(`${ended.length - skipped} cases passed${rest} at ${url} (seed ${cases.seed})`);
}

async function endedOf({ name, endpoint, rules, run }: Case): Promise<Ended> {
  try {
    return { name, endpoint, rules, report: await run(), error: undefined };
  } catch (error) {
    if (!(error instanceof Error)) {
      throw error;
    }
    return { name, endpoint, rules, report: undefined, error };
  }
}

function dataOf({ endpoint, rules, report, error }: Ended): object {
  const { findings = [] }: { readonly findings?: readonly unknown[] } = Object(error);
  const failed = { failed: error !== undefined, findings, message: error?.message };
  return { endpoint, rules, ...(report === undefined ? failed : { failed: false, ...report }) };
}

function optionsOf(
  url: string,
  options: TestOptions,
  { contract, schemas, config }: Pick<Loaded, "contract" | "schemas"> & { readonly config: Config },
): object {
  const { runs, seed, writes, strict, bearerEnv } = options;
  return {
    ...config,
    baseUrl: url,
    contract,
    credentials: { ...config.credentials, ...credentialsIn(contract, options) },
    ...(runs === undefined ? {} : { runs }),
    ...(writes === undefined ? {} : { writes }),
    ...(strict === undefined ? {} : { strict }),
    ...(seed === undefined ? {} : { seed }),
    ...(bearerEnv === undefined ? {} : { tokenName: bearerEnv }),
    ...(schemas === undefined ? {} : { schemas }),
  };
}

/** The options of `conformance` that a module exports. Those of the command line come first. */
interface Config {
  readonly credentials?: object;
}

async function configIn(argument: string): Promise<Config> {
  const { file, path, name = "options" } = entryOf(argument);
  const { [name]: options } = await loadModule(file, path);
  if (typeof options !== "object" || options === null) {
    throw new WrongUse(`${path} exports no object ${name}: { ids, credentials, given }`);
  }
  return options;
}

interface Loaded extends Testing {
  readonly source: ContractSource;
  readonly contract: Contract;
  readonly schemas: ExtractedSchemas | undefined;
}

async function loadedModule(argument: string, named: string | undefined): Promise<Loaded> {
  const entry = entryOf(argument);
  const { conformance } = await testingFor(entry.file);
  const source = await loadSource(entry);
  const schemas = await loadSchemas(entry, named);
  const { contractOf } = await loadBough(entry.file, entry.path);
  const contract = contractOf(source, schemas && { schemas });
  return { conformance, source, contract, schemas };
}

async function loadedDocument(path: string): Promise<Loaded> {
  const { beside, api, contract, schemas } = await loadDocument("bough test", path);
  const { conformance } = await testingFor(beside);
  return { conformance, source: api, contract, schemas };
}

async function testingFor(file: string): Promise<Testing> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package has this entry, and the versions of the packages are equal
  return (await loadPackage("bough test", "bough-testing/conformance", file)) as Testing;
}
