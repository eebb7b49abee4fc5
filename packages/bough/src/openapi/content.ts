// Bodies: one Media Type Object for each representation.
import type { ContractContent } from "../contract/contract.ts";
import { assertNever } from "../internal/assert-never.ts";
import type { JsonSchema } from "../schema/extracted-schemas.ts";
import type { OpenApiContent, OpenApiMediaType } from "./document.ts";
import type { DocumentParts } from "./document-parts.ts";
import { binary, partsOf } from "../bodies/multipart/openapi.ts";

/** Where a body is: its endpoint and its role in it, for warnings. */
export interface ContentContext {
  readonly endpoint: string;
  readonly role: string;
  readonly request?: boolean;
  readonly examples?: Readonly<Record<string, unknown>> | undefined;
  readonly document: DocumentParts;
}

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
  switch (content.kind) {
    case "bytes":
    case "stream":
      return { schema: binary(content.mediaType) };
    case "form":
    case "multipart":
      return partsOf(content, {
        of: (part) => mediaTypeOf(part, place).schema,
        resolved: (schema) => place.document.resolved(schema),
      });
    case "events":
      return eventsOf(content, place);
    case "json-lines": {
      const item = known(content.item, content, place);
      return place.document.version === "3.1"
        ? { schema: { type: "string" }, "x-itemSchema": item }
        : { itemSchema: item };
    }
    case "text":
    case "codec":
    case "negotiated":
      return { schema: known(content.schema, content, place) };
    default:
      return assertNever(content.kind);
  }
}

function known(
  schema: JsonSchema | undefined,
  { opaque, mediaType }: ContractContent,
  { endpoint, role, document }: ContentContext,
): JsonSchema {
  // The contract has warned of a schema that could not be converted.
  if (schema === undefined && opaque !== true) {
    document.warn(
      endpoint,
      `the ${role} has no schema for ${mediaType}: declare one, or pass the schemas that bough schemas writes`,
    );
  }
  return schema ?? {};
}

// OpenAPI 3.2, 4.14.4: the members of an event are text, and `data` may hold JSON. In 3.1 there is no form for
// items, and generators type the stream by the schema of the data, which does not tell text from JSON.
function eventsOf(content: ContractContent, place: ContentContext): OpenApiMediaType {
  const { end, itemMediaType, events } = content;
  const items = Object.entries(events ?? {}).map(([name, one]): NamedItem => {
    const named = known(one.schema, { ...one, mediaType: `the event "${name}"` }, place);
    return { name, item: named, isText: one.kind === "text" };
  });
  const all: NamedItem[] =
    events === undefined
      ? [{ item: known(content.item, content, place), isText: itemMediaType !== undefined }]
      : items;
  const last = { type: "object", properties: { data: { const: end } }, required: ["data"] };
  const itemSchema = anyOf([...all.map(eventOf), ...(end === undefined ? [] : [last])]);
  if (place.document.version !== "3.1") {
    return { itemSchema };
  }
  const isPlain = events === undefined && itemMediaType === undefined && end === undefined;
  const schema = anyOf(all.map(({ item }) => item));
  return { schema, ...(isPlain ? {} : { "x-itemSchema": itemSchema }) };
}

/** The data of an event; `name` if its name is declared. */
interface NamedItem {
  readonly name?: string;
  readonly item: JsonSchema;
  readonly isText: boolean;
}

function eventOf({ name, item, isText }: NamedItem): JsonSchema {
  const text: JsonSchema = { type: "string" };
  const data = isText
    ? item
    : { ...text, contentMediaType: "application/json", contentSchema: item };
  const event = name === undefined ? text : { const: name };
  return {
    type: "object",
    properties: { data, event, id: text, retry: { type: "integer", minimum: 0 } },
    required: name === undefined ? ["data"] : ["event", "data"],
  };
}

function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [only = {}, more] = schemas;
  return more === undefined ? only : { anyOf: schemas };
}
