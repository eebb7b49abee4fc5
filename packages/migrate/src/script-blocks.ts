// The scripts in a file: the file itself, the script elements of a component, the code blocks of Markdown.
import ts from "typescript";

export interface ScriptBlock {
  /** Where the code begins in the file. */
  readonly start: number;
  readonly code: ts.SourceFile;
}

const SCRIPT = /\.[cm]?[jt]sx?$/;
const COMPONENT = /\.(?:vue|svelte|html)$/;
const ELEMENT = /<script\b((?:"[^"]*"|'[^']*'|[^>"'])*)>([\s\S]*?)<\/script>/dg;
const FENCE = /^[ \t>]*(`{3,}|~{3,})[ \t]*(\w+)[^\n]*\n([\s\S]*?)^[ \t>]*\1/dgm;
const LANGUAGES = new Map([
  ["typescript", "ts"],
  ["javascript", "js"],
]);

/** Whether the checker knows the file: components and Markdown are no modules of a program. */
export function isScript(path: string): boolean {
  return SCRIPT.test(path);
}

export function isMarkdown(path: string): boolean {
  return /\.mdx?$/.test(path);
}

export function scriptBlocks(path: string, text: string, offset = 0): readonly ScriptBlock[] {
  if (isScript(path)) {
    return [{ start: offset, code: parsed(path, text) }];
  }
  if (COMPONENT.test(path)) {
    return [...text.matchAll(ELEMENT)].flatMap((found) => {
      const [, attributes = "", code = ""] = found;
      const language = /\blang=["']?(\w+)/.exec(attributes)?.[1] ?? "js";
      return scriptBlocks(`${path}.${language}`, code, offset + startOf(found, 2));
    });
  }
  return fences(path, text).flatMap(({ language, code, start }) =>
    scriptBlocks(`${path}.${language}`, code, offset + start),
  );
}

/** The code blocks of a Markdown file, of all languages. */
export function fences(
  path: string,
  text: string,
): readonly { readonly language: string; readonly code: string; readonly start: number }[] {
  if (!isMarkdown(path)) {
    return [];
  }
  return [...text.matchAll(FENCE)].map((found) => {
    const [, , language = "", code = ""] = found;
    return { language: LANGUAGES.get(language) ?? language, code, start: startOf(found, 3) };
  });
}

function startOf({ indices }: RegExpExecArray, group: number): number {
  return indices?.[group]?.[0] ?? 0;
}

// JSX is refused in `.ts` only; JavaScript may have it anywhere.
function parsed(path: string, text: string): ts.SourceFile {
  const kind = /\.[cm]?ts$/.test(path) ? ts.ScriptKind.TS : ts.ScriptKind.TSX;
  const javaScript = /\.[cm]?jsx?$/.test(path) ? ts.ScriptKind.JSX : kind;
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, javaScript);
}
