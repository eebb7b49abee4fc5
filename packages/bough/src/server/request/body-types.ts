// The keys of the schemas of type-only bodies in a schemas file.
import type { AnyBody, BodyKind } from "../../declaration/body/body.ts";
import { KINDS } from "../../declaration/body/body-kinds.ts";
import { boundsOf, isTyped, type BodyFormat } from "../../declaration/body/body-format.ts";
import type { ResponseData } from "../../declaration/endpoint/endpoint.ts";
import type { AnyFailure } from "../../declaration/failure/failure.ts";
import { essenceOf } from "../../http/media-type.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";

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
export function schemaKeyOf(
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
  const { "~body": kind, "~format": format = { mediaTypes: [] } } = declared;
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
