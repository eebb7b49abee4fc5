// A type without `undefined`. JSON leaves out a member that is undefined.
import ts from "typescript";

/** A type without `undefined`, as its author wrote it if that is known. `undefined` if nothing is left. */
export function withoutUndefined(
  type: ts.Type,
  node: ts.TypeNode | undefined,
  checker: ts.TypeChecker,
): ts.Type | undefined {
  if (type.flags & ts.TypeFlags.Undefined) {
    return undefined;
  }
  if (!type.isUnion()) {
    return type;
  }
  const kept = type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
  const [only] = kept;
  if (kept.length === type.types.length) {
    return type;
  }
  if (kept.length === 1) {
    return only;
  }
  const written = node && checker.getTypeFromTypeNode(node);
  const members = new Set(kept);
  const isSame =
    written?.isUnion() &&
    written.types.length === kept.length &&
    written.types.every((one) => members.has(one));
  if (isSame) {
    return written;
  }
  const { origin } = type as ts.UnionType & { readonly origin?: ts.Type };
  const named = origin?.isUnion()
    ? origin.types.filter((one) => !(one.flags & ts.TypeFlags.Undefined))
    : [];
  return named.length === 1 ? named[0] : type;
}
