// The format of a body that has its own media type. The client's half is on the value, so that a bundle has only
// the formats of its declaration. The server's half is in serve/, by kind.
import type { Codec, DecodeError } from "../../shared/codec/codec.ts";
import { essenceOf } from "../../shared/http/media-type.ts";
import type { Received, Sending } from "../../shared/reception/received.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import type { ParameterParts } from "../parameter/parameter.ts";

/** How a body is sent: through the codecs, not at all, or in its own format. */
export type BodyKind = "negotiated" | "none" | OwnKind;

/** The kinds of bodies with their own format. */
export type OwnKind =
  | "codec"
  | "bytes"
  | "stream"
  | "multipart"
  | "events"
  | "json-lines"
  | "alternatives";

/** Any body. */
export interface AnyBody {
  readonly "~body": BodyKind;
  /** The format of a body that has its own. */
  readonly "~format"?: BodyFormat | undefined;
  /** The formats of a body, for a client. */
  readonly "~formats"?: readonly Partial<ClientFormat>[];
}

/** Makes a body with its own format. The caller is responsible for its types. */
export function bodyOf(
  kind: OwnKind,
  format: BodyFormat,
  formats: AnyBody["~formats"] = [clientFormat(format)],
): AnyBody {
  Object.freeze(format);
  return Object.freeze({ "~body": kind, "~format": format, "~formats": Object.freeze(formats) });
}

export function clientFormat(format: BodyFormat): ClientFormat {
  const { mediaTypes, schema, send } = format;
  const [mediaType] = mediaTypes;
  return {
    ...format,
    // Bodies that send also choose the format themselves.
    schema: send ? undefined : schema,
    mediaType: mediaType ?? "bytes",
    accept: mediaType ?? "*/*",
    takes: (essence) => !mediaType || mediaTypes.some((type) => essenceOf(type) === essence),
  };
}

/** The format of a body. */
export interface BodyFormat {
  /** The media type that is sent, then those that are also read; empty if the value has it. */
  readonly mediaTypes: readonly string[];
  /** The codec of complete content. */
  readonly codec?: Codec;
  /** The schema of the value, or of each item of a sequence. */
  readonly schema?: AnySchema | undefined;
  /** Whether every decoded value has the declared type, as text has. */
  readonly typed?: boolean;
  /** The bodies of `oneOfBodies`. */
  readonly alternatives?: readonly AnyBody[];
  /** The fields of a form; the fields, files and typed parts of a multipart body. */
  readonly parts?: PartRecord;
  /** Whether a multipart body is read whole, with fields and files in any order. */
  readonly buffered?: true | undefined;
  /** The data of events by their names, for a stream of named events. */
  readonly events?: Readonly<Record<string, AnyBody | AnySchema>>;
  /** The codec for data of events that is not JSON. */
  readonly itemCodec?: Codec | undefined;
  /** Milliseconds between the comments that keep a quiet event stream open. */
  readonly keepAlive?: number;
  /** The data of the event that ends an event stream. */
  readonly end?: string | undefined;
  /**
   * The client's body for `fetch`. Throws a `TypeError` for a value that cannot be sent. A stream ends with the
   * signal of its call.
   */
  readonly send?: (value: unknown, signal: AbortSignal | undefined) => Sent;
  /** A status that answers with a part of the declared response: 206 (RFC 9110 15.3.7). */
  readonly partial?: number;
  /** The client's result if no codec reads the content; see `receiving`. */
  readonly receive?: (received: Received, headers: object) => Promise<unknown>;
}

/** A format, for a client. The format of a body that goes through the codecs has no members. */
export interface ClientFormat extends BodyFormat {
  /** The media type that is sent, if the format knows it. */
  readonly mediaType: string;
  /** The value for `Accept`. */
  readonly accept: string;
  /** Whether it reads content of a media type. */
  readonly takes: (essence: string) => boolean;
  /** For several bodies: adds the media type to the result of an answer. Throws if the call asked for another body. */
  readonly choose?: (answer: Received, essence: string) => void;
  /** Of the first of several bodies: the one that a call names by its media type. */
  readonly named?: (options: {
    readonly mediaType?: string | undefined;
  }) => Partial<ClientFormat> | undefined;
}

/** Fields, files and typed parts by name. */
export interface PartRecord {
  readonly [name: string]: ParameterParts[string] | AnyFilePart | AnyBody | AnyBodyPart;
}

/** A file in a multipart body, of any type. */
export interface AnyFilePart {
  readonly "~file": FileBounds;
}

export function isFile(part: PartRecord[string]): part is AnyFilePart {
  return "~file" in part;
}

/** A typed part that says how often it is sent, of any type. */
export interface AnyBodyPart {
  readonly "~part": PartBounds;
}

/** The body of a typed part, and how often it is sent. */
export interface PartBounds {
  readonly body: AnyBody;
  readonly optional: boolean;
  /** `undefined` if it is sent at most once. */
  readonly list: { readonly min: number; readonly max: number } | undefined;
}

export function isTyped(part: PartRecord[string]): part is AnyBody | AnyBodyPart {
  return "~body" in part || "~part" in part;
}

/** The bounds of a typed part. A body alone is sent once. */
export function boundsOf(part: AnyBody | AnyBodyPart): PartBounds {
  return "~part" in part ? part["~part"] : { body: part, optional: false, list: undefined };
}

/** The limits of a file. */
export interface FileBounds {
  /** Bytes of one file. */
  readonly maxBytes: number;
  /** Media types or ranges, `image/*`; `undefined` for any. */
  readonly mediaTypes: readonly string[] | undefined;
  readonly optional: boolean;
  readonly list: boolean;
  /** The number of files in a list. */
  readonly max: number;
}

/** A body for `fetch`. */
export interface Sent {
  // Only the types of browsers have the name `BodyInit`.
  readonly body: NonNullable<RequestInit["body"]>;
  /** `undefined` if `fetch` sets it. */
  readonly mediaType?: string | undefined;
  /** `"half"` for a stream, as `fetch` requires. */
  readonly duplex?: "half";
  readonly end?: Sending["end"];
  readonly fault?: Sending["fault"];
}

export type DeclaredBody = AnyBody | AnySchema | undefined;

/** The formats of a body; empty without a body. A schema goes through the codecs. */
export function formatsOf(
  body: Partial<AnyBody & AnySchema> | undefined,
): readonly Partial<ClientFormat>[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every body that is declared and is not a schema has formats
  return body ? (body["~formats"] ?? [{ schema: body as AnySchema }]) : [];
}

export interface KindFacts {
  /** What its schema describes, if it can be declared by a type: the value, or each item of a sequence. */
  readonly schemaOf?: "schema" | "item";
  /** Whether it can be inside another body: it is read whole. */
  readonly isWhole?: boolean;
}

/** The facts by kind. */
export const KINDS: Readonly<Record<BodyKind, KindFacts>> = /* @__PURE__ */ Object.freeze({
  none: {},
  negotiated: { schemaOf: "schema", isWhole: true },
  codec: { schemaOf: "schema", isWhole: true },
  alternatives: {},
  bytes: { isWhole: true },
  stream: {},
  multipart: {},
  events: { schemaOf: "item" },
  "json-lines": { schemaOf: "item" },
});

/**
 * Content of another format comes from another server, such as a proxy, and is `undefined`. A refused member is an
 * error.
 */
export function unlessRefused(error: { readonly cause?: Partial<DecodeError> }): undefined {
  if (error.cause?.pointer) {
    throw error;
  }
}
