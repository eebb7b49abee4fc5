// Bodies: one Media Type Object for each representation.
import { eventsOf } from "./events.ts";
import { linesOf } from "./json-lines.ts";
import type { OpenApiContent, OpenApiMediaType } from "./document.ts";
import { binary, partsOf } from "./multipart.ts";
import type { ContractContent, ContractKind } from "bough/contract";
import { known, type ContentContext, type DescribeContent } from "./content-context.ts";

/** The representations of a body by media type; empty if there is no body. */
export function contentOf(
  content: readonly ContractContent[],
  place: ContentContext,
): OpenApiContent {
  const made = new Map<string, OpenApiMediaType>();
  for (const one of content) {
    const described = { ...mediaTypeOf(one, place), ...examplesOf(one, place) };
    // A server reads the other media types too, and sends the first.
    for (const name of [one.mediaType, ...(place.request ? (one.also ?? []) : [])]) {
      const key = name.replace(/; *charset=utf-8$/i, "");
      made.set(key, made.get(key) ?? described);
    }
  }
  return Object.fromEntries(made);
}

function examplesOf(
  { kind }: ContractContent,
  { examples = {} }: ContentContext,
): OpenApiMediaType {
  const entries = Object.entries(examples).map(([name, value]) => [name, { value }]);
  return entries.length === 0 || kind === "bytes" || kind === "stream"
    ? {}
    : { examples: Object.fromEntries(entries) as unknown };
}

function mediaTypeOf(content: ContractContent, place: ContentContext): OpenApiMediaType {
  return KINDS[content.kind](content, place, (inner) => mediaTypeOf(inner, place));
}

const value: DescribeContent = (content, place) => ({
  schema: known(content.schema, content, place),
});
const bytes: DescribeContent = ({ mediaType }) => ({ schema: binary(mediaType) });
const parts: DescribeContent = (content, { document }, inner) =>
  partsOf(content, {
    of: (part) => inner(part).schema,
    resolved: (schema) => document.resolved(schema),
  });

const KINDS: Readonly<Record<ContractKind, DescribeContent>> = {
  negotiated: value,
  codec: value,
  text: value,
  bytes,
  stream: bytes,
  form: parts,
  multipart: parts,
  events: eventsOf,
  "json-lines": linesOf,
};
