// The JSDoc tags of a schema. `bough schemas` reads them back as the same keywords.
import type { JsonSchema } from "../schemas.ts";
import { commentOf } from "../source-text.ts";

/** The keywords that have a tag, by the types whose values they bound. */
const TAGS: ReadonlyMap<string, readonly string[]> = new Map([
  ["format", ["string", "number", "integer"]],
  ["pattern", ["string"]],
  ["minLength", ["string"]],
  ["maxLength", ["string"]],
  ["minimum", ["number", "integer"]],
  ["maximum", ["number", "integer"]],
  ["exclusiveMinimum", ["number", "integer"]],
  ["exclusiveMaximum", ["number", "integer"]],
  ["multipleOf", ["number", "integer"]],
  ["minItems", ["array"]],
  ["maxItems", ["array"]],
  ["uniqueItems", ["array"]],
]);
const COUNTS = new Set(["minLength", "maxLength", "minItems", "maxItems"]);

/** Whether a keyword bounds values of one of these types. */
export function bounds(keyword: string, types: ReadonlySet<string>): boolean {
  return TAGS.get(keyword)?.some((type) => types.has(type)) ?? true;
}

/** The tags of a schema, one for each line; none for values that are listed. */
export function tagsOf(schema: JsonSchema): readonly string[] {
  if (schema["enum"] !== undefined || schema["const"] !== undefined) {
    return [];
  }
  const integer = [schema["type"]].flat().includes("integer") ? ["@integer"] : [];
  return [...integer, ...[...TAGS.keys()].flatMap((keyword) => tagOf(keyword, schema[keyword]))];
}

/** The tag of a keyword; empty if there is none, or if it would be read as something else. */
export function tagOf(keyword: string, value: unknown): readonly string[] {
  switch (keyword) {
    case "format":
      return typeof value === "string" && /^[\w./-]+$/.test(value) ? [`@format ${value}`] : [];
    case "pattern":
      return typeof value === "string" && isPlainPattern(value) ? [`@pattern ${value}`] : [];
    case "uniqueItems":
      return value === true ? ["@uniqueItems"] : [];
    default: {
      const isRight =
        TAGS.has(keyword) &&
        typeof value === "number" &&
        Number.isFinite(value) &&
        (!COUNTS.has(keyword) || (Number.isSafeInteger(value) && value >= 0)) &&
        (keyword !== "multipleOf" || value > 0);
      return isRight ? [`@${keyword} ${value}`] : [];
    }
  }
}

// A comment has the pattern as it is, and TypeScript reads white space around it and `{@` as something else.
function isPlainPattern(pattern: string): boolean {
  const [line, more] = commentOf(pattern);
  const isText =
    line === pattern && more === undefined && pattern === pattern.trim() && !/\{\s*@/.test(pattern);
  try {
    return isText && new RegExp(pattern, "u").source !== "(?:)";
  } catch {
    return false;
  }
}
