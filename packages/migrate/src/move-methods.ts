// Renames methods of Bough's types. TypeScript's checker says which receiver is Bough's: arrays have a `with` too. The
// project may have installed Bough before or after the change, so the method may be missing from the type.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import type { Edit } from "./edits.ts";
import type { Moved } from "./moved.ts";
import { configFinder, programOf } from "./programs.ts";
import { importsBough, type Left } from "./report-gone.ts";

type Owner = "bough" | "other" | "unknown";

/** What is found in each file. */
export type MethodFindings = ReadonlyMap<
  string,
  { readonly edits: readonly Edit[]; readonly left: readonly Left[] }
>;

/** The files are absolute paths, with the texts that may have one of the methods. */
export function moveMethods(files: ReadonlyMap<string, string>, moved: Moved): MethodFindings {
  const candidates = [...files].filter(([, text]) => mayHaveMethods(text, moved));
  const configs = new Map<string, string[]>();
  const findConfig = configFinder();
  for (const [file] of candidates) {
    const config = findConfig(file);
    configs.set(config, [...(configs.get(config) ?? []), file]);
  }
  const found = new Map<string, { edits: Edit[]; left: Left[] }>();
  for (const [config, roots] of configs) {
    const program = programOf(config, roots, files);
    const checker = program.getTypeChecker();
    for (const file of roots) {
      const code = program.getSourceFile(file);
      if (code) {
        found.set(file, methodsIn(code, checker, moved));
      }
    }
  }
  return found;
}

export function mayHaveMethods(text: string, { methods }: Moved): boolean {
  return new RegExp(`\\.\\s*(?:${[...methods.keys()].join("|")})\\b`).test(text);
}

export function unsure(old: string, name: string): string {
  return `write \`${name}\` instead of \`${old}\` if this is Bough's: its type is not known here`;
}

function methodsIn(
  code: ts.SourceFile,
  checker: ts.TypeChecker,
  { methods }: Moved,
): { edits: Edit[]; left: Left[] } {
  const edits: Edit[] = [];
  const left: Left[] = [];
  const visit = (node: ts.Node): void => {
    const name = ts.isPropertyAccessExpression(node) && methods.get(node.name.text);
    if (name) {
      const owner = ownerOf(node, checker);
      const start = node.name.getStart(code);
      if (owner === "bough") {
        edits.push({ start, end: node.name.end, text: name });
      } else if (owner === "unknown" && importsBough(code.text)) {
        left.push({ at: start, why: unsure(node.name.text, name) });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(code);
  return { edits, left };
}

function ownerOf(node: ts.PropertyAccessExpression, checker: ts.TypeChecker): Owner {
  const method = checker.getSymbolAtLocation(node.name);
  return method?.declarations
    ? whose(method.declarations)
    : receiverOf(node.expression, checker, new Set());
}

function receiverOf(node: ts.Expression, checker: ts.TypeChecker, seen: Set<ts.Node>): Owner {
  if (seen.has(node)) {
    return "unknown";
  }
  seen.add(node);
  const type = checker.getApparentType(checker.getTypeAtLocation(node));
  if ((type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) === 0) {
    const parts = type.isUnionOrIntersection() ? type.types : [type];
    return parts.some((part) => whose(part.symbol?.declarations ?? []) === "bough")
      ? "bough"
      : "other";
  }
  // What follows a method that is gone has no type: `server.with(guard).with(other)`, and a variable of it.
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const isMissing = checker.getSymbolAtLocation(node.expression.name) === undefined;
    return isMissing ? receiverOf(node.expression.expression, checker, seen) : "unknown";
  }
  if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node)) {
    return receiverOf(node.expression, checker, seen);
  }
  const named = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
  const symbol =
    named && named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
  const from = symbol?.valueDeclaration;
  return from && ts.isVariableDeclaration(from) && from.initializer
    ? receiverOf(from.initializer, checker, seen)
    : "unknown";
}

function whose(declarations: readonly ts.Declaration[]): Owner {
  return declarations.some((one) => isInBough(dirname(one.getSourceFile().fileName)))
    ? "bough"
    : "other";
}

const folders = new Map<string, boolean>();

/** Whether the package of a folder is Bough. */
function isInBough(folder: string): boolean {
  const known = folders.get(folder);
  if (known !== undefined) {
    return known;
  }
  const manifest = join(folder, "package.json");
  const name = existsSync(manifest)
    ? /"name"\s*:\s*"([^"]*)"/.exec(readFileSync(manifest, "utf8"))?.[1]
    : undefined;
  const above = dirname(folder);
  const is = name === undefined && above !== folder ? isInBough(above) : name === "bough";
  folders.set(folder, is);
  return is;
}
