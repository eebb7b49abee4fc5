// Whether JSON keeps a type: Bough asks it of every body, and takes `unchecked` where it doesn't.
import ts from "typescript";

const LOST =
  /^(?:Date|Map|Set|Blob|File|FormData|Buffer|Uint8Array|ArrayBuffer|ReadableStream|Readable|URL|Decimal)$/;

export function survivesJson(
  type: ts.Type,
  checker: ts.TypeChecker,
  seen = new Set<ts.Type>(),
): boolean {
  if (seen.has(type) || seen.size > 400) {
    return true;
  }
  seen.add(type);
  if (type.flags & (ts.TypeFlags.BigIntLike | ts.TypeFlags.ESSymbolLike)) {
    return false;
  }
  if (type.isUnionOrIntersection()) {
    return type.types.every((one) => survivesJson(one, checker, seen));
  }
  if (!(type.flags & ts.TypeFlags.Object)) {
    return true;
  }
  if (LOST.test(type.symbol?.name ?? "") || type.getCallSignatures().length > 0) {
    return false;
  }
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const item = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    return !item || survivesJson(item, checker, seen);
  }
  const values = [
    ...type.getProperties().map((one) => checker.getTypeOfSymbol(one)),
    ...checker.getIndexInfosOfType(type).map((one) => one.type),
  ];
  return values.every((one) => survivesJson(one, checker, seen));
}
