// The contract of a module: its roots or its server, with the schemas of its types, which are extracted anew.
import type { AnyResource } from "bough";
import type { Contract, ContractEndpoint, ContractSource } from "bough/contract";
import type { ExtractedSchemas } from "bough/server";
import type { EntryArgument, LoadedApi, Toolkit } from "bough-cli/toolkit";
import { withRoots } from "./roots.ts";
import { bodiesWithoutSchema } from "./unknown-bodies.ts";

/** How a module is read. */
export interface CodeOptions {
  readonly toolkit: Toolkit;
  /** The file that `bough schemas` wrote. */
  readonly schemas?: string | undefined;
  /** The roots to read; all if it is empty. */
  readonly roots?: readonly string[] | undefined;
}

type Inspect = LoadedApi["inspect"];

/** A contract, and the names under which its roots are known. */
export interface CodeContract {
  readonly contract: Contract;
  readonly roots: readonly string[];
}

/** Makes the contract of a module. */
export async function codeContract(
  entry: EntryArgument,
  { toolkit, schemas: named, roots = [] }: CodeOptions,
): Promise<CodeContract> {
  const { source, inspect, contractOf } = await toolkit.load(entry);
  const make = (schemas?: ExtractedSchemas): Contract => contractOf(source, schemas && { schemas });
  // Without schemas first: to read the types takes long, and is for nothing if all bodies have declared schemas.
  const bare = make();
  const isTyped = named !== undefined || bodiesWithoutSchema(bare).length > 0;
  const found = isTyped ? make(await toolkit.schemasFor(entry, named)) : bare;
  refuseTwice(found, entry.path, toolkit);
  const labels = labelsOf(source, inspect);
  const relabelled = withLabels(found, labels);
  const known =
    roots.length > 0
      ? [...new Set(roots.map((name) => labels.get(name) ?? name))]
      : namedRoot(source, entry, inspect);
  return { contract: withRoots(relabelled, { roots: known, path: entry.path }), roots: known };
}

// Two roots with one key respond to the same requests, so one of them never does.
function refuseTwice({ endpoints }: Contract, path: string, { faults }: Toolkit): void {
  const seen = new Map<string, ContractEndpoint>();
  const lines = endpoints.flatMap((one) => {
    const other = seen.get(one.key);
    seen.set(one.key, one);
    return other === undefined
      ? []
      : [`${one.key} is ${other.name.join(".")} and ${one.name.join(".")}\n`];
  });
  if (lines.length > 0) {
    throw faults(`${path} has endpoints with one key: name one root with --root`, lines.join(""));
  }
}

/** The segments of several roots by the names of their exports; empty if one of them has none of its own. */
type Labels = ReadonlyMap<string, string>;

// A server labels its roots by their segments already, and a single root has no label.
function labelsOf(source: ContractSource, inspect: Inspect): Labels {
  if ("~served" in source) {
    return new Map();
  }
  const trees = isTree(source, inspect) ? [] : Object.entries(source).filter(isNamedTree);
  const labels = trees.map(([name, tree]) => [name, inspect(tree).segment ?? name] as const);
  const isClear = new Set(labels.map(([, segment]) => segment)).size === labels.length;
  return new Map(isClear ? labels : []);
}

function isNamedTree(entry: [string, unknown]): entry is [string, AnyResource] {
  return typeof entry[1] === "function" || typeof entry[1] === "object";
}

function isTree(source: ContractSource, inspect: Inspect): source is AnyResource {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `inspect` throws a TypeError for any other value
    inspect(source as AnyResource);
    return true;
  } catch {
    return false;
  }
}

// `src/api.ts#v2` is one root of several, and the contract of an earlier state may have all of them.
function namedRoot(
  source: ContractSource,
  { name }: EntryArgument,
  inspect: Inspect,
): readonly string[] {
  if (name === undefined || !isTree(source, inspect)) {
    return [];
  }
  const { kind, segment } = inspect(source);
  return kind === "root" && segment !== undefined ? [segment] : [];
}

// The names of variables may change without a change of the API.
function withLabels(contract: Contract, labels: Labels): Contract {
  const endpoints = contract.endpoints.map((one) => {
    const [first = "", ...rest] = one.name;
    const label = labels.get(first);
    return label === undefined ? one : { ...one, name: [label, ...rest] };
  });
  return { ...contract, endpoints };
}
