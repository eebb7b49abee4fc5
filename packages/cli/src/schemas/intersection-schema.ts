// The schema of an intersection: one object with all members. Brands leave their base.
import ts from "typescript";
import type { MutableSchema } from "./mutable-schema.ts";
import { objectSchema } from "./object-schema.ts";
import type { Place, SchemaReader } from "./schema-reader.ts";

const SCALAR =
  ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike | ts.TypeFlags.Null;

export function intersectionSchema(
  type: ts.IntersectionType,
  place: Place,
  schemas: SchemaReader,
): MutableSchema {
  const base = brandedBase(type, schemas.checker);
  if (base !== type) {
    return schemas.of(base, { ...place, node: undefined });
  }
  const parts = type.types.filter((part) => !isBrand(part, schemas.checker));
  if (parts.some((part) => schemas.checker.isArrayLikeType(part))) {
    return schemas.refuse("no-json", place, "is an array with other members");
  }
  return objectSchema(type, place, schemas, parts);
}

/** The text, the number or the one object in a branded type. Any other type as it is. */
export function brandedBase(type: ts.Type, checker: ts.TypeChecker): ts.Type {
  if (!type.isIntersection()) {
    return type;
  }
  const scalar = type.types.find(({ flags }) => flags & SCALAR);
  if (scalar) {
    return scalar;
  }
  const parts = type.types.filter((part) => !isBrand(part, checker));
  const [only] = parts;
  return only && parts.length === 1 ? only : type;
}

/** Whether a part of an intersection only marks it: its keys are symbols, or begin with two underscores. */
function isBrand(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (!(type.flags & ts.TypeFlags.Object) || checker.getIndexInfosOfType(type).length > 0) {
    return false;
  }
  return checker.getPropertiesOfType(type).every(({ name }) => name.startsWith("__"));
}
