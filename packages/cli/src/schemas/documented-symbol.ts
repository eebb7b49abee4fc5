// The symbol whose JSDoc describes an endpoint: the property that declares it, or the variable that it refers to.
import ts from "typescript";

/** Follows a property without JSDoc to the variable behind it: `{ list }`, `{ list: listUsers }`, `list: typeof list`. */
export function documentedSymbol(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  const seen = new Set<ts.Symbol>();
  for (let one: ts.Symbol | undefined = symbol; one && !seen.has(one);) {
    if (one.getDocumentationComment(checker).length > 0 || one.getJsDocTags(checker).length > 0) {
      return one;
    }
    seen.add(one);
    one = referredSymbol(one, checker);
  }
  return symbol;
}

function referredSymbol(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol | undefined {
  if (symbol.flags & ts.SymbolFlags.Alias) {
    return checker.getAliasedSymbol(symbol);
  }
  const [declaration] = symbol.declarations ?? [];
  if (!declaration) {
    return undefined;
  }
  if (ts.isShorthandPropertyAssignment(declaration)) {
    return checker.getShorthandAssignmentValueSymbol(declaration);
  }
  const name = referredName(declaration);
  return name && checker.getSymbolAtLocation(name);
}

/** The name that a property is declared by. */
function referredName(declaration: ts.Declaration): ts.Node | undefined {
  if (ts.isPropertyAssignment(declaration)) {
    const { initializer } = declaration;
    return ts.isIdentifier(initializer) || ts.isPropertyAccessExpression(initializer)
      ? initializer
      : undefined;
  }
  if (!ts.isPropertySignature(declaration) || !declaration.type) {
    return undefined;
  }
  const { type } = declaration;
  if (ts.isTypeQueryNode(type)) {
    return type.exprName;
  }
  return ts.isImportTypeNode(type) && type.isTypeOf ? type.qualifier : undefined;
}
