// A document as text, in JSON or YAML, and back.
import { parse, stringify } from "yaml";
import { WrongUse } from "../wrong-use.ts";

export type Format = "json" | "yaml";

/** The format that the options ask for; the ending of a file decides. */
export function formatOf({
  out,
  yaml,
}: {
  readonly out?: string;
  readonly yaml?: boolean;
}): Format {
  if (out === undefined) {
    return yaml ? "yaml" : "json";
  }
  const [, ending] = /\.(json|ya?ml)$/i.exec(out) ?? [];
  if (ending === undefined) {
    throw new WrongUse(`--out ${out}: expected a name that ends in .json, .yaml or .yml`);
  }
  const format = ending.toLowerCase() === "json" ? "json" : "yaml";
  if (yaml && format === "json") {
    throw new WrongUse(`--yaml: ${out} is JSON by its ending. Name it .yaml, or remove --yaml`);
  }
  return format;
}

/** The text of a document, with a line end. */
export function textOf(document: object, format: Format): string {
  return format === "json"
    ? `${JSON.stringify(document, undefined, 2)}\n`
    : stringify(document, { aliasDuplicateObjects: false, compat: "yaml-1.1", lineWidth: 0 });
}

/** The document in a text; `undefined` if the text is not of this format. */
export function documentIn(text: string, format: Format): unknown {
  try {
    return format === "json" ? JSON.parse(text) : parse(text, { maxAliasCount: 0 });
  } catch {
    return undefined;
  }
}
