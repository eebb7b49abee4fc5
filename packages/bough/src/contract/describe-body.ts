// A declared body as data: its representations, each with a media type and JSON Schemas.
import { describeEvents } from "../bodies/events/contract.ts";
import { describeParts } from "../bodies/multipart/contract.ts";
import {
  KINDS,
  type AnyBody,
  type BodyFormat,
  type DeclaredBody,
} from "../declare/body/body-format.ts";
import { essenceOf } from "../shared/http/media-type.ts";
import type { BodySchema, JsonSchema } from "../shared/schema/extracted-schemas.ts";
import type { AnySchema } from "../shared/schema/standard-schema.ts";
import type { BodyOccurrence } from "./body-occurrence.ts";
import type { ContractContent, ContractKind } from "./contract.ts";

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
  const { schema: declared, parts, buffered, end, itemCodec, typed, events } = format;
  const text = kind === "codec" && typed === true && parts === undefined;
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a contract has the same kinds, with two more for a codec
    kind: (text ? "text" : kind === "codec" && parts ? "form" : kind) as ContractKind,
    mediaType,
    ...(also.length === 0 ? {} : { also }),
    ...(parts === undefined ? {} : { parts: describeParts(parts, place, describeWithin) }),
    ...(buffered === undefined ? {} : { order: "any" }),
    ...(end === undefined ? {} : { end }),
    ...(events !== undefined
      ? { events: describeEvents(events, place, describeWithin) }
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
  const { schemaOf: part } = KINDS[kind];
  if (part === "item") {
    const { schema, ...rest } = schemaOf(place.routed ?? declared, mediaType, place, "item");
    return { ...rest, ...(schema === undefined ? {} : { item: schema }) };
  }
  return part === "schema" ? schemaOf(place.routed ?? declared, mediaType, place) : {};
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

// `["users", "create", "Request"]` becomes `UsersCreateRequest`.
function pascal(words: readonly string[]): string {
  return words
    .flatMap((word) => word.split(/[^\p{L}\p{N}]+/u))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
