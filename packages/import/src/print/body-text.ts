// Bodies as code.
import type { ContractContent, ContractPart } from "bough/contract";
import { propertyName, quoted } from "../source-text.ts";
import { call, object, type Doc } from "./layout.ts";
import { parameterText, type ParameterContext } from "./parameter-text.ts";
import { typeText } from "./type-text.ts";

/** The options of printed bodies. */
export interface BodyContext extends ParameterContext {
  /** The identifier of the codec of a media type. */
  readonly codec: (mediaType: string) => string;
}

/** A body as a call with a type argument, `<User>()`, or as an argument. */
export interface BodyText {
  readonly typed?: Doc;
  readonly argument: Doc;
}

/** The body of these representations; `noBody` if there are none. */
export function bodyText(content: readonly ContractContent[], context: BodyContext): BodyText {
  const { uses } = context;
  const [only, more] = content;
  if (only === undefined) {
    return { argument: uses.value("noBody") };
  }
  if (more !== undefined) {
    const bodies = content.map((one) => representation(one, context));
    return { argument: call(uses.value("oneOfBodies"), ...bodies) };
  }
  if (only.kind !== "negotiated") {
    return { argument: representation(only, context) };
  }
  const type = typeText(only.schema, context);
  return { typed: type, argument: ["type<", type, ">()"] };
}

function representation(content: ContractContent, context: BodyContext): Doc {
  const { uses } = context;
  const { kind, mediaType, parts = [] } = content;
  const named = mediaType === "*/*" ? "" : quoted(mediaType);
  switch (kind) {
    case "negotiated":
      return [`${uses.value("json")}<`, typeText(content.schema, context), ">()"];
    case "text":
      return mediaType === "text/plain"
        ? `${uses.value("plainText")}()`
        : `${uses.value("plainText")}({ mediaType: ${named} })`;
    case "form":
      return [`${uses.value("form")}(`, partsText(parts, context), ")"];
    case "multipart":
      return [`${uses.value("multipart")}(`, partsText(parts, context), ")"];
    case "bytes":
    case "stream":
      return `${uses.value(kind)}(${named})`;
    case "events":
      return eventsText(content, context);
    case "json-lines":
      return [`${uses.value("jsonLines")}<`, typeText(content.item, context), ">()"];
    default:
      return codecBody(content, context);
  }
}

function eventsText(
  { item, itemMediaType, events, end }: ContractContent,
  context: BodyContext,
): Doc {
  const { uses } = context;
  const options = end === undefined ? [] : [object([`end: ${quoted(end)}`])];
  if (events !== undefined) {
    const named = Object.entries(events).map(([name, one]): Doc => [
      `${propertyName(name)}: `,
      one.kind === "negotiated"
        ? [`${uses.value("type")}<`, typeText(one.schema, context), ">()"]
        : representation(one, context),
    ]);
    return call(uses.value("namedEvents"), object(named), ...options);
  }
  return itemMediaType === undefined
    ? [`${uses.value("events")}<`, typeText(item, context), ">(", ...options, ")"]
    : call(uses.value("events"), `${uses.value("plainText")}()`, ...options);
}

function codecBody({ mediaType, schema, opaque }: ContractContent, context: BodyContext): Doc {
  const { uses } = context;
  const type = typeText(schema, context);
  if (opaque === true) {
    return [`${uses.value("body")}<`, type, `, ${quoted(mediaType)}>(${context.codec(mediaType)})`];
  }
  uses.value("type");
  return [`${uses.value("json")}(type<`, type, `>(), { mediaType: ${quoted(mediaType)} })`];
}

function partsText(parts: readonly ContractPart[], context: BodyContext): Doc {
  return object(parts.map((one) => [`${propertyName(one.name)}: `, partText(one, context)]));
}

function boundsText({ min, max }: { readonly min?: number; readonly max?: number }): string {
  const bounds = Object.entries({ min, max }).filter(([, bound]) => bound !== undefined);
  const texts = bounds.map(([name, bound]) => `${name}: ${bound}`);
  return texts.length === 0 ? "" : `{ ${texts.join(", ")} }`;
}

function partText(part: ContractPart, context: BodyContext): Doc {
  const { uses } = context;
  if (part.type === "file") {
    const isList = "list" in part && part.list;
    const chained = isList ? ".list()" : part.required ? "" : ".optional()";
    const types = "mediaTypes" in part ? (part.mediaTypes ?? []) : [];
    const options =
      types.length === 0 ? "" : `{ mediaTypes: [${types.map((one) => quoted(one)).join(", ")}] }`;
    return `${uses.value("file")}(${options})${chained}`;
  }
  if (part.type === "body" && "content" in part) {
    const bodies = part.content.map((one) => representation(one, context));
    const [only = uses.value("noBody"), more] = bodies;
    const body = more === undefined ? only : call(uses.value("oneOfBodies"), ...bodies);
    if (part.list !== true && part.required) {
      return body;
    }
    const chained = part.list === true ? `.list(${boundsText(part)})` : ".optional()";
    return [call(uses.value("part"), body), chained];
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other kinds of parts were handled above
  return parameterText(part as Parameters<typeof parameterText>[0], context);
}
