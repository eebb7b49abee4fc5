// Reads types and writes their JSON Schemas. Each named type becomes a component, once.
import ts from "typescript";
import { Component } from "./component.ts";
import { docOf, keywordsOf } from "./doc-comment.ts";
import type { FaultKind } from "./fault.ts";
import { intersectionSchema } from "./intersection-schema.ts";
import { listSchema } from "./list-schema.ts";
import type { MutableSchema } from "./mutable-schema.ts";
import { objectSchema } from "./object-schema.ts";
import type { Place, SchemaReader } from "./schema-reader.ts";
import { isTemplate, templatePattern } from "./template-pattern.ts";
import { isForeign, nameOf } from "./type-name.ts";
import { bareNode, writtenNode } from "./type-node.ts";
import { unionSchema } from "./union-schema.ts";

/** How often a generic may contain an instance of itself that is not the same type. */
const DEEPEST = 50;
/** How deep types without names may be. */
const DEEPEST_UNNAMED = 500;

/** Ends the reading of a body whose types never end. */
export class Endless extends Error {
  override readonly name = "Endless";
  /** The generic that has no end, if it has a name. */
  readonly symbol: ts.Symbol | undefined;

  constructor(message: string, symbol?: ts.Symbol) {
    super(message);
    this.symbol = symbol;
  }
}

/** The schemas of all types of a program that were asked for. */
export class TypeSchemas implements SchemaReader {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly components = new Set<Component>();
  readonly #known = new Map<ts.Type | ts.Symbol, Component>();
  /** The types that are being read, from the outermost. */
  readonly #reading = new Set<ts.Type>();
  readonly #depths = new Map<ts.Symbol, number>();
  readonly #moduleOf: (symbol: ts.Symbol) => string;

  constructor(program: ts.Program, moduleOf: (symbol: ts.Symbol) => string) {
    this.program = program;
    this.checker = program.getTypeChecker();
    this.#moduleOf = moduleOf;
  }

  /** The schema of a type; throws `Endless` for types that contain ever new ones. */
  of(type: ts.Type, place: Place): MutableSchema {
    const alias = this.#writtenAlias(type, place);
    if (alias) {
      return this.#refer(alias, type, { ...place, node: undefined });
    }
    const named = isNameable(type) ? nameOf(type, this.program) : undefined;
    if (named) {
      return this.#refer(named.symbol, type, place, named.name);
    }
    const known = this.#known.get(type);
    if (known) {
      return refer(known, place);
    }
    if (!(type.flags & ts.TypeFlags.StructuredType) || type.flags & ts.TypeFlags.Boolean) {
      return this.#plain(type, place);
    }
    return this.#structured(type, place);
  }

  /** Notes what is wrong, and gives the schema of anything. */
  refuse(kind: FaultKind, place: Place, text: string): MutableSchema {
    place.unit.faults.push({ kind, path: place.path, text });
    return {};
  }

  /** Adds the keywords of a doc comment to a schema. */
  documented(symbol: ts.Symbol, schema: MutableSchema, place: Place): MutableSchema {
    const foreign = isForeign(symbol, this.program);
    const { keywords, faults } = keywordsOf(docOf(symbol, this.checker), schema, { foreign });
    for (const text of faults) {
      this.refuse("wrong", place, text);
    }
    // Not a copy: a reference gets its name later.
    return Object.assign(schema, keywords);
  }

  /** A type without a name. If it contains itself, it becomes a component after all. */
  #structured(type: ts.Type, place: Place): MutableSchema {
    if (this.#reading.has(type)) {
      const component = new Component("Recursive", "", false);
      this.#known.set(type, component);
      this.components.add(component);
      return refer(component, place);
    }
    if (this.#reading.size > DEEPEST_UNNAMED) {
      throw new Endless(`is more than ${DEEPEST_UNNAMED} types deep`);
    }
    this.#reading.add(type);
    try {
      const schema = this.#shape(type, place);
      const component = this.#known.get(type);
      if (!component) {
        return schema;
      }
      component.schema = schema;
      return refer(component, place);
    } finally {
      this.#reading.delete(type);
    }
  }

  /** A reference to the component of a named type. */
  #refer(symbol: ts.Symbol, type: ts.Type, place: Place, name = symbol.name): MutableSchema {
    const key = this.#forgetsAlias(type) ? symbol : type;
    const known = this.#known.get(key);
    if (known) {
      return refer(known, place);
    }
    const given = docOf(symbol, this.checker).tags.find((tag) => tag.name === "schema")?.text;
    const proposed = given === undefined ? name : given + name.slice(symbol.name.length);
    const component = new Component(proposed, this.#moduleOf(symbol), given !== undefined);
    this.#known.set(key, component);
    this.components.add(component);
    const reference = refer(component, place);
    if (given !== undefined && !/^[\w.-]+$/.test(given)) {
      const text = `has @schema ${given}: expected a name of letters, digits, ".", "-" and "_"`;
      component.faults.push({ kind: "wrong", path: "", text });
    }
    this.#read(component, type, symbol);
    return reference;
  }

  #read(component: Component, type: ts.Type, symbol: ts.Symbol): void {
    const depth = (this.#depths.get(symbol) ?? 0) + 1;
    this.#depths.set(symbol, depth);
    try {
      if (depth > DEEPEST) {
        throw new Endless(endless(symbol), symbol);
      }
      const place = { unit: component, path: "", node: aliasNode(symbol) };
      const alias = this.#writtenAlias(type, place);
      const schema = alias
        ? this.#refer(alias, type, { ...place, node: undefined })
        : isNameable(type)
          ? this.#shape(type, place)
          : this.#plain(type, place);
      component.schema = this.documented(symbol, schema, place);
    } catch (error) {
      // It is not complete, so later references to it are faults too.
      if (error instanceof Endless && (error.symbol ?? symbol) === symbol) {
        component.faults.push({ kind: "endless", path: "", text: error.message });
      }
      throw error;
    } finally {
      this.#depths.set(symbol, depth - 1);
    }
  }

  /** The alias that a member is written with, if its type forgets it: `type UserId = string`. */
  #writtenAlias(type: ts.Type, { node }: Place): ts.Symbol | undefined {
    if (!node || !this.#forgetsAlias(type)) {
      return undefined;
    }
    if (!ts.isTypeReferenceNode(node) || node.typeArguments) {
      return undefined;
    }
    let symbol = this.checker.getSymbolAtLocation(node.typeName);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) {
      symbol = this.checker.getAliasedSymbol(symbol);
    }
    if (!symbol || !(symbol.flags & ts.SymbolFlags.TypeAlias)) {
      return undefined;
    }
    return this.checker.getTypeFromTypeNode(node) === type ? symbol : undefined;
  }

  /** Whether the compiler forgets the alias of a type: of a primitive, an array or a tuple. */
  #forgetsAlias(type: ts.Type): boolean {
    const { checker } = this;
    return isNameable(type)
      ? !type.aliasSymbol && (checker.isArrayType(type) || checker.isTupleType(type))
      : Boolean(type.flags & PRIMITIVE);
  }

  #shape(type: ts.Type, place: Place): MutableSchema {
    if (type.isUnion()) {
      return unionSchema(type, place, this);
    }
    if (type.isIntersection()) {
      return intersectionSchema(type, place, this);
    }
    if (!(type.flags & ts.TypeFlags.Object)) {
      return this.#plain(type, place);
    }
    return listSchema(type, place, this) ?? objectSchema(type, place, this);
  }

  #plain(type: ts.Type, place: Place): MutableSchema {
    const { flags } = type;
    if (flags & ts.TypeFlags.Any) {
      this.refuse("any", place, "has the type any");
      return {};
    }
    if (flags & ts.TypeFlags.Unknown) {
      return {};
    }
    if (flags & ts.TypeFlags.Never) {
      return { not: {} };
    }
    const literal = literalSchema(type, this.checker);
    if (literal) {
      return literal;
    }
    for (const [flag, name] of PLAIN) {
      if (flags & flag) {
        return { type: name };
      }
    }
    if (flags & ts.TypeFlags.NonPrimitive) {
      return { type: ["object", "array"] };
    }
    if (isTemplate(type)) {
      const pattern = templatePattern(type);
      if (pattern !== undefined) {
        return { type: "string", pattern };
      }
    }
    const text = this.checker.typeToString(type);
    const remedy =
      flags & ts.TypeFlags.Void ? UNDEFINED : flags & ts.TypeFlags.BigIntLike ? TEXT : "";
    return this.refuse("no-json", place, `has the type ${text}, which has no JSON form${remedy}`);
  }
}

const UNDEFINED = ": write undefined";
const TEXT = ": write string, because JavaScript rounds large numbers in JSON";

const PLAIN = [
  [ts.TypeFlags.String, "string"],
  [ts.TypeFlags.NumberLike, "number"],
  [ts.TypeFlags.BooleanLike, "boolean"],
  [ts.TypeFlags.Null, "null"],
] as const;
const PRIMITIVE = ts.TypeFlags.String | ts.TypeFlags.Number | ts.TypeFlags.BooleanLike;
const NAMEABLE = ts.TypeFlags.StructuredType | ts.TypeFlags.TemplateLiteral | ts.TypeFlags.EnumLike;

/** Whether the compiler remembers the alias of a type. `boolean` is a union, but forgets it. */
function isNameable({ flags }: ts.Type): boolean {
  return Boolean(flags & NAMEABLE) && !(flags & ts.TypeFlags.Boolean);
}

function endless({ name }: ts.Symbol): string {
  return `contains the generic ${name} with ever new type arguments: stopped after ${DEEPEST}`;
}

/** The schema of one text, number or boolean. */
function literalSchema(type: ts.Type, checker: ts.TypeChecker): MutableSchema | undefined {
  if (type.isStringLiteral()) {
    return { type: "string", const: type.value };
  }
  if (type.isNumberLiteral()) {
    return { type: "number", const: type.value };
  }
  if (!(type.flags & ts.TypeFlags.BooleanLiteral)) {
    return undefined;
  }
  return { type: "boolean", const: checker.typeToString(type) === "true" };
}

function refer(component: Component, { unit, path }: Place): MutableSchema {
  if (!unit.uses.has(component)) {
    unit.uses.set(component, path);
  }
  return component.refer();
}

function aliasNode(symbol: ts.Symbol): ts.TypeNode | undefined {
  const declaration = symbol.declarations?.find(ts.isTypeAliasDeclaration);
  const node = writtenNode(declaration);
  return node && bareNode(node);
}
