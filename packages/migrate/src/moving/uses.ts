// Where a name is used.
import ts from "typescript";
import { visit } from "./syntax.ts";
import type { Work } from "./work.ts";

export function usesOf(
  name: ts.Identifier,
  scope: ts.Node,
  { checker }: Work,
): readonly ts.Identifier[] {
  const symbol = checker.getSymbolAtLocation(name);
  const uses: ts.Identifier[] = [];
  visit(scope, (node) => {
    if (!ts.isIdentifier(node) || node === name || node.text !== name.text) {
      return;
    }
    const at = ts.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node);
    if (at === symbol) {
      uses.push(node);
    }
  });
  return uses;
}
