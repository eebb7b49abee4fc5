// The schema of arrays and tuples.
import { isOfLibrary, isReference } from "./type-name.ts";
import ts from "typescript";
import type { MutableSchema } from "./mutable-schema.ts";
import { elementNode } from "./type-node.ts";
import type { Place, SchemaReader } from "./schema-reader.ts";

/** The schema of an array or tuple; `undefined` for any other object. */
export function listSchema(
  type: ts.Type,
  place: Place,
  schemas: SchemaReader,
): MutableSchema | undefined {
  const { checker } = schemas;
  if (checker.isArrayType(type) && isReference(type)) {
    const [element] = checker.getTypeArguments(type);
    const at = { ...place, path: `${place.path}/*`, node: elementNode(place.node) };
    return element && { type: "array", items: itemSchema(element, at, schemas) };
  }
  if (!checker.isTupleType(type) && checker.isArrayLikeType(type)) {
    return extendedSchema(type, place, schemas);
  }
  return checker.isTupleType(type)
    ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `isTupleType` has checked it, but is not a type guard
      tupleSchema(type as ts.TupleTypeReference, place, schemas)
    : undefined;
}

/** The schema of `interface Names extends Array<string> {}`. */
function extendedSchema(
  type: ts.Type,
  { unit, path }: Place,
  schemas: SchemaReader,
): MutableSchema {
  const { checker, program } = schemas;
  const own = checker.getPropertiesOfType(type).find((member) => !isOfLibrary(member, program));
  const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  if (own || !element) {
    return schemas.refuse("no-json", { unit, path }, "is an array with other members");
  }
  const at = { unit, path: `${path}/*` };
  return { type: "array", items: itemSchema(element, at, schemas) };
}

function tupleSchema(
  type: ts.TupleTypeReference,
  { unit, path }: Place,
  schemas: SchemaReader,
): MutableSchema {
  const elements = schemas.checker.getTypeArguments(type);
  const flags = type.target.elementFlags;
  const rest = flags.findIndex((flag) => flag & ts.ElementFlags.Variable);
  if (rest >= 0 && rest < flags.length - 1) {
    const text = "is a tuple with elements behind a rest element, which has no JSON Schema";
    return schemas.refuse("no-json", { unit, path }, text);
  }
  const items = elements.map((element, index) =>
    itemSchema(element, { unit, path: `${path}/${index === rest ? "*" : index}` }, schemas, {
      optional: Boolean((flags[index] ?? 0) & ts.ElementFlags.Optional),
    }),
  );
  const fixed = rest < 0 ? items : items.slice(0, rest);
  return {
    type: "array",
    ...(fixed.length > 0 && { prefixItems: fixed }),
    minItems: type.target.minLength,
    ...(rest < 0 ? { maxItems: fixed.length } : { items: items[rest] }),
  };
}

function itemSchema(
  type: ts.Type,
  place: Place,
  schemas: SchemaReader,
  { optional = false } = {},
): MutableSchema {
  const holdsUndefined =
    type.flags & ts.TypeFlags.Undefined ||
    (type.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Undefined));
  if (holdsUndefined && !optional) {
    return schemas.refuse("no-json", place, "can be undefined, which JSON turns into null");
  }
  return schemas.of(type, place);
}
