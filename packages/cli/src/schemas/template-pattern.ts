// The pattern of a template literal type, with the compiler's rules: a placeholder ends where the next text
// first occurs, and one that another placeholder follows is one character.
import ts from "typescript";

/**
 * The texts that the compiler takes for `${number}`: all that JavaScript converts, white space alone too. Clients
 * send such texts, so no two repetitions may match the same characters: that takes quadratic time.
 */
const NUMBER =
  "(?:\\s+|\\s*(?:[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?|0[xX][\\da-fA-F]+|0[oO][0-7]+|0[bB][01]+)\\s*)";
const BIGINT = "-?(?:\\d+|0[xX][\\da-fA-F]+|0[oO][0-7]+|0[bB][01]+)";

/** Whether a type is a template literal: `` `a${string}` ``. */
export function isTemplate(type: ts.Type): type is ts.TemplateLiteralType {
  return (type.flags & ts.TypeFlags.TemplateLiteral) !== 0;
}

/** The pattern; `undefined` if a placeholder has no pattern, such as `Uppercase<string>`. */
export function templatePattern({ texts, types }: ts.TemplateLiteralType): string | undefined {
  let pattern = `^${literal(texts[0] ?? "")}`;
  for (const [index, type] of types.entries()) {
    const after = texts[index + 1] ?? "";
    const last = index === types.length - 1;
    const placeholder = placeholderPattern(type, { after, last });
    if (placeholder === undefined) {
      return undefined;
    }
    pattern += placeholder + literal(after);
  }
  return `${pattern}$`;
}

function placeholderPattern(
  type: ts.Type,
  { after, last }: { readonly after: string; readonly last: boolean },
): string | undefined {
  const isOne = !last && after === "";
  if (type.flags & ts.TypeFlags.Number) {
    return isOne ? "[\\d\\s]" : NUMBER;
  }
  if (type.flags & ts.TypeFlags.BigInt) {
    return isOne ? "\\d" : BIGINT;
  }
  if (type.isIntersection()) {
    const base = type.types.find(({ flags }) => flags & ts.TypeFlags.StringLike);
    return base && placeholderPattern(base, { after, last });
  }
  if (!(type.flags & ts.TypeFlags.String)) {
    return undefined;
  }
  if (last) {
    return "[\\s\\S]*";
  }
  return isOne ? "[\\s\\S]" : `(?:(?!${literal(after)})[\\s\\S])*`;
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
