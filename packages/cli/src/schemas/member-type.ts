// Reads the members of Bough's types by name.
import ts from "typescript";

/** The type of a member; `undefined` if there is none. */
export function memberType(
  type: ts.Type | undefined,
  name: string,
  checker: ts.TypeChecker,
): ts.Type | undefined {
  const member = type && checker.getPropertyOfType(type, name);
  return member && checker.getTypeOfSymbol(member);
}

/** The text of a member whose type is one text or number. */
export function memberText(
  type: ts.Type | undefined,
  name: string,
  checker: ts.TypeChecker,
): string | undefined {
  return textOf(memberType(type, name, checker));
}

export function textOf(type: ts.Type | undefined): string | undefined {
  return type?.isStringLiteral() || type?.isNumberLiteral() ? String(type.value) : undefined;
}

/** The members of a union, or the type itself; none of `never`. */
export function partsOf(type: ts.Type | undefined): readonly ts.Type[] {
  if (!type || type.flags & ts.TypeFlags.Never) {
    return [];
  }
  return type.isUnion() ? type.types : [type];
}
