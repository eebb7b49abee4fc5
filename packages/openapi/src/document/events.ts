// Event streams in OpenAPI documents.
import type { ContractContent } from "bough/contract";
import { known, type ContentContext } from "./content-context.ts";
import type { OpenApiMediaType } from "./document.ts";
import type { JsonSchema } from "bough/types";

// OpenAPI 3.2, 4.14.4: the members of an event are text, and `data` may hold JSON. In 3.1 there is no form for
// items, and generators type the stream by the schema of the data. Strings there are text, as most servers send them.
/** The Media Type Object of an event stream. */
export function eventsOf(content: ContractContent, place: ContentContext): OpenApiMediaType {
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
  const isString = all.some(({ item }) => place.document.resolved(item)["type"] === "string");
  const isPlain = events === undefined && end === undefined && !isString;
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
