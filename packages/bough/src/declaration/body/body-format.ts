// How a body with a media type of its own travels. The client's half stands on the value,
// so that a bundle has the formats that its declaration uses and no others; the server's
// half stands in server/, by kind.
import type { Codec } from "../../codec/codec.ts";
import { essenceOf } from "../../http/media-type.ts";
import type { Received, Sending } from "../../reception/received.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { ParameterParts } from "../parameter/parameter.ts";

/** How a body travels: through the codecs, not at all, or as a media type of its own. */
export type BodyKind = "negotiated" | "none" | OwnKind;

/** The kinds of bodies that have a media type of their own. */
export type OwnKind =
  | "codec"
  | "bytes"
  | "stream"
  | "multipart"
  | "events"
  | "json-lines"
  | "alternatives";

/** A body of which only the kind matters. */
export interface AnyBody {
  readonly "~body": BodyKind;
  /** What one with a media type of its own is made of. */
  readonly "~format"?: BodyFormat | undefined;
  /** The formats in which it may travel, as a client asks them. */
  readonly "~formats"?: readonly Partial<ClientFormat>[];
}

/** Makes a body with a media type of its own; its types are its maker's word. */
export function bodyOf(
  kind: OwnKind,
  format: BodyFormat,
  formats: AnyBody["~formats"] = [clientFormat(format)],
): AnyBody {
  Object.freeze(format);
  return Object.freeze({ "~body": kind, "~format": format, "~formats": Object.freeze(formats) });
}

/** A format as a client asks it. */
export function clientFormat(format: BodyFormat): ClientFormat {
  const { mediaTypes, schema, send } = format;
  const [mediaType] = mediaTypes;
  return {
    ...format,
    // What sends by itself asks it by itself.
    schema: send ? undefined : schema,
    mediaType: mediaType ?? "bytes",
    accept: mediaType ?? "*/*",
    takes: (essence) => !mediaType || mediaTypes.some((type) => essenceOf(type) === essence),
  };
}

/** How a body travels. */
export interface BodyFormat {
  /** What it is sent as, and what else is read as the same; none where the value says it. */
  readonly mediaTypes: readonly string[];
  /** For content that is there as a whole. */
  readonly codec?: Codec;
  /** Of the value, or of each item of a sequence. */
  readonly schema?: AnySchema | undefined;
  /** Whether everything that its codec decodes is of its type, as text is. */
  readonly typed?: boolean;
  /** The bodies of which one is chosen. */
  readonly alternatives?: readonly AnyBody[];
  /** The fields of a form; the fields, files and typed parts of a multipart body. */
  readonly parts?: PartRecord;
  /** Whether fields may stand behind files. */
  readonly order?: "any" | undefined;
  /** Of the data of events that is not JSON. */
  readonly itemCodec?: Codec | undefined;
  /** Milliseconds between the comments that keep a quiet event stream open. */
  readonly keepAlive?: number;
  /** The data of the event that ends an event stream. */
  readonly end?: string | undefined;
  /**
   * What the client hands to `fetch`; throws a `TypeError` for a value that cannot be sent. A
   * stream ends with the signal of its call.
   */
  readonly send?: (value: unknown, signal: AbortSignal | undefined) => Sent;
  /** A status that answers with a part of it, where another is declared: 206 (RFC 9110 15.3.7). */
  readonly partial?: number;
  /** What the client's call comes to, where no codec reads its content; see `receiving`. */
  readonly receive?: (received: Received, headers: object) => Promise<unknown>;
}

/** A format as a client asks it. One of a body that goes through the codecs has none of these. */
export interface ClientFormat extends BodyFormat {
  /** What it is sent as, as far as the format knows it. */
  readonly mediaType: string;
  /** What asks for it. */
  readonly accept: string;
  /** Whether it reads content of a media type. */
  readonly takes: (essence: string) => boolean;
  /** Of several bodies: what the result has besides; throws if the call asked for another body. */
  readonly chosen?: (answer: Received, essence: string) => object;
}

/** Fields, files and typed parts by name. */
export interface PartRecord {
  readonly [name: string]: ParameterParts[string] | AnyFilePart | AnyBody;
}

/** A file in a multipart body, of which only its bounds matter. */
export interface AnyFilePart {
  readonly "~file": FileBounds;
}

/** Whether a part is a file. */
export function isFile(part: PartRecord[string]): part is AnyFilePart {
  return "~file" in part;
}

/** Whether a part is a body of its own. */
export function isTyped(part: PartRecord[string]): part is AnyBody {
  return "~body" in part;
}

/** What a file may be, and how many there may be. */
export interface FileBounds {
  /** Bytes of one file. */
  readonly maxBytes: number;
  /** Media types or ranges, `image/*`; `undefined` for any. */
  readonly mediaTypes: readonly string[] | undefined;
  readonly optional: boolean;
  readonly list: boolean;
  /** How many files a list may have. */
  readonly max: number;
}

/** A body as `fetch` takes it. */
export interface Sent {
  // `BodyInit` has a name in the types of browsers alone.
  readonly body: NonNullable<RequestInit["body"]>;
  /** `undefined` where `fetch` says it by itself. */
  readonly mediaType?: string | undefined;
  /** `"half"` where the body is a stream, as `fetch` asks for it. */
  readonly duplex?: "half";
  readonly end?: Sending["end"];
  readonly fault?: Sending["fault"];
}
