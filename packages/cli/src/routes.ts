// `bough routes`: the endpoints of a tree as a table or as JSON.
import type { AnyEndpoint, AnyResource } from "bough";
import type { LoadedTree } from "./load-tree.ts";

interface Route {
  readonly method: string;
  readonly template: string;
  /** The properties that lead to the endpoint from the root. */
  readonly name: readonly string[];
}

/** The text that the command prints. */
export function routes(tree: LoadedTree, { json }: { readonly json: boolean }): string {
  const found = routesOf(tree);
  return json ? `${JSON.stringify(found, undefined, 2)}\n` : tableOf(found);
}

function routesOf({ bough, root }: LoadedTree): Route[] {
  const endpoints = new Set<AnyResource | AnyEndpoint>(bough.endpointsOf(root));
  const isEndpoint = (node: AnyResource | AnyEndpoint): node is AnyEndpoint => endpoints.has(node);
  const below = (resource: AnyResource, path: readonly string[]): Route[] =>
    Object.entries(bough.inspect(resource).children).flatMap(([property, child]) => {
      const name = [...path, property];
      if (!isEndpoint(child)) {
        return below(child, name);
      }
      return [{ method: child.method, template: child.template, name }];
    });
  return below(root, []);
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
