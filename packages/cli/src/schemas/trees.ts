// The trees that a module exports, from its types.
import ts from "typescript";
import { WrongUse } from "../wrong-use.ts";
import type { Tree } from "./endpoint-types.ts";
import { memberText, memberType } from "./member-type.ts";
import { ownFiles } from "./project.ts";

/** The module to read. */
export interface Entry {
  readonly file: ts.SourceFile;
  /** The file as the user wrote it. */
  readonly path: string;
  /** The export to read; all if it is left out. */
  readonly name?: string | undefined;
}

/** The trees of an entry: one that is named, else all its trees, else those that its server can serve. */
export function treesOf(entry: Entry, program: ts.Program): Tree[] {
  const checker = program.getTypeChecker();
  const exported = exportsOf(entry.file, checker);
  const { path, name } = entry;
  const list = exported.length === 0 ? "nothing" : exported.map((one) => one.name).join(", ");
  if (name !== undefined) {
    const found = exported.find((one) => one.name === name);
    if (!found) {
      throw new WrongUse(`${path} has no export ${JSON.stringify(name)}: it exports ${list}`);
    }
    if (isServer(found.type, checker)) {
      return treesOfServer(entry, program);
    }
    if (!isTree(found.type, checker)) {
      throw new WrongUse(
        `the export ${name} of ${path} is not an API: expected a resource, such as rootResource(…)`,
      );
    }
    return [found];
  }
  const trees = treesAmong(exported, checker);
  if (trees.length > 0) {
    return trees;
  }
  if (exported.some(({ type }) => isServer(type, checker))) {
    return treesOfServer(entry, program);
  }
  throw new WrongUse(`${path} exports no API: it exports ${list}`);
}

/** The type of a server does not contain its routes: all trees of the modules that it imports are read. */
function treesOfServer({ path }: Entry, program: ts.Program): Tree[] {
  const checker = program.getTypeChecker();
  const exported = ownFiles(program).flatMap((file) => exportsOf(file, checker));
  const trees = treesAmong(exported, checker);
  if (trees.length > 0) {
    return trees;
  }
  throw new WrongUse(`${path} exports a server, but neither it nor its modules export an API`);
}

function exportsOf(file: ts.SourceFile, checker: ts.TypeChecker): Tree[] {
  const module = checker.getSymbolAtLocation(file);
  return (module ? checker.getExportsOfModule(module) : []).flatMap((symbol) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    if (!(target.flags & ts.SymbolFlags.Value)) {
      return [];
    }
    return [{ name: symbol.name, type: checker.getTypeOfSymbol(target) }];
  });
}

/** Roots, and resources that name their parent. A resource without a parent is a piece of a tree. */
function treesAmong(exported: readonly Tree[], checker: ts.TypeChecker): Tree[] {
  const resources = exported.filter(({ type }) => isTree(type, checker));
  const whole = resources.filter(({ type }) => isWhole(type, checker));
  return [
    ...new Map((whole.length > 0 ? whole : resources).map((one) => [one.type, one])).values(),
  ];
}

function isTree(type: ts.Type, checker: ts.TypeChecker): boolean {
  const isResource = memberText(type, "~child", checker) === "resource";
  return isResource && checker.getPropertyOfType(type, "~resource") !== undefined;
}

function isWhole(type: ts.Type, checker: ts.TypeChecker): boolean {
  const shape = memberType(type, "~shape", checker);
  if (memberText(shape, "kind", checker) === "root") {
    return true;
  }
  const place = memberType(type, "~position", checker);
  return memberText(place, "path", checker) !== memberText(shape, "piece", checker);
}

function isServer(type: ts.Type, checker: ts.TypeChecker): boolean {
  return ["route", "unrouted", "unvalidated"].every((name) =>
    checker.getPropertyOfType(type, name),
  );
}
