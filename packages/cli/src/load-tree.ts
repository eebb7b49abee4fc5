// Finds the trees that an argument `file` or `file#export` names.
import type { AnyResource } from "bough";
import { entryOf } from "./entry.ts";
import { loadBough, loadModule, type Bough } from "./load-module.ts";
import { WrongUse } from "./wrong-use.ts";

/** Resources with everything below them by name, and the package that can read them. */
export interface LoadedTrees {
  readonly bough: Bough;
  readonly trees: readonly (readonly [name: string, root: AnyResource])[];
}

/** The exports of a file, and those that are resources. */
export interface Exports {
  readonly path: string;
  readonly names: readonly string[];
  readonly resources: ReadonlyMap<string, AnyResource>;
}

/** Loads the tree that the argument names, or else all trees of the file; throws a `WrongUse` if there is none. */
export async function loadTrees(argument: string): Promise<LoadedTrees> {
  const { file, path, name } = entryOf(argument);
  const exported = await loadModule(file, path);
  const bough = await loadBough(file, path);
  const found = exportsOf(path, exported, bough);
  return {
    bough,
    trees: name === undefined ? treesIn(found, bough) : [[name, treeNamed(name, found)]],
  };
}

/** The exports of a module that was loaded. */
export function exportsOf(path: string, exported: object, bough: Bough): Exports {
  return { path, names: Object.keys(exported), resources: resourcesIn(exported, bough) };
}

function resourcesIn(exported: object, bough: Bough): Map<string, AnyResource> {
  const isResource = (entry: [string, unknown]): entry is [string, AnyResource] => {
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `inspect` throws a TypeError for any other value
      bough.inspect(entry[1] as AnyResource);
      return true;
    } catch {
      return false;
    }
  };
  return new Map(Object.entries(exported).filter(isResource));
}

/** The roots that a file exports, or its other resources if it exports no root. */
export function treesIn(
  { path, names, resources }: Exports,
  bough: Bough,
): [string, AnyResource][] {
  const roots = [...resources].filter(([, resource]) => bough.inspect(resource).kind === "root");
  if (resources.size === 0) {
    throw new WrongUse(`${path} exports no API: ${namesIn(names)}`);
  }
  return roots.length > 0 ? roots : [...resources];
}

/** The only value of a list of exports; throws a `WrongUse` that asks for a name if there are several. */
export function only<T>(found: readonly (readonly [string, T])[], path: string, what: string): T {
  const [[name, value] = [""], ...others] = found;
  if (value === undefined || others.length > 0) {
    const list = found.map(([one]) => one).join(", ");
    throw new WrongUse(
      `${path} exports several ${what}: ${list}. Name one, such as ${path}#${name}`,
    );
  }
  return value;
}

/** The resource with this name; throws a `WrongUse` if there is none. */
export function treeNamed(name: string, { path, names, resources }: Exports): AnyResource {
  const tree = resources.get(name);
  if (tree !== undefined) {
    return tree;
  }
  throw new WrongUse(
    names.includes(name)
      ? `the export ${name} of ${path} is not an API: expected a resource, such as rootResource(…)`
      : `${path} has no export ${JSON.stringify(name)}: ${namesIn(names)}`,
  );
}

function namesIn(names: readonly string[]): string {
  return names.length === 0 ? "it exports nothing" : `it exports ${names.join(", ")}`;
}
