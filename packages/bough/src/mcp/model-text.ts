// Texts that reach a model. What a reader does not see must not tell the model anything.
import { changedSchema } from "../contract/schema-walk.ts";
import type { JsonSchema } from "../schema/extracted-schemas.ts";

const LONGEST = 1_000;
const UNSEEN = /[\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** A text on one line, without control and invisible characters, and not longer than a model needs. */
export function modelText(text: string, longest: number = LONGEST): string {
  const seen = text
    .replace(UNSEEN, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return seen.length <= longest ? seen : `${seen.slice(0, longest - 1).trimEnd()}…`;
}

/** A schema whose texts are for a model, with everything that it refers to below `$defs`. */
export function modelSchema(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const defs = new Map<string, JsonSchema>();
  const shown = (source: JsonSchema): JsonSchema =>
    changedSchema(source, (part) => {
      const reference = part["$ref"];
      const [, escaped, rest = ""] =
        /^#\/components\/schemas\/([^/]+)(.*)$/.exec(String(reference)) ?? [];
      if (escaped !== undefined) {
        take(decodeURIComponent(escaped).replaceAll("~1", "/").replaceAll("~0", "~"));
      }
      return {
        ...withTexts(part),
        ...(escaped === undefined ? {} : { $ref: `#/$defs/${escaped}${rest}` }),
      };
    });
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

function withTexts(part: JsonSchema): JsonSchema {
  const { $comment: _, examples: __, ...rest } = part;
  for (const name of ["title", "description"] as const) {
    const text = part[name];
    if (typeof text === "string") {
      Object.assign(rest, { [name]: modelText(text) });
    }
  }
  return rest;
}
