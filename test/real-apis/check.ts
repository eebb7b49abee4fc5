// One document: read, printed, loaded, verified, and every address compared with an independent expansion.
import { rmSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { declarationsOf } from "../../packages/import/src/print/declarations.ts";
import { singleModule } from "../../packages/import/src/print/modules.ts";
import { NotADocument, readDocument } from "../../packages/import/src/read-document.ts";
import type { ReadDocument } from "../../packages/import/src/read-document.ts";
import type { Finding } from "../../packages/import/src/report.ts";
import { transformSync } from "esbuild";
import type * as Bough from "bough";
import type * as BoughContract from "bough/contract";
import type * as BoughOpenApi from "bough-openapi";
import { checkDifferences } from "../support/check-differences.ts";
import { addressProblems } from "./addresses.ts";
import { roundTrip } from "./round-trip.ts";
import type { RoundTrip } from "./round-trip.ts";
import { stubProblems } from "./stub.ts";
import type { ImportedModule, Library as StubLibrary } from "./stub.ts";

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
  /** What the document of the declaration has of the given one; absent if nothing is declared. */
  readonly trip?: RoundTrip;
  /** How many endpoints a client has called on a stub server. */
  readonly called: number;
  /** What `bough diff` finds when it compares the declaration with the given document. */
  readonly differences: readonly string[];
  /** The document of the declaration. */
  readonly document?: object;
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
    called: 0,
    findings,
    problems: [],
    differences: [],
    source: "",
    verified: 0,
  };
  if (declared === 0) return nothing;
  const source = singleModule(declarationsOf(read));
  const library = (await import(bough)) as Library;
  const module = await load(source, { bough, folder });
  const { api } = module;
  const start = performance.now();
  try {
    library.verify(api);
  } catch (error) {
    return { ...nothing, source, problems: [String(error)] };
  }
  const verified = performance.now() - start;
  const document = documentOf(library.openApi, api, read);
  const stubbed = await stubProblems(library, module, contract);
  const { compared, problems } = addressProblems(library, api, contract.endpoints);
  return {
    ...nothing,
    lines: source.split("\n").length,
    addresses: compared,
    called: stubbed.called,
    problems: [...problems, ...stubbed.problems],
    source,
    verified,
    document,
    differences: differencesOf(library, api, read),
    trip: roundTrip(parsed, document),
  };
}

type Library = StubLibrary & typeof BoughContract & typeof BoughOpenApi;

function differencesOf(
  { contractOf }: Library,
  api: Bough.AnyResource,
  { contract }: ReadDocument,
): readonly string[] {
  // The declaration is printed without bounds, so it accepts more than the document.
  return checkDifferences(contractOf(api), contract)
    .differences.filter(({ kind }) => kind !== "parameter-widened")
    .map(({ endpoint, place, message }) => `${endpoint} ${place}: ${message}`);
}

// As JSON has it.
function documentOf(
  openApi: typeof BoughOpenApi.openApi,
  api: Bough.AnyResource,
  read: ReadDocument,
): object {
  const { title, version, servers } = read;
  const document = openApi(api, {
    info: { title, version },
    ...(servers.length === 0 ? {} : { servers: servers.map((url) => ({ url })) }),
    rejections: false,
    onWarning: () => undefined,
  });
  return JSON.parse(JSON.stringify(document)) as object;
}

let count = 0;

async function load(
  source: string,
  { bough, folder }: { readonly bough: string; readonly folder: string },
): Promise<ImportedModule> {
  const { code } = transformSync(source, { loader: "ts", format: "esm" });
  count++;
  const path = `${folder}/${process.pid}-${count}.mjs`;
  writeFileSync(path, code.replaceAll('from "bough"', `from ${JSON.stringify(bough)}`));
  try {
    return (await import(pathToFileURL(path).href)) as ImportedModule;
  } finally {
    rmSync(path);
  }
}
