// JSON as a body with a media type of its own, and as a codec: the one value serves both.
// Beside it bodies of any other codec, and plain text.
import { DecodeError } from "../../codec/codec.ts";
import type { Codec } from "../../codec/codec.ts";
import { jsonCodec } from "../../codec/json.ts";
import type { JsonOptions } from "../../codec/json.ts";
import { isWellFormed } from "../../http/percent.ts";
import type { AnySchema, InferOutput } from "../../schema/standard-schema.ts";
import type { SchemaGiven, SchemaSent } from "../../schema/two-way.ts";
import { bodyOf } from "./body-format.ts";
import type { Body, BySchema, JsonRest } from "./body.ts";
import type { BodyFormat } from "./body-format.ts";
import type { JsonCheck } from "../../schema/json-type.ts";

/** A body of one codec, which can also be used as the codec. */
export interface CodecBody<Given, Received = Given, MediaType extends string = string>
  extends Body<Given, Received, MediaType>, Codec {
  readonly "~body": "codec";
}

/** The type of `json`. */
export interface JsonFunction {
  <T = unknown>(options?: JsonOptions, ...check: JsonRest<T>): CodecBody<T, T, JsonType>;
  <S extends AnySchema>(
    schema: JsonCheck<SchemaSent<S>, S>,
    options?: JsonOptions,
  ): CodecBody<SchemaGiven<S>, InferOutput<S>, JsonType> & BySchema;
}
type JsonType = "application/json";

/**
 * Declares a JSON body, whatever the codecs are, `json(schema)` or `json<T>()`, or is a codec for
 * the `codecs` of a server or client, `json()`. It rejects invalid UTF-8, nesting over the limit,
 * numbers that a double cannot hold, and the keys `__proto__` and `constructor.prototype`, which
 * `{ protoKeys: "keep" }` accepts. `{ strict: true }` also rejects duplicate keys (RFC 8259).
 */
export const json: JsonFunction = ((
  first: AnySchema | JsonOptions = {},
  second?: JsonOptions,
): CodecBody<unknown> =>
  "~standard" in first
    ? withCodec(jsonCodec(second), { schema: first })
    : withCodec(jsonCodec(first))) as JsonFunction;

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

/** Declares text as `text/plain` in UTF-8 (RFC 2046 4.1.3). */
export function plainText(): CodecBody<string, string, "text/plain"> {
  return withCodec(
    {
      mediaType: "text/plain; charset=utf-8",
      encode: (value) => {
        if (typeof value !== "string" || !isWellFormed(value)) {
          throw new TypeError("plain text is a string without lone surrogates");
        }
        return value;
      },
      decode: (bytes) => {
        try {
          return utf8.decode(bytes);
        } catch {
          throw new DecodeError("must be valid UTF-8");
        }
      },
    },
    { typed: true },
  ) as CodecBody<string, string, "text/plain">;
}

// What begins with U+FEFF arrives as it was sent.
const utf8: TextDecoder = /* @__PURE__ */ new TextDecoder("utf-8", {
  fatal: true,
  ignoreBOM: true,
});

/** A body of a codec, with the schema of its value or none. */
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
  // The seam: the types of a body are its maker's word.
  return Object.freeze(made) as unknown as CodecBody<unknown>;
}
