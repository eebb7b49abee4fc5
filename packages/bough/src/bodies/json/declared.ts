// JSON as a body and as a codec in one value, bodies with other codecs, and plain text.
import { refuseOthers } from "../../shared/internal/wrong-argument.ts";
import { textOf, type Codec } from "../../shared/codec/codec.ts";
import { jsonCodec, type JsonOptions } from "../../shared/codec/json.ts";
import { isWellFormed } from "../../shared/http/percent.ts";
import type { AnySchema, InferOutput } from "../../shared/schema/standard-schema.ts";
import type { SchemaGiven, SchemaSent } from "../../shared/schema/two-way.ts";
import type { BodySentences } from "../../shared/internal/type-error.ts";
import { bodyOf, type BodyFormat } from "../../declare/body/body-format.ts";
import type {
  AnyBody,
  Body,
  BodyKind,
  BySchema,
  JsonRest,
  TypedBody,
  UncheckedBody,
} from "../../declare/body/body.ts";
import type { JsonCheck } from "../../shared/schema/json-type.ts";
import { namedText, type MediaTypeName } from "../../declare/body/media-type-name.ts";

/** A body of one codec, which can also be used as the codec. */
export interface CodecBody<Given, Received = Given, MediaType extends string = string>
  extends Body<Given, Received, MediaType>, Codec {
  readonly "~body": "codec";
}

/** The type of `json`. */
export interface JsonFunction {
  <T = unknown>(options?: UnnamedJson, ...check: JsonRest<T>): CodecBody<T, T, JsonType>;
  <B extends AnySchema | AnyBody, const Name extends string = JsonType>(
    body: JsonContent<B>,
    options?: NamedJson<Name>,
  ): CodecBody<JsonGiven<B>, JsonReceived<B>, Name> & JsonMarks<B>;
}
type JsonType = "application/json";

interface UnnamedJson extends JsonOptions {
  // If you write a type argument, the compiler does not infer the media type.
  readonly mediaType?: BodySentences["namedJson"];
}
interface NamedJson<Name extends string> extends JsonOptions {
  /** The media type in place of `application/json`: `application/merge-patch+json`. */
  readonly mediaType?: MediaTypeName<Name>;
}

// A body that is declared by its type alone, a schema if JSON keeps its output, else a sentence.
type JsonContent<B> = B extends TypedBody & AnyBody
  ? BodyKind extends B["~body"]
    ? B
    : BodySentences["jsonContent"]
  : B extends AnySchema
    ? JsonCheck<SchemaSent<B>, B>
    : BodySentences["jsonContent"];
// The mark that `bough schemas` looks for.
type JsonMarks<B> = B extends BySchema | AnySchema
  ? BySchema
  : B extends Unchecked
    ? Unchecked
    : unknown;
type Unchecked = Pick<UncheckedBody<unknown>, "~unchecked">;
type JsonGiven<B> = B extends TypedBody
  ? B["~given"]
  : B extends AnySchema
    ? SchemaGiven<B>
    : never;
type JsonReceived<B> = B extends TypedBody
  ? B["~received"]
  : B extends AnySchema
    ? InferOutput<B>
    : never;

/**
 * Declares a JSON body, whatever the codecs are: `json(schema)` or `json<T>()`. `json()` is also a codec, for the
 * option `codecs` of a server or client. `json(type<T>(), { mediaType })` and `json(schema, { mediaType })` declare
 * another media type. It rejects invalid UTF-8, nesting over the limit, integers that JavaScript would change, numbers
 * that are too large for it, and the keys `__proto__` and `constructor.prototype`, which `{ protoKeys: "keep" }`
 * accepts. `{ strict: true }` also rejects duplicate keys (RFC 8259).
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of a body exist for the compiler only
export const json: JsonFunction = ((
  first: AnySchema | AnyBody | NamedJson<string> = {},
  second: NamedJson<string> = {},
): CodecBody<unknown> => {
  const schema = "~standard" in first ? first : undefined;
  const options = "~standard" in first || "~body" in first ? second : first;
  const { strict = false, protoKeys = "refuse", mediaType, ...others } = options;
  refuseOthers("json", others);
  const codec = jsonCodec({ strict, protoKeys });
  return withCodec({ ...codec, mediaType: mediaType ?? codec.mediaType }, { schema });
}) as JsonFunction;

/**
 * Declares a body of your own codec, for one media type: `body(csv, schema)`, `body<Row[]>(csv)`.
 * A `Codec<"text/csv">` has its media type in the types: `body<Row[], "text/csv">(csv)`.
 */
export function body<T = unknown, MediaType extends string = string>(
  codec: Codec<MediaType>,
): CodecBody<T, T, MediaType>;
export function body<S extends AnySchema, MediaType extends string = string>(
  codec: Codec<MediaType>,
  schema: S,
): CodecBody<SchemaGiven<S>, InferOutput<S>, MediaType> & BySchema;
export function body(codec: Codec, schema?: AnySchema): unknown {
  return withCodec(codec, { schema });
}

/** Declares text in UTF-8: `text/plain`, or the media type of `{ mediaType: "text/csv" }` (RFC 2046 4.1.3). */
export function plainText<const Name extends string = "text/plain">(
  options?: TextOptions<Name>,
): CodecBody<string, string, Name>;
export function plainText(options: { readonly mediaType?: string } = {}): AnyBody {
  const { mediaType = "text/plain", ...others } = options;
  refuseOthers("plainText", others);
  return withCodec(
    {
      mediaType: namedText(mediaType),
      encode: (value) => {
        if (typeof value !== "string" || !isWellFormed(value)) {
          throw new TypeError("plain text is a string without lone surrogates");
        }
        return value;
      },
      decode: textOf,
    },
    { typed: true },
  );
}

/** The options of `plainText`. */
export interface TextOptions<Name extends string> {
  /** The media type in place of `text/plain`. A `text` type is sent with `charset=utf-8`. */
  readonly mediaType?: MediaTypeName<Name>;
}

export function withCodec(
  codec: Codec,
  more: Pick<BodyFormat, "schema" | "typed" | "parts"> = {},
): CodecBody<unknown> {
  const { mediaType } = codec;
  const made = {
    ...bodyOf("codec", { mediaTypes: [mediaType], codec, ...more }),
    mediaType,
    encode: (value: unknown) => codec.encode(value),
    decode: (bytes: Uint8Array, limits: Parameters<Codec["decode"]>[1]) =>
      codec.decode(bytes, limits),
    "~check": codec["~check"],
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of a body exist for the compiler only
  return Object.freeze<AnyBody & Codec>(made) as CodecBody<unknown>;
}
