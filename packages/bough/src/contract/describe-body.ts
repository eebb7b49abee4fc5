// A declared body as data: its representations, each with a media type and JSON Schemas.
import { boundsOf, isFile, isTyped } from "../declaration/body/body-format.ts";
import type {
  AnyBody,
  AnyFilePart,
  BodyFormat,
  PartBounds,
  PartRecord,
} from "../declaration/body/body-format.ts";
import type { DeclaredBody } from "../declaration/body/declared-body.ts";
import { essenceOf } from "../http/media-type.ts";
import type { BodySchema, BodySchemas, JsonSchema } from "../schema/extracted-schemas.ts";
import type { AnySchema } from "../schema/standard-schema.ts";
import type {
  ContractBodyPart,
  ContractContent,
  ContractFile,
  ContractKind,
  ContractPart,
} from "./contract.ts";
import { describeParameter } from "./describe-parameter.ts";
import type { SchemaComponents, Side } from "./schema-components.ts";

/** The facts that all bodies of an endpoint share. */
export interface BodyFacts {
  /** The name of the endpoint. */
  readonly name: readonly string[];
  readonly components: SchemaComponents;
  /** Reports a schema that could not be converted. */
  readonly warn: (message: string) => void;
}

/** A body in its endpoint, and the facts beyond its declaration. */
export interface BodyOccurrence {
  readonly facts: BodyFacts;
  readonly side: Side;
  /** Its place in the endpoint: `Request`, `Response200`, the name of a failure. */
  readonly role: string;
  /** The media types of the codecs, for a body without its own. */
  readonly mediaTypes: readonly string[];
  /** A schema of `route`, which replaces the declared one. */
  readonly routed?: AnySchema | undefined;
  readonly extracted?: BodySchemas | undefined;
}

/** The representations of a body, the preferred first; none if there is no body. */
export function describeBody(declared: DeclaredBody, place: BodyOccurrence): ContractContent[] {
  if (declared === undefined) {
    return [];
  }
  const body: Partial<AnyBody & AnySchema> = declared;
  const { "~body": kind = "negotiated", "~format": format } = body;
  if (kind === "none") {
    return [];
  }
  if (kind === "negotiated" || format === undefined) {
    const schema = place.routed ?? ("~standard" in declared ? declared : undefined);
    const described = schemaOf(schema, place.mediaTypes[0] ?? "", place);
    return place.mediaTypes.map((mediaType) => ({ kind: "negotiated", mediaType, ...described }));
  }
  return format.alternatives === undefined
    ? [ownFormat(kind, format, place)]
    : format.alternatives.flatMap((one) => describeBody(one, place));
}

function ownFormat(
  kind: Exclude<AnyBody["~body"], "none" | "negotiated">,
  format: BodyFormat,
  place: BodyOccurrence,
): ContractContent {
  const [mediaType = "*/*", ...also] = format.mediaTypes;
  const { schema: declared, parts, order, end, itemCodec, typed, events } = format;
  const text = kind === "codec" && typed === true && parts === undefined;
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a contract has the same kinds, with two more for a codec
    kind: (text ? "text" : kind === "codec" && parts ? "form" : kind) as ContractKind,
    mediaType,
    ...(also.length === 0 ? {} : { also }),
    ...(parts === undefined ? {} : { parts: describeParts(parts, place) }),
    ...(order === undefined ? {} : { order }),
    ...(end === undefined ? {} : { end }),
    ...(events !== undefined
      ? { events: describeEvents(events, place) }
      : text
        ? { schema: { type: "string" } }
        : itemCodec === undefined
          ? contentOf(kind, declared, { mediaType, place })
          : { item: { type: "string" }, itemMediaType: essenceOf(itemCodec.mediaType) }),
  };
}

function contentOf(
  kind: AnyBody["~body"],
  declared: AnySchema | undefined,
  { mediaType, place }: { readonly mediaType: string; readonly place: BodyOccurrence },
): Pick<ContractContent, "schema" | "item" | "opaque"> {
  if (kind === "events" || kind === "json-lines") {
    const { schema, ...rest } = schemaOf(place.routed ?? declared, mediaType, place, "item");
    return { ...rest, ...(schema === undefined ? {} : { item: schema }) };
  }
  return kind === "codec" ? schemaOf(place.routed ?? declared, mediaType, place) : {};
}

/** The schema of a value or an item: its own, else the extracted one. */
function schemaOf(
  schema: AnySchema | undefined,
  mediaType: string,
  { facts, side, role, extracted }: BodyOccurrence,
  part: keyof Pick<BodySchema, "schema" | "item"> = "schema",
): Pick<ContractContent, "schema" | "opaque"> {
  let converted: JsonSchema | undefined;
  if (schema !== undefined) {
    try {
      converted = facts.components.convert(schema, side, () => pascal([...facts.name, role]));
    } catch (error) {
      facts.warn(
        `${role.toLowerCase()}: its schema has no JSON Schema: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  // The types are extracted without a server, whose codecs may be others, and may not contain a media type.
  const byType =
    extracted?.[essenceOf(mediaType)] ?? extracted?.["*/*"] ?? extracted?.["application/json"];
  const found = byType?.[part];
  converted ??= found && facts.components.show(found);
  return converted === undefined
    ? schema === undefined
      ? {}
      : { opaque: true }
    : { schema: converted };
}

function describeParts(parts: PartRecord, place: BodyOccurrence): ContractPart[] {
  return Object.entries(parts).map(([name, part]) => {
    if (isTyped(part)) {
      return describeTyped(name, boundsOf(part), place);
    }
    return isFile(part)
      ? describeFile(name, part)
      : describeParameter(name, part, place.facts.components);
  });
}

function describeTyped(
  name: string,
  { body, optional, list }: PartBounds,
  place: BodyOccurrence,
): ContractBodyPart {
  const { min = 0, max = Infinity } = list ?? {};
  return {
    name,
    type: "body",
    required: !optional || min > 0,
    ...(list === undefined ? {} : { list: true }),
    ...(min > 0 ? { min } : {}),
    ...(max < Infinity ? { max } : {}),
    content: describePart(name, body, place),
  };
}

function describeEvents(
  events: NonNullable<BodyFormat["events"]>,
  place: BodyOccurrence,
): NonNullable<ContractContent["events"]> {
  const extracted = place.extracted?.["text/event-stream"]?.events;
  return Object.fromEntries(
    Object.entries(events).flatMap(([name, data]) =>
      describeWithin(name, data, { ...place, schema: extracted?.[name] })
        .slice(0, 1)
        .map((content) => [name, { ...content, mediaType: essenceOf(content.mediaType) }]),
    ),
  );
}

function describePart(name: string, part: AnyBody, place: BodyOccurrence): ContractContent[] {
  const schema = place.extracted?.["multipart/form-data"]?.parts?.[name];
  return describeWithin(name, part, { ...place, schema });
}

// A body inside another one, with its extracted schema.
function describeWithin(
  name: string,
  body: AnyBody | AnySchema,
  { schema, ...place }: BodyOccurrence & { readonly schema: JsonSchema | undefined },
): ContractContent[] {
  return describeBody(body, {
    ...place,
    role: `${place.role}${pascal([name])}`,
    mediaTypes: ["application/json"],
    routed: undefined,
    extracted: schema && { "*/*": { schema } },
  });
}

function describeFile(name: string, { "~file": bounds }: AnyFilePart): ContractFile {
  const { optional, list, max, maxBytes, mediaTypes } = bounds;
  return {
    name,
    type: "file",
    required: !optional,
    list,
    ...(max < Infinity ? { max } : {}),
    ...(maxBytes < Infinity ? { maxBytes } : {}),
    ...(mediaTypes === undefined ? {} : { mediaTypes }),
  };
}

// `["users", "create", "Request"]` becomes `UsersCreateRequest`.
function pascal(words: readonly string[]): string {
  return words
    .flatMap((word) => word.split(/[^\p{L}\p{N}]+/u))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
