// The name of a type: of its alias, interface, class or enum, with the names of its type arguments.
import ts from "typescript";

/** A type with a name of its own. */
export interface NamedType {
  readonly name: string;
  readonly symbol: ts.Symbol;
}

/** The name of a type; `undefined` if it has none, or only one of TypeScript's libraries, such as `Record`. */
export function nameOf(type: ts.Type, program: ts.Program): NamedType | undefined {
  const symbol = namingSymbol(type);
  if (!symbol || isOfLibrary(symbol, program)) {
    return undefined;
  }
  const parts = argumentsOf(type, program).map((argument) => argumentName(argument, program));
  return { name: symbol.name + parts.join(""), symbol };
}

/** Whether a symbol is declared in TypeScript's own libraries: `Date`, `Map`, `Partial`. */
export function isOfLibrary(symbol: ts.Symbol, program: ts.Program): boolean {
  return (symbol.declarations ?? []).some((declaration) =>
    program.isSourceFileDefaultLibrary(declaration.getSourceFile()),
  );
}

/** Whether a symbol is declared in another package, whose text the author of the API cannot change. */
export function isForeign(symbol: ts.Symbol, program: ts.Program): boolean {
  return (symbol.declarations ?? []).some((declaration) => {
    const file = declaration.getSourceFile();
    return (
      program.isSourceFileFromExternalLibrary(file) || program.isSourceFileDefaultLibrary(file)
    );
  });
}

const NAMED = ts.SymbolFlags.Interface | ts.SymbolFlags.Class | ts.SymbolFlags.Enum;

function namingSymbol(type: ts.Type): ts.Symbol | undefined {
  if (type.aliasSymbol) {
    return type.aliasSymbol;
  }
  const symbol = type.getSymbol();
  return symbol && symbol.flags & NAMED ? symbol : undefined;
}

function argumentsOf(type: ts.Type, program: ts.Program): readonly ts.Type[] {
  if (type.aliasSymbol) {
    return type.aliasTypeArguments ?? [];
  }
  if (!isReference(type)) {
    return [];
  }
  const count = type.target.typeParameters?.length ?? 0;
  // The last argument of an interface can be its `this`.
  return program.getTypeChecker().getTypeArguments(type).slice(0, count);
}

export function hasObjectFlag(type: ts.Type, flag: ts.ObjectFlags): boolean {
  return "objectFlags" in type && (Number(type.objectFlags) & flag) !== 0;
}

/** Whether a type is an instance of a generic interface or class. */
export function isReference(type: ts.Type): type is ts.TypeReference {
  return hasObjectFlag(type, ts.ObjectFlags.Reference);
}

function argumentName(type: ts.Type, program: ts.Program): string {
  const checker = program.getTypeChecker();
  const named = nameOf(type, program);
  if (named) {
    return capital(named.name);
  }
  if (type.isLiteral()) {
    return capital(literalText(type).replace(/[^\w]/g, "_"));
  }
  if (checker.isArrayType(type) && isReference(type)) {
    const [element] = checker.getTypeArguments(type);
    return `${element ? argumentName(element, program) : "Any"}List`;
  }
  if (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) {
    return "Object";
  }
  if (type.isUnion() && !(type.flags & ts.TypeFlags.Boolean)) {
    return type.types
      .map((member) => argumentName(member, program))
      .sort()
      .join("Or");
  }
  return capital(checker.typeToString(type).replace(/[^\w]/g, "_"));
}

function literalText(type: ts.LiteralType): string {
  const { value } = type;
  return typeof value === "object" ? value.base10Value : String(value);
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
