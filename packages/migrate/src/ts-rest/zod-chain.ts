// A zod schema as it is written: `z.coerce.number().int().min(1)` is a chain of calls after `z`.
import ts from "typescript";
import type { Project } from "../moving/project.ts";
import { plain, resolved, type Placed } from "../moving/syntax.ts";

export interface Link {
  readonly name: string;
  readonly arguments: readonly ts.Expression[];
  readonly work: Placed["work"];
}

/** The links of a chain, first one first; `undefined` for what is no chain after an import such as `z`. */
export function chainOf(given: Placed, project: Project): readonly Link[] | undefined {
  const { work } = given;
  const node = plain(given.node);
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const before = chainOf({ node: node.expression.expression, work }, project);
    const link = { name: node.expression.name.text, arguments: node.arguments, work };
    return before && [...before, link];
  }
  if (ts.isIdentifier(node) && isModule({ node, work })) {
    return [];
  }
  if (ts.isPropertyAccessExpression(node) && /^(?:coerce|iso)$/.test(node.name.text)) {
    const before = chainOf({ node: node.expression, work }, project);
    return before && [...before, { name: node.name.text, arguments: [], work }];
  }
  if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) {
    const to = resolved({ node, work }, project);
    return to && to.node !== node ? chainOf(to, project) : undefined;
  }
  return undefined;
}

function isModule({ node, work }: Placed<ts.Identifier>): boolean {
  const symbol = work.checker.getSymbolAtLocation(node);
  return (
    symbol?.declarations?.some(
      (one) =>
        (ts.isImportSpecifier(one) || ts.isNamespaceImport(one) || ts.isImportClause(one)) &&
        /^z(?:od)?$/i.test(node.text),
    ) ?? false
  );
}

/** Types by the members that a schema has for its users: zod's, and Standard Schema's. */
export function schemaType(
  schema: ts.Type,
  side: "input" | "output",
  { checker }: Placed["work"],
): ts.Type | undefined {
  const own = schema.getProperty(`_${side}`);
  if (own) {
    return checker.getTypeOfSymbol(own);
  }
  const standard = schema.getProperty("~standard");
  const types = standard && checker.getTypeOfSymbol(standard).getProperty("types");
  const value =
    types && checker.getNonNullableType(checker.getTypeOfSymbol(types)).getProperty(side);
  return value && checker.getTypeOfSymbol(value);
}
