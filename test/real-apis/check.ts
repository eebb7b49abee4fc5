// One document: read, printed, loaded, verified, and every address compared with an independent expansion.
import { rmSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { declarationsOf } from "../../packages/cli/src/import/print/declarations.ts";
import { singleModule } from "../../packages/cli/src/import/print/modules.ts";
import { NotADocument, readDocument } from "../../packages/cli/src/import/read-document.ts";
import type { Finding } from "../../packages/cli/src/import/report.ts";
import { transformSync } from "esbuild";
import type * as Bough from "bough";
import { addressProblems } from "./addresses.ts";

/** What was found out about a document. */
export interface Checked {
  readonly operations: number;
  readonly declared: number;
  readonly lines: number;
  readonly addresses: number;
  readonly findings: readonly Finding[];
  /** What must not happen: a fault of the declaration, or an address that differs. */
  readonly problems: readonly string[];
  /** The printed module. */
  readonly source: string;
  /** Milliseconds of `verify`. */
  readonly verified: number;
}

/** Checks a parsed document; `bough` is the path of a built package. */
export async function checkDocument(
  parsed: unknown,
  { bough, folder }: { readonly bough: string; readonly folder: string },
): Promise<Checked | undefined> {
  let read: ReturnType<typeof readDocument>;
  try {
    read = readDocument(parsed);
  } catch (error) {
    // Some documents of the directory are only sketches.
    if (error instanceof NotADocument) return undefined;
    throw error;
  }
  const { contract, operations, findings } = read;
  const declared = contract.endpoints.length;
  const nothing = {
    operations,
    declared,
    lines: 0,
    addresses: 0,
    findings,
    problems: [],
    source: "",
    verified: 0,
  };
  if (declared === 0) return nothing;
  const source = singleModule(declarationsOf(read));
  const library = (await import(bough)) as typeof Bough;
  const api = await load(source, { bough, folder });
  const start = performance.now();
  try {
    library.verify(api);
  } catch (error) {
    return { ...nothing, source, problems: [String(error)] };
  }
  const verified = performance.now() - start;
  const { compared, problems } = addressProblems(library, api, contract.endpoints);
  return {
    ...nothing,
    lines: source.split("\n").length,
    addresses: compared,
    problems,
    source,
    verified,
  };
}

let count = 0;

async function load(
  source: string,
  { bough, folder }: { readonly bough: string; readonly folder: string },
): Promise<Bough.AnyResource> {
  const { code } = transformSync(source, { loader: "ts", format: "esm" });
  count++;
  const path = `${folder}/${process.pid}-${count}.mjs`;
  writeFileSync(path, code.replaceAll('from "bough"', `from ${JSON.stringify(bough)}`));
  try {
    const loaded = (await import(pathToFileURL(path).href)) as { readonly api: Bough.AnyResource };
    return loaded.api;
  } finally {
    rmSync(path);
  }
}
