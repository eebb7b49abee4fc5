// Extracts the schemas of trees from their types.
import { createHash } from "node:crypto";
import { relative } from "node:path";
import ts from "typescript";
import type { ExtractedSchemas } from "bough/server";
import type { EndpointSchemas } from "bough/types";
import { nameComponents } from "./component-names.ts";
import { EndpointReader } from "./endpoint-schemas.ts";
import { endpointTypes, type EndpointType, type Tree } from "./endpoint-types.ts";
import { reachedFrom, type Unit } from "./fault.ts";
import { byCodeUnit } from "./mutable-schema.ts";
import type { Report } from "./report.ts";
import { TypeSchemas } from "./type-schemas.ts";

/** The options of `extract`. */
export interface Extraction {
  readonly program: ts.Program;
  readonly trees: readonly Tree[];
  /** The folder from which the modules of types are named. */
  readonly folder: string;
  readonly report: Report;
  /** Called before each endpoint. */
  readonly progress: (done: number, total: number) => void;
}

/** The schemas of all endpoints of the trees. */
export function extract({
  program,
  trees,
  folder,
  report,
  progress,
}: Extraction): ExtractedSchemas {
  const types = new TypeSchemas(program, (symbol) => moduleOf(symbol, folder));
  const reader = new EndpointReader(types, report);
  const found = trees.flatMap((tree) => endpointTypes(tree, types.checker, report));
  const endpoints = new Map<string, EndpointSchemas>();
  for (const [index, endpoint] of sorted(found).entries()) {
    progress(index, found.length);
    endpoints.set(endpoint.key, reader.read(endpoint));
  }
  const reached: ReadonlyMap<Unit, string> = reachedFrom(reader.units);
  const { byName, twice } = nameComponents([...types.components].filter((one) => reached.has(one)));
  for (const name of twice) {
    report.error(`@schema ${name}: several types have this name`);
  }
  const components = record([...byName].map(([name, { schema }]) => [name, schema] as const));
  const content = { components, endpoints: record(endpoints) };
  return { format: 1, digest: digestOf(content), ...content };
}

/** By key, so that the file does not depend on the order of declaration. The first of several with one key. */
function sorted(endpoints: readonly EndpointType[]): EndpointType[] {
  const byKey = new Map<string, EndpointType>();
  for (const endpoint of endpoints) {
    if (!byKey.has(endpoint.key)) {
      byKey.set(endpoint.key, endpoint);
    }
  }
  return [...byKey.values()].sort((one, other) => byCodeUnit(one.key, other.key));
}

/** The module and namespaces of a type, from the folder and without the ending. */
function moduleOf(symbol: ts.Symbol, folder: string): string {
  const [declaration] = symbol.declarations ?? [];
  if (!declaration) {
    return "";
  }
  const { fileName } = declaration.getSourceFile();
  const path = relative(folder, fileName).replaceAll("\\", "/");
  const installed = path.lastIndexOf("node_modules/");
  const inside = installed < 0 ? path : path.slice(installed);
  const spaces: string[] = [];
  for (let node: ts.Node = declaration.parent; node; node = node.parent) {
    if (ts.isModuleDeclaration(node)) {
      spaces.unshift(node.name.text);
    }
  }
  return [inside.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, ""), ...spaces].join("/");
}

function record<Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> {
  const empty: Record<string, Value> = Object.create(null);
  return Object.assign(empty, Object.fromEntries(entries));
}

/** Of the data with its keys sorted, so that a formatter of the file does not change it. */
export function digestOf(content: Pick<ExtractedSchemas, "components" | "endpoints">): string {
  return createHash("sha256")
    .update(JSON.stringify(sortedKeys(content)))
    .digest("hex");
}

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sortedKeys);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const entries = Object.entries(value).map(([key, one]) => [key, sortedKeys(one)] as const);
  return record(entries.sort(([one], [other]) => byCodeUnit(one, other)));
}
