// One file that is moved: its edits, the names that it needs now, and what stays.
import { entryOf } from "./entry-of.ts";
import ts from "typescript";
import { edited, type Edit } from "../edits.ts";
import type { Left } from "../report-gone.ts";

/** A name that a file needs, and where it is from: a package's entry, or a file of the project. */
export interface Needed {
  readonly name: string;
  readonly from: string;
  readonly isType?: boolean;
  /** The name in the file, if that one is taken there. */
  readonly alias: string;
}

/** How the places of a file were moved. */
export type Move = "moved" | "bridged" | "left";

// The packages that are left behind.
const OLD = /^(?:@ts-rest\/|openapi-(?:fetch|react-query)$)/;

function declarationsIn(code: ts.SourceFile): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const each = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const from = ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : "";
      const clause = node.importClause;
      const bindings = clause?.namedBindings;
      const own = [
        clause?.name,
        ...(bindings
          ? ts.isNamedImports(bindings)
            ? bindings.elements.map(({ name }) => name)
            : [bindings.name]
          : []),
      ];
      own.forEach((name) => name && names.set(name.text, from));
      return;
    }
    const isNamed =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isBindingElement(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isEnumDeclaration(node);
    if (isNamed && node.name && ts.isIdentifier(node.name)) {
      names.set(node.name.text, "");
    }
    ts.forEachChild(node, each);
  };
  each(code);
  return names;
}

export class Work {
  /** The path in the project, with `/`. */
  readonly path: string;
  readonly code: ts.SourceFile;
  readonly checker: ts.TypeChecker;
  readonly program: ts.Program;
  readonly left: Left[] = [];
  readonly needed: Needed[] = [];
  /** Names whose imports go. */
  readonly replaced = new Set<string>();
  /** The names that a move has declared. */
  readonly given: { readonly scope: ts.Node; readonly name: string }[] = [];
  readonly sites: { readonly at: number; readonly move: Move }[] = [];
  #edits: Edit[] = [];
  #declared: ReadonlyMap<string, string> | undefined;

  constructor(path: string, code: ts.SourceFile, program: ts.Program) {
    this.path = path;
    this.code = code;
    this.program = program;
    this.checker = program.getTypeChecker();
  }

  get file(): string {
    return this.code.fileName;
  }

  get isChanged(): boolean {
    return this.#edits.length > 0;
  }

  /** Replaces a range; edits inside it are part of its new text, or gone. */
  replace({ start, end, text }: Edit): void {
    this.#edits = this.#edits.filter((one) => !(one.start >= start && one.end <= end));
    this.#edits.push({ start, end, text });
  }

  replaceNode(node: ts.Node, text: string): void {
    this.replace({ start: node.getStart(this.code), end: node.end, text });
  }

  insert(at: number, text: string): void {
    this.#edits.push({ start: at, end: at, text });
  }

  /** The text of a node with the edits inside it. */
  text(node: ts.Node): string {
    return this.range(node.getStart(this.code), node.end);
  }

  range(start: number, end: number): string {
    const inside = this.#edits.filter((one) => one.start >= start && one.end <= end);
    return edited(
      this.code.text.slice(start, end),
      inside.map((one) => ({ start: one.start - start, end: one.end - start, text: one.text })),
    );
  }

  /** The whole text with all edits. */
  result(): string {
    return edited(this.code.text, this.#edits);
  }

  leave(node: ts.Node, why: string): void {
    const at = node.getStart(this.code);
    if (!this.left.some((one) => one.at === at && one.why === why)) {
      this.left.push({ at, why });
    }
  }

  /** Leaves a place, and counts it. */
  leaveSite(node: ts.Node, why: string): void {
    this.site(node, "left");
    this.leave(node, why);
  }

  /** Counts a place. */
  site(node: ts.Node, move: Move): void {
    this.sites.push({ at: node.getStart(this.code), move });
  }

  /** Imports a name from `before`, or from the entry that it has moved to. Returns what the file calls it. */
  need(name: string, before: string, isType = false): string {
    const from = entryOf(name, before);
    const [first = ""] = name;
    const prefix = first === first.toLowerCase() ? "bough" : "Bough";
    const isOther = this.needed.some((one) => one.alias === name && one.from !== from);
    const isTaken = isOther || this.#isTaken(name, from);
    const alias = isTaken ? `${prefix}${first.toUpperCase()}${name.slice(1)}` : name;
    this.needed.push({ name, from, isType, alias });
    return alias;
  }

  /** Imports a name in place of one that the file has of something else. */
  needInstead(name: string, from: string): string {
    this.replaced.add(name);
    this.needed.push({ name, from, isType: false, alias: name });
    return name;
  }

  /** Whether the file declares a name, other than by an import that goes. */
  isDeclared(name: string): boolean {
    return this.#declarations().has(name);
  }

  #isTaken(name: string, from: string): boolean {
    const declared = this.#declarations().get(name);
    if (declared === undefined || declared === from || OLD.test(declared)) {
      return false;
    }
    return !from.startsWith("/") || declared === "" || this.#fileOf(name) !== from;
  }

  /** The file that an imported name is from. */
  #fileOf(name: string): string | undefined {
    const [symbol] = this.checker
      .getSymbolsInScope(this.code, ts.SymbolFlags.Alias)
      .filter((one) => one.name === name);
    const target = symbol && this.checker.getAliasedSymbol(symbol);
    return target?.declarations?.[0]?.getSourceFile().fileName;
  }

  /** The names that are declared anywhere in the file, and the modules of those that are imported. */
  #declarations(): ReadonlyMap<string, string> {
    this.#declared ??= declarationsIn(this.code);
    return this.#declared;
  }
}
