// Texts that reach a model. What a reader does not see must not tell the model anything.
import type { JsonSchema } from "bough/types";
import { fieldsOf, isRecord } from "./record.ts";

const LONGEST = 1_000;
const UNSEEN = String.raw`\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}`;
const ALL_UNSEEN = new RegExp(`[${UNSEEN}]`, "gu");
// JSON escapes the other control characters.
const UNSEEN_STRING = new RegExp(`"[^"]*[${UNSEEN}\\u007f-\\u009f][^"]*"`, "u");
// Such a character changes how an emoji looks.
const IN_EMOJI =
  /(?<=\p{Emoji})\ufe0f|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/gu;
/** The keywords with schemas, and those with schemas by name. The values of all others are data. */
const SCHEMAS = setOf(
  "additionalProperties allOf anyOf contains contentSchema else if items not oneOf prefixItems propertyNames then unevaluatedItems unevaluatedProperties",
);
const NAMED_SCHEMAS = setOf("$defs definitions dependentSchemas patternProperties properties");
/** The keywords whose strings a model sends back or gets in results, so that they cannot change. */
const EXACT = setOf("$ref $schema const default dependentRequired enum pattern required");

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** A text on one line, without control and invisible characters, and not longer than a model needs. */
export function modelText(text: string, longest: number = LONGEST): string {
  const seen = text
    .replace(ALL_UNSEEN, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return seen.length <= longest ? seen : `${seen.slice(0, longest - 1).trimEnd()}…`;
}

/** The first string of a value with a character that a reader does not see, with escapes; `undefined` if none has one. */
export function unseenIn(value: unknown): string | undefined {
  const [found] = UNSEEN_STRING.exec(JSON.stringify(value).replace(IN_EMOJI, "")) ?? [];
  return found?.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, (character) =>
    character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}

/** A schema whose texts are for a model, with everything that it refers to below `$defs`. */
export function modelSchema(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const defs = new Map<string, JsonSchema>();
  const inner = (part: unknown): unknown => (isRecord(part) ? shown(part) : part);
  const shown = ({ $comment: _, examples: __, ...source }: JsonSchema): JsonSchema =>
    Object.fromEntries(
      Object.entries(source).map(([keyword, value]) =>
        keyword === "$ref"
          ? [keyword, referenceOf(String(value))]
          : EXACT.has(keyword)
            ? [keyword, value]
            : NAMED_SCHEMAS.has(keyword)
              ? [keyword, mapped(value, inner)]
              : SCHEMAS.has(keyword)
                ? [keyword, Array.isArray(value) ? value.map(inner) : inner(value)]
                : [modelText(keyword), withoutUnseen(value)],
      ),
    );
  const referenceOf = (reference: string): string => {
    const [, escaped, rest = ""] = /^#\/components\/schemas\/([^/]+)(.*)$/.exec(reference) ?? [];
    if (escaped === undefined) {
      return reference;
    }
    take(decodeURIComponent(escaped).replaceAll("~1", "/").replaceAll("~0", "~"));
    return `#/$defs/${escaped}${rest}`;
  };
  const take = (name: string): void => {
    const found = Object.hasOwn(components, name) ? components[name] : undefined;
    if (found !== undefined && !defs.has(name)) {
      // Its place is taken before what it refers to, which may be itself.
      defs.set(name, found);
      defs.set(name, shown(found));
    }
  };
  const root = shown(schema);
  // A client of 2025-11-25 looks for `type` at the root.
  const alone = Object.keys(root).length === 1 && /^#\/\$defs\/([^/]+)$/.exec(String(root["$ref"]));
  const own = alone ? (defs.get(alone[1] ?? "") ?? root) : root;
  return defs.size === 0 ? own : { ...own, $defs: Object.fromEntries(defs) };
}

function withoutUnseen(value: unknown): unknown {
  return typeof value === "string"
    ? modelText(value)
    : Array.isArray(value)
      ? value.map(withoutUnseen)
      : isRecord(value)
        ? mapped(value, withoutUnseen, modelText)
        : value;
}

function mapped(
  record: unknown,
  change: (value: unknown) => unknown,
  rename: (name: string) => string = String,
): object {
  return Object.fromEntries(
    Object.entries(fieldsOf(record)).map(([name, value]) => [rename(name), change(value)]),
  );
}
