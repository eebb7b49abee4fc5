// The representations of a declared body: one for each codec, or those of its own media types. Computed once per
// route, with their schemas, if a schemas file has those of type-only bodies, and their readers.
import type { Codec } from "../../shared/codec/codec.ts";
import type { AnyBody, BodyKind } from "../../declare/body/body.ts";
import { boundsOf, isTyped, KINDS, type BodyFormat } from "../../declare/body/body-format.ts";
import {
  distinctParameters,
  essenceOf,
  parseMediaType,
  type MediaType,
} from "../../shared/http/media-type.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import type { ResponseData } from "../../declare/endpoint/endpoint.ts";
import type { AnyFailure } from "../../declare/failure/failure.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import type { OpenRules, Limits } from "../options/kernel-options.ts";

/** One representation of a body. */
export interface Representation {
  readonly kind: BodyKind;
  /** The media type that is sent; `undefined` if the value has it. */
  readonly mediaType: string | undefined;
  /** The media types that are read; empty for all. */
  readonly essences: readonly string[];
  /** The parameters that tell it from others of its type: `version=2`. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  /** `undefined` for streams and bytes. */
  readonly codec: Codec | undefined;
  readonly schema: AnySchema | undefined;
  readonly format: BodyFormat;
  /** The schemas of the bodies inside, if they are declared by their type. */
  readonly types: BodyTypes | undefined;
}

const NO_FORMAT: BodyFormat = { mediaTypes: [] };
const BY_SCHEMA: Pick<AnyBody, "~body" | "~format"> = { "~body": "negotiated" };

/** The representations of a declared body; none if there is no body. `types` are the schemas of type-only bodies. */
export function representationsOf(
  declared: AnyBody | AnySchema | undefined,
  codecs: readonly Codec[],
  types?: BodyTypes,
): readonly Representation[] {
  if (declared === undefined) {
    return [];
  }
  const { "~body": kind, "~format": format = NO_FORMAT } =
    "~body" in declared ? declared : BY_SCHEMA;
  if (kind === "none") {
    return [];
  }
  const place = types && schemaKeyOf(kind, format, types.negotiatedAs);
  if (kind === "negotiated") {
    const schema = "~standard" in declared ? declared : place && types.schemaAt(place);
    return codecs.map((codec) => ({
      kind,
      mediaType: codec.mediaType,
      essences: [essenceOf(codec.mediaType)],
      parameters: parametersOf(codec.mediaType),
      codec,
      schema,
      format,
      types,
    }));
  }
  if (format.alternatives !== undefined) {
    return format.alternatives.flatMap((one) => representationsOf(one, codecs, types));
  }
  const { mediaTypes, codec } = format;
  const schema = format.schema ?? (place && types.schemaAt(place));
  const essences = mediaTypes.map(essenceOf);
  const [mediaType] = mediaTypes;
  const parameters = parametersOf(mediaType);
  return [{ kind, mediaType, essences, parameters, codec, schema, format, types }];
}

/** Whether a declared body is one of several. */
export function hasAlternatives(declared: AnyBody | AnySchema | undefined): boolean {
  return (
    declared !== undefined &&
    "~format" in declared &&
    declared["~format"]?.alternatives !== undefined
  );
}

function parametersOf(mediaType = ""): Representation["parameters"] {
  const type = parseMediaType(mediaType);
  return type ? distinctParameters(type) : [];
}

/** The representation for content of a type. An exact match comes before `+json` (RFC 6839 3.1). */
export function representationFor(
  representations: readonly Representation[],
  { essence, parameters }: MediaType,
): Representation | undefined {
  const exact = representations.find(({ essences }) => essences.includes(essence));
  if (exact !== undefined && representations.length > 1) {
    return closest(representations, essence, parameters) ?? exact;
  }
  return (
    exact ??
    (essence.endsWith("+json")
      ? representations.find(({ essences }) => essences.includes("application/json"))
      : undefined) ??
    representations.find(({ essences }) => essences.length === 0)
  );
}

// Of several with the same type, the one with the most matching parameters and no others.
function closest(
  representations: readonly Representation[],
  essence: string,
  sent: MediaType["parameters"],
): Representation | undefined {
  let found: Representation | undefined;
  for (const one of representations) {
    if (
      one.essences.includes(essence) &&
      one.parameters.length > (found?.parameters.length ?? -1) &&
      one.parameters.every(([name, value]) => sent.get(name) === value)
    ) {
      found = one;
    }
  }
  return found;
}

/** The media types of the representations, each once. `undefined` if one of them takes every type. */
export function mediaTypesOf(representations: readonly Representation[]): string[] | undefined {
  const types = new Set<string>();
  for (const { mediaType } of representations) {
    if (mediaType === undefined) {
      return undefined;
    }
    types.add(mediaType);
  }
  return [...types];
}

/** The key of a schema among those of a body. */
export interface SchemaKey {
  readonly mediaType: string;
  /** `item` for the items of a sequence, `parts` for a typed part of a multipart body, `events` for a named event. */
  readonly part: "schema" | "item" | "parts" | "events";
  /** The name of the typed part or the event. */
  readonly name?: string;
}

/** The schemas of a body's representations by their key. */
export interface BodyTypes {
  /** The key of a body that goes through the codecs. */
  readonly negotiatedAs: string;
  readonly schemaAt: (place: SchemaKey) => AnySchema | undefined;
}

/** The schemas of the type-only bodies of an endpoint. */
export interface EndpointTypes {
  readonly request: BodyTypes;
  readonly response: (status: ResponseData["status"]) => BodyTypes;
  readonly failure: (failure: AnyFailure) => BodyTypes;
}

/** The key of a representation that is declared by its type alone; `undefined` for all others. */
function schemaKeyOf(
  kind: BodyKind,
  { mediaTypes, schema, typed, itemCodec, events }: BodyFormat,
  negotiatedAs: string,
): SchemaKey | undefined {
  if (schema !== undefined || typed === true || itemCodec !== undefined || events !== undefined) {
    return undefined;
  }
  if (kind === "negotiated") {
    return { mediaType: negotiatedAs, part: "schema" };
  }
  const part = KINDS[kind].schemaOf;
  return part && { mediaType: essenceOf(mediaTypes[0] ?? "*/*"), part };
}

/** The key of a typed part that is declared by its type alone. */
export function partKey(name: string): SchemaKey {
  return { mediaType: "multipart/form-data", part: "parts", name };
}

/** The key of a named event that is declared by its type alone. */
export function eventKey(name: string): SchemaKey {
  return { mediaType: "text/event-stream", part: "events", name };
}

/** The keys of all representations of a body that are declared by their type alone. */
export function schemaKeysOf(
  declared: AnyBody | AnySchema | undefined,
  negotiatedAs = "application/json",
): readonly SchemaKey[] {
  if (declared === undefined || !("~body" in declared)) {
    return [];
  }
  const { "~body": kind, "~format": format = NO_FORMAT } = declared;
  const place = schemaKeyOf(kind, format, negotiatedAs);
  const others = format.alternatives ?? [];
  const parts = Object.entries(format.parts ?? {});
  return [
    ...(place === undefined ? [] : [place]),
    ...parts.flatMap(([name, part]) =>
      isTyped(part) && schemaKeysOf(boundsOf(part).body).length > 0 ? [partKey(name)] : [],
    ),
    ...Object.entries(format.events ?? {}).flatMap(([name, data]) =>
      schemaKeysOf(data).length > 0 ? [eventKey(name)] : [],
    ),
    ...others.flatMap((one) => schemaKeysOf(one, negotiatedAs)),
  ];
}

/** `Accept-Query`, `Accept-Patch`, `Accept-Post`: the media types of a method (RFC 10008 3, RFC 5789 3.1). */
export function acceptHeader(method: string, mediaTypes: readonly string[]): readonly string[] {
  const name = ACCEPT_HEADERS.get(method);
  return name === undefined ? [] : [name, mediaTypes.join(", ")];
}

const ACCEPT_HEADERS: ReadonlyMap<string, string> = new Map([
  ["QUERY", "accept-query"],
  ["PATCH", "accept-patch"],
  ["POST", "accept-post"],
]);

/** The media types that an endpoint reads, as text for clients. */
export function readTypes(endpoint: AnyEndpoint, codecs: readonly Codec[]): readonly string[] {
  return mediaTypesOf(representationsOf(endpoint.request, codecs)) ?? ["*/*"];
}

/** Reads the bodies of one representation. */
export interface BodyReader {
  /** The bytes that a body may have beside `limits.body`. */
  readonly bytes?: number;
  /** Whether the content is text, which has a charset. */
  readonly isText?: boolean;
  /** The value for the handler: at once, or after what the handler needs first. */
  readonly open: (stream: ReadableStream<Uint8Array>, rules: OpenRules) => unknown;
}

/** Makes the reader of a representation, once for each route. */
export type ReaderFor = (way: Representation, limits: Required<Limits>) => BodyReader;

/** The readers by the kind of body. Bodies of other kinds are read whole. */
export type Readers = Readonly<Partial<Record<BodyKind, { readonly reader?: ReaderFor }>>>;
