// The type as its author wrote it. The compiler forgets the order of a union and the alias of a text.
import ts from "typescript";

/** The node that a declaration writes for a type, without parentheses and `readonly`. */
export function writtenNode(declaration: ts.Declaration | undefined): ts.TypeNode | undefined {
  if (!declaration) {
    return undefined;
  }
  const hasType =
    ts.isPropertySignature(declaration) ||
    ts.isPropertyDeclaration(declaration) ||
    ts.isParameter(declaration) ||
    ts.isIndexSignatureDeclaration(declaration) ||
    ts.isTypeAliasDeclaration(declaration);
  return hasType && declaration.type ? bareNode(declaration.type) : undefined;
}

/** A node without parentheses and `readonly`. */
export function bareNode(node: ts.TypeNode): ts.TypeNode {
  if (ts.isParenthesizedTypeNode(node)) {
    return bareNode(node.type);
  }
  if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword) {
    return bareNode(node.type);
  }
  return node;
}

/** The node of an array's element. */
export function elementNode(node: ts.TypeNode | undefined): ts.TypeNode | undefined {
  if (!node) {
    return undefined;
  }
  if (ts.isArrayTypeNode(node)) {
    return bareNode(node.elementType);
  }
  const [argument] = ts.isTypeReferenceNode(node) ? (node.typeArguments ?? []) : [];
  return argument && isArrayName(node) ? bareNode(argument) : undefined;
}

/** The nodes of a union's members, those of nested unions included. */
export function memberNodes(node: ts.TypeNode): ts.TypeNode[] {
  const bare = bareNode(node);
  return ts.isUnionTypeNode(bare) ? bare.types.flatMap(memberNodes) : [bare];
}

function isArrayName(node: ts.TypeNode): boolean {
  return (
    ts.isTypeReferenceNode(node) &&
    ts.isIdentifier(node.typeName) &&
    (node.typeName.text === "Array" || node.typeName.text === "ReadonlyArray")
  );
}
