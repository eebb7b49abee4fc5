// `bough routes`: the endpoints of trees as a table or as JSON.
import type { AnyEndpoint, AnyResource } from "bough";
import type { LoadedTrees } from "./load-tree.ts";

interface Route {
  readonly method: string;
  readonly template: string;
  /** The properties that lead to the endpoint from the root, after the export of the root if there are several. */
  readonly name: readonly string[];
}

/** The text that the command prints. */
export function routes(trees: LoadedTrees, { json }: { readonly json: boolean }): string {
  const found = routesOf(trees);
  return json ? `${JSON.stringify(found, undefined, 2)}\n` : tableOf(found);
}

function routesOf({ bough, trees }: LoadedTrees): Route[] {
  const roots = trees.map(([, root]) => root);
  const endpoints = new Set<AnyResource | AnyEndpoint>(bough.endpointsOf(...roots));
  const isEndpoint = (node: AnyResource | AnyEndpoint): node is AnyEndpoint => endpoints.has(node);
  const below = (resource: AnyResource, path: readonly string[]): Route[] =>
    Object.entries(bough.inspect(resource).children).flatMap(([property, child]) => {
      const name = [...path, property];
      if (!isEndpoint(child)) {
        return below(child, name);
      }
      return [{ method: child.method, template: child.template, name }];
    });
  return trees.flatMap(([name, root]) => below(root, trees.length > 1 ? [name] : []));
}

function tableOf(found: readonly Route[]): string {
  const rows = [
    ["METHOD", "TEMPLATE", "NAME"] as const,
    ...found.map(({ method, template, name }) => [method, template, name.join(".")] as const),
  ];
  const widthOf = (column: 0 | 1): number => Math.max(...rows.map((row) => row[column].length));
  const [methods, templates] = [widthOf(0), widthOf(1)];
  return rows
    .map(
      ([method, template, name]) =>
        `${method.padEnd(methods)}  ${template.padEnd(templates)}  ${name}\n`,
    )
    .join("");
}
