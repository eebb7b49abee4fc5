// The JSDoc of a type, a member or an endpoint: prose, and tags that are keywords of JSON Schema.
import ts from "typescript";
import type { MutableSchema } from "./mutable-schema.ts";

/** The JSDoc of a declaration. */
export interface DocComment {
  readonly text: string;
  readonly tags: readonly DocTag[];
}

/** A tag with the text behind it. */
export interface DocTag {
  readonly name: string;
  readonly text: string;
}

/** The JSDoc of a symbol. Line ends are `\n` whatever the file has. */
export function docOf(symbol: ts.Symbol, checker: ts.TypeChecker): DocComment {
  const text = (parts: readonly ts.SymbolDisplayPart[] | undefined): string =>
    ts
      .displayPartsToString(parts && [...parts])
      .replace(/\r\n?/g, "\n")
      .trim();
  return {
    text: text(symbol.getDocumentationComment(checker)),
    tags: symbol.getJsDocTags(checker).map((tag) => ({ name: tag.name, text: text(tag.text) })),
  };
}

/** A keyword's tag in a comment that TypeScript does not read, because other code comes before it in its line. */
export function unreadTag(declaration: ts.Declaration | undefined): string | undefined {
  if (!declaration) {
    return undefined;
  }
  const { text } = declaration.getSourceFile();
  return ts
    .getTrailingCommentRanges(text, declaration.pos)
    ?.filter(({ end }) => !text.slice(end, declaration.getStart()).includes("\n"))
    .map(({ pos, end }) => text.slice(pos, end))
    .filter((comment) => comment.startsWith("/**"))
    .flatMap((comment) => comment.match(/@\w+/g) ?? [])
    .find((tag) => readers.has(tag.slice(1)));
}

/** The keywords of a doc comment, and what is wrong with its tags. */
export interface DocKeywords {
  readonly keywords: MutableSchema;
  readonly faults: readonly string[];
}

/**
 * Reads the keywords of a schema from its doc comment. `schema` says which of them fit. Tags of a `foreign` type are
 * not written for Bough: those that cannot be read join the description.
 */
export function keywordsOf(
  { text, tags }: DocComment,
  schema: MutableSchema,
  { foreign = false }: { readonly foreign?: boolean } = {},
): DocKeywords {
  const keywords: MutableSchema = {};
  const faults: string[] = [];
  const prose = text === "" ? [] : [text];
  for (const tag of tags) {
    const read = readers.get(tag.name);
    if (!read) {
      continue;
    }
    const found = read(tag.text, schema);
    const written = `@${tag.name} ${tag.text}`.trim();
    if (typeof found !== "string") {
      Object.assign(keywords, merged(keywords, found));
    } else if (!foreign) {
      faults.push(`has ${written}: expected ${found}`);
    } else if (tag.text !== "") {
      prose.push(`${tag.name.charAt(0).toUpperCase()}${tag.name.slice(1)}: ${tag.text}`);
    }
  }
  const description = prose.join("\n\n");
  return { keywords: description === "" ? keywords : { description, ...keywords }, faults };
}

/** The keywords of a tag, or what was expected. */
type Reader = (text: string, schema: MutableSchema) => MutableSchema | string;

const TEXT = ["string"];
const NUMBER = ["number", "integer"];
const LIST = ["array"];

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map(
    (name) => [name, numeric(name, NUMBER, () => true)] as const,
  ),
  ["multipleOf", numeric("multipleOf", NUMBER, (value) => value > 0)],
  ["minLength", numeric("minLength", TEXT, isCount)],
  ["maxLength", numeric("maxLength", TEXT, isCount)],
  ["minItems", numeric("minItems", LIST, isCount)],
  ["maxItems", numeric("maxItems", LIST, isCount)],
  ["pattern", patternOf],
  [
    "format",
    (text, schema) =>
      /^[\w./-]+$/.test(text)
        ? fitting({ format: text }, [...TEXT, ...NUMBER], schema)
        : "the name of a format",
  ],
  ["integer", flag(integerOf, NUMBER)],
  ["uniqueItems", flag(() => ({ uniqueItems: true }), LIST)],
  ["default", (text, schema) => valueOf("default", text, schema)],
  ["example", (text, schema) => valueOf("examples", text, schema)],
  ["deprecated", () => ({ deprecated: true })],
  ["internal", () => ({ "x-internal": true })],
]);

function numeric(
  name: string,
  types: readonly string[],
  isRight: (value: number) => boolean,
): Reader {
  return (text, schema) => {
    const value = text === "" ? Number.NaN : Number(text);
    if (Number.isFinite(value) && isRight(value)) {
      return fitting({ [name]: value }, types, schema);
    }
    return isRight === isCount ? "a whole number from 0" : "a number";
  };
}

/** A tag without text. */
function flag(
  keywords: (schema: MutableSchema) => MutableSchema,
  types: readonly string[],
): Reader {
  return (text, schema) => (text === "" ? fitting(keywords(schema), types, schema) : "no text");
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function patternOf(text: string, schema: MutableSchema): MutableSchema | string {
  try {
    const { source } = new RegExp(text, "u");
    return source === "(?:)" ? "a regular expression" : fitting({ pattern: text }, TEXT, schema);
  } catch {
    return "a regular expression";
  }
}

function integerOf({ type, anyOf }: MutableSchema): MutableSchema {
  if (anyOf) {
    return { anyOf: alternativesIn(anyOf).map((one) => ({ ...one, ...integerOf(one) })) };
  }
  // The type behind a reference is not known here. A multiple says nothing about other values than numbers.
  if (type === undefined) {
    return { multipleOf: 1 };
  }
  const types = [type].flat().map((one) => (one === "number" ? "integer" : one));
  return { type: types.length === 1 ? types[0] : types };
}

/** JSON, or the bare text of a string. */
function valueOf(name: string, text: string, schema: MutableSchema): MutableSchema | string {
  try {
    const value = JSON.parse(text) as unknown;
    return { [name]: name === "examples" ? [value] : value };
  } catch {
    const isText = text !== "" && typesOf(schema)?.includes("string") === true;
    return isText ? { [name]: name === "examples" ? [text] : text } : "JSON";
  }
}

/** The keywords, if the schema is of one of the types or does not tell its type. */
function fitting(
  keywords: MutableSchema,
  types: readonly string[],
  schema: MutableSchema,
): MutableSchema | string {
  const known = typesOf(schema);
  const [type] = types;
  return !known || known.some((one) => types.includes(one)) ? keywords : `a member of type ${type}`;
}

/** The types that a schema names; `undefined` if it does not tell. */
function typesOf({ type, anyOf, $ref }: MutableSchema): readonly string[] | undefined {
  if ($ref !== undefined) {
    return undefined;
  }
  if (anyOf) {
    const each = alternativesIn(anyOf).map(typesOf);
    return each.includes(undefined) ? undefined : each.flatMap((types) => types ?? []);
  }
  return type === undefined ? undefined : [type].flat().map(String);
}

function alternativesIn(anyOf: unknown): readonly MutableSchema[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the reader of unions writes lists of schemas there
  return anyOf as readonly MutableSchema[];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function merged(before: MutableSchema, { examples, ...found }: MutableSchema): MutableSchema {
  if (examples === undefined) {
    return found;
  }
  return {
    ...found,
    examples: [...listOf(before["examples"]), ...listOf(examples)],
  };
}
