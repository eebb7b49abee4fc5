// The styles of path parameters: `{id}` is sent as `5`, `.5` (label) or `;id=5` (matrix) (RFC 6570 3.2). What precedes
// the value is text around the id.
import { flatSchema } from "./flat-schema.ts";
import { member, textOf } from "./json.ts";
import type { OpenDocument, Found } from "./open-document.ts";
import type { Template, TemplateSegment } from "./template.ts";

/** How a path parameter is written. */
export interface PathStyle {
  /** The text before its value. */
  readonly prefix: string;
  /** Whether its values are apart from each other by more than commas. */
  readonly isExploded: boolean;
  /** The delimiters between its values that a path has unescaped. */
  readonly delimiters: string;
}

export function pathStyleOf(document: OpenDocument, { value, pointer }: Found): PathStyle {
  const style = textOf(member(value, "style")) ?? "simple";
  const schema = { value: member(value, "schema") ?? {}, pointer: `${pointer}/schema` };
  const type = flatSchema(document, schema)?.types[0];
  const isOne = type !== "array" && type !== "object";
  const isExploded = member(value, "explode") === true && !isOne;
  const delimiter = isExploded ? (DELIMITERS.get(style) ?? ",") : ",";
  const isNamed = isExploded && (type === "object" || style === "matrix");
  const prefix =
    style === "label"
      ? "."
      : style === "matrix"
        ? isExploded
          ? ";"
          : `;${textOf(member(value, "name"))}=`
        : "";
  return {
    prefix,
    isExploded: isExploded && style !== "simple",
    // A dot is never escaped.
    delimiters: isOne ? "" : `${delimiter}${isNamed ? "=" : ""}`.replace(".", ""),
  };
}

const DELIMITERS = new Map([
  ["label", "."],
  ["matrix", ";"],
]);

/** A template with the texts of these styles around its ids; a sentence if it cannot have them. */
export function styledTemplate(
  template: Template,
  styles: ReadonlyMap<string, PathStyle>,
): Template | string {
  const segments: TemplateSegment[] = [];
  for (const segment of template.segments) {
    const names = segment.kind === "dynamic" ? (segment.joined?.names ?? [segment.name]) : [];
    const styled = names.find((name) => styles.get(name)?.prefix);
    const prefix = styles.get(styled ?? "")?.prefix;
    if (segment.kind === "static" || prefix === undefined) {
      segments.push(segment);
      continue;
    }
    if (segment.joined !== undefined) {
      return `its path has other ids beside {${styled}}, which has the style ${prefix === "." ? "label" : "matrix"}`;
    }
    if (/[/?#%{}\\\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(prefix)) {
      return `its path has the id {${styled}}, whose name a path cannot carry`;
    }
    segments.push({ ...segment, prefix: segment.prefix + prefix });
  }
  return { ...template, segments };
}
