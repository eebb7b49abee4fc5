// The schema of an object: its members and its index signatures. More members are allowed, as in TypeScript.
import ts from "typescript";
import { unreadTag } from "./doc-comment.ts";
import { byCodeUnit, schemasByName, type MutableSchema } from "./mutable-schema.ts";
import { isTemplate, templatePattern } from "./template-pattern.ts";
import { hasObjectFlag, isForeign, isOfLibrary } from "./type-name.ts";
import { bareNode, writtenNode } from "./type-node.ts";
import { withoutUndefined } from "./without-undefined.ts";
import type { Place, SchemaReader } from "./schema-reader.ts";

/** The keys that a number can be: the texts that numbers have in JavaScript. */
const NUMBER_KEY = "^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?$";

/** The schema of an object. `parts` are the parts of an intersection, without its brands. */
export function objectSchema(
  type: ts.Type,
  place: Place,
  schemas: SchemaReader,
  parts: readonly ts.Type[] = [type],
): MutableSchema {
  const { checker } = schemas;
  const reason = noJson(type, schemas);
  if (reason !== undefined) {
    return schemas.refuse("no-json", place, reason);
  }
  const members = membersOf(type, parts, checker);
  const indexes = parts.flatMap((part) => checker.getIndexInfosOfType(part));
  // `{}` is everything but null and undefined.
  if (members.length === 0 && indexes.length === 0) {
    const text = `has the type ${checker.typeToString(type)}, which keeps every member of a value`;
    const remedy = "declare its members, or write Record<string, unknown> if it keeps all of them";
    schemas.refuse("open", place, `${text}: ${remedy}`);
    return { type: ["string", "number", "boolean", "object", "array"] };
  }
  const properties: [string, MutableSchema][] = members.map((member) => [
    member.name,
    memberSchema(member, { type, parts }, place, schemas),
  ]);
  const required = members.filter((member) => !isOptional(member, checker)).map(({ name }) => name);
  return {
    type: "object",
    ...(properties.length > 0 && { properties: schemasByName(properties) }),
    ...(required.length > 0 && { required }),
    ...indexKeywords(indexes, place, schemas),
  };
}

/** Why an object has no JSON form. */
function noJson(type: ts.Type, { checker, program }: SchemaReader): string | undefined {
  const text = checker.typeToString(type);
  if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0) {
    return "is a function, which JSON cannot contain";
  }
  const methods = checker
    .getPropertiesOfType(type)
    .filter((member) => checker.getTypeOfSymbol(member).getCallSignatures().length > 0);
  const symbol = type.getSymbol();
  if (methods.length > 0 && symbol && isOfLibrary(symbol, program)) {
    return `has the type ${text}, which has no JSON form`;
  }
  if (methods.some(({ name }) => name === "toJSON")) {
    return `has the type ${text}, whose toJSON() changes what is sent`;
  }
  return undefined;
}

/** The members that JSON contains, in an order that does not depend on what the compiler has seen before. */
function membersOf(
  type: ts.Type,
  parts: readonly ts.Type[],
  checker: ts.TypeChecker,
): readonly ts.Symbol[] {
  const names = new Set(
    parts.flatMap((part) =>
      checker.getPropertiesOfType(part).map(({ escapedName }) => escapedName),
    ),
  );
  const members = checker
    .getPropertiesOfType(type)
    .filter(
      ({ escapedName }) =>
        names.has(escapedName) && !ts.unescapeLeadingUnderscores(escapedName).startsWith("__@"),
    );
  return parts.some((type) => hasObjectFlag(type, ts.ObjectFlags.Mapped))
    ? [...members].sort(byDeclaration)
    : members;
}

// The members of a mapped type have the order of a union. Those of `Pick` and `Partial` know where they are
// declared, those of `Record` do not.
function byDeclaration(one: ts.Symbol, other: ts.Symbol): number {
  const [left, right] = [one.declarations?.[0], other.declarations?.[0]];
  if (!left || !right) {
    return Number(!left) - Number(!right) || byCodeUnit(one.name, other.name);
  }
  const files = byCodeUnit(left.getSourceFile().fileName, right.getSourceFile().fileName);
  return files || left.pos - right.pos;
}

function isOptional(member: ts.Symbol, checker: ts.TypeChecker): boolean {
  const type = checker.getTypeOfSymbol(member);
  const parts = type.isUnion() ? type.types : [type];
  // Anything can be undefined, and JSON leaves undefined members out.
  const absent = ts.TypeFlags.Undefined | ts.TypeFlags.Any | ts.TypeFlags.Unknown;
  return (
    Boolean(member.flags & ts.SymbolFlags.Optional) || parts.some(({ flags }) => flags & absent)
  );
}

function memberSchema(
  member: ts.Symbol,
  owner: { readonly type: ts.Type; readonly parts: readonly ts.Type[] },
  { unit, path }: Place,
  schemas: SchemaReader,
): MutableSchema {
  const { checker } = schemas;
  const [declaration] = member.declarations ?? [];
  const at = {
    unit,
    path: `${path}/${member.name.replace(/[~/]/g, (c) => (c === "~" ? "~0" : "~1"))}`,
  };
  if (declaration && ts.getCombinedModifierFlags(declaration) & HIDDEN) {
    return schemas.refuse("no-json", at, "is private or protected");
  }
  const unread = isForeign(member, schemas.program) ? undefined : unreadTag(declaration);
  if (unread !== undefined) {
    const reason = "in a comment behind other code, which TypeScript does not read";
    schemas.refuse("wrong", at, `has ${unread} ${reason}: write the comment in a line of its own`);
  }
  const written = writtenNode(declaration);
  const node = written && bareNode(written);
  const type = withoutUndefined(checker.getTypeOfSymbol(member), node, checker);
  const schema = type ? schemas.of(type, { ...at, node }) : { not: {} };
  const also = owner.type.isIntersection() ? indexedElsewhere(member, owner.parts, checker) : [];
  const all =
    also.length === 0 ? schema : { allOf: [schema, ...also.map((one) => schemas.of(one, at))] };
  return schemas.documented(member, all, at);
}

const HIDDEN = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

/** The index signatures of other parts that a member must also fit: `{ a: 1 } & Record<string, number>`. */
function indexedElsewhere(
  { name, escapedName }: ts.Symbol,
  parts: readonly ts.Type[],
  checker: ts.TypeChecker,
): ts.Type[] {
  return (
    parts
      .filter((part) => checker.getIndexInfosOfType(part).length > 0)
      .filter(
        (part) => !checker.getPropertyOfType(part, ts.unescapeLeadingUnderscores(escapedName)),
      )
      .flatMap((part) => checker.getIndexInfosOfType(part))
      .filter(({ keyType }) => new RegExp(keyPattern(keyType) ?? "").test(name))
      .map(({ type }) => type)
      // Every value fits them.
      .filter(({ flags }) => !(flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)))
  );
}

function indexKeywords(
  indexes: readonly ts.IndexInfo[],
  { unit, path }: Place,
  schemas: SchemaReader,
): MutableSchema {
  const keywords: MutableSchema = {};
  const patterns: [string, MutableSchema][] = [];
  for (const { keyType, type, declaration } of indexes) {
    if (keyType.flags & ts.TypeFlags.ESSymbolLike) {
      continue;
    }
    const at = { unit, path: `${path}/*`, node: writtenNode(declaration) };
    const pattern = keyPattern(keyType);
    const kept = withoutUndefined(type, at.node, schemas.checker);
    if (pattern === undefined) {
      schemas.refuse("no-json", at, "has keys that have no pattern");
      continue;
    }
    const schema = kept ? schemas.of(kept, at) : { not: {} };
    if (pattern === "") {
      keywords["additionalProperties"] = both(keywords["additionalProperties"], schema);
    } else {
      patterns.push([pattern, schema]);
    }
  }
  if (patterns.length > 0) {
    keywords["patternProperties"] = schemasByName(patterns);
  }
  return keywords;
}

function both(before: unknown, schema: MutableSchema): MutableSchema {
  return before === undefined ? schema : { allOf: [before, schema] };
}

/** The pattern of the keys of an index signature: empty for all keys, `undefined` if there is none. */
function keyPattern(type: ts.Type): string | undefined {
  if (type.flags & ts.TypeFlags.String) {
    return "";
  }
  if (type.flags & ts.TypeFlags.Number) {
    return NUMBER_KEY;
  }
  return isTemplate(type) ? templatePattern(type) : undefined;
}
