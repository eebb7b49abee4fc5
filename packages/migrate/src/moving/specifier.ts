// How a file names another file of the project, or a package.
import ts from "typescript";
import { dirname, relative } from "node:path";
import { packageFolder, type Project } from "./project.ts";
import { importsOf } from "./syntax.ts";
import type { Work } from "./work.ts";

/** The specifier for a package's entry, or for a file by its absolute name. */
export function specifierOf(from: string, work: Work, project: Project): string {
  if (!from.startsWith("/")) {
    return from;
  }
  return specifierThatExports(from, work) ?? aliased(from, work, project);
}

/** A module that the file imports already, and that exports all of the wanted file. */
function specifierThatExports(from: string, { code, checker }: Work): string | undefined {
  return importsOf(code).find(({ specifier }) => {
    const module = checker.getSymbolAtLocation(specifier)?.declarations?.find(ts.isSourceFile);
    return module && reaches(module, from, checker, new Set());
  })?.specifier.text;
}

function reaches(
  code: ts.SourceFile,
  from: string,
  checker: ts.TypeChecker,
  seen: Set<string>,
): boolean {
  if (code.fileName === from) {
    return true;
  }
  if (seen.has(code.fileName)) {
    return false;
  }
  seen.add(code.fileName);
  return code.statements.some((statement) => {
    if (
      !ts.isExportDeclaration(statement) ||
      statement.exportClause ||
      !statement.moduleSpecifier
    ) {
      return false;
    }
    const target = checker
      .getSymbolAtLocation(statement.moduleSpecifier)
      ?.declarations?.find(ts.isSourceFile);
    return target !== undefined && reaches(target, from, checker, seen);
  });
}

function aliased(from: string, work: Work, project: Project): string {
  const other = project.works.get(from);
  const path = relative(dirname(work.file), from).replaceAll("\\", "/");
  const extension = extensionOf(work) ?? extensionOfProject(work, project);
  const bare = path.replace(/\.[cm]?tsx?$/, extension);
  const local = bare.startsWith(".") ? bare : `./${bare}`;
  if (packageFolder(from) === packageFolder(work.file) || !other) {
    return extension === "" ? local.replace(/\/index$/, "") : local;
  }
  return packageSpecifier(from, work, project) ?? local;
}

/** How the file's other imports of the project end. */
function extensionOf({ code }: Work): string | undefined {
  const local = importsOf(code).find(({ specifier }) => specifier.text.startsWith("."));
  return local && (/\.[cm]?[jt]sx?$/.exec(local.specifier.text)?.[0] ?? "");
}

/** For a file that has no such import: as other files have it, or as the compiler wants it. */
function extensionOfProject({ program, file }: Work, { works }: Project): string {
  const near = [...works.values()].filter((one) => packageFolder(one.file) === packageFolder(file));
  const known = near.map(extensionOf).find((one) => one !== undefined);
  const { module = 0, allowImportingTsExtensions } = program.getCompilerOptions();
  const isNode = module >= ts.ModuleKind.Node16 && module <= ts.ModuleKind.NodeNext;
  return known ?? (allowImportingTsExtensions ? ".ts" : isNode ? ".js" : "");
}

/** The specifier by which a file of another package imports this one, or something of its package. */
function packageSpecifier(from: string, work: Work, { works }: Project): string | undefined {
  const folder = packageFolder(from);
  let near: string | undefined;
  for (const other of [work, ...works.values()]) {
    const others = packageFolder(other.file) === folder ? [] : importsOf(other.code);
    for (const { specifier } of others.filter((one) => !one.specifier.text.startsWith("."))) {
      const module = other.checker.getSymbolAtLocation(specifier);
      const code = module?.declarations?.find(ts.isSourceFile);
      if (code?.fileName.startsWith(`${folder}/`)) {
        if (reaches(code, from, other.checker, new Set())) {
          return specifier.text;
        }
        near ??= specifier.text;
      }
    }
  }
  return near;
}
