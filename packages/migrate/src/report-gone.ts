// Finds what no program rewrites, and says what to write instead.
import ts from "typescript";
import type { Moved } from "./moved.ts";
import { fences, isMarkdown } from "./script-blocks.ts";

export interface Left {
  readonly at: number;
  readonly why: string;
}

const IMPORTS_BOUGH = /["'`]bough[/\w-]*["'`]/;
const HAS_COMMANDS = /(?:^|\/)(?:package\.json|Makefile|Dockerfile|[^/]*\.(?:ya?ml|sh))$/;

export function importsBough(text: string): boolean {
  return IMPORTS_BOUGH.test(text);
}

/** Options of Bough that are gone, in a script that imports Bough. */
export function goneOptions(code: ts.SourceFile, { options }: Moved): readonly Left[] {
  const left: Left[] = [];
  const visit = (node: ts.Node): void => {
    const isOption =
      ts.isPropertyAssignment(node) ||
      ts.isShorthandPropertyAssignment(node) ||
      (ts.isMethodDeclaration(node) && ts.isObjectLiteralExpression(node.parent));
    const gone = isOption && ts.isIdentifier(node.name) && options.get(node.name.text);
    if (gone) {
      const value = ts.isPropertyAssignment(node) && node.initializer;
      const isGone =
        gone.value === undefined ||
        (value && ts.isStringLiteralLike(value) && value.text === gone.value);
      if (isGone) {
        left.push({ at: node.getStart(code), why: gone.instead });
      }
    }
    ts.forEachChild(node, visit);
  };
  if (importsBough(code.text)) {
    visit(code);
  }
  return left;
}

/** Command lines of Bough that are gone: in manifests, scripts, CI files, and code blocks of Markdown. */
export function goneCommands(path: string, text: string, { commands }: Moved): readonly Left[] {
  const parts = HAS_COMMANDS.test(path) ? [{ code: text, start: 0 }] : fences(path, text);
  return parts.flatMap(({ code, start }) =>
    commands.flatMap(({ pattern, instead }) =>
      [...code.matchAll(pattern)].map((found) => ({
        at: start + found.index,
        why: instead(found),
      })),
    ),
  );
}

/** Old specifiers in quotes that are no imports, such as an alias of a bundler. Prose of Markdown may name them. */
export function oldSpecifiers(path: string, text: string, { specifiers }: Moved): readonly Left[] {
  if (isMarkdown(path)) {
    return [];
  }
  return [...text.matchAll(/(["'`])(bough\/[\w/-]+)\1/g)].flatMap(({ 2: old = "", index }) => {
    const target = specifiers.get(old);
    return target ? [{ at: index, why: `\`${old}\` is ${target} now` }] : [];
  });
}
