// A sequence of JSON values, one on each line, in both directions.
import {
  bytesOf,
  isSequence,
  sentStream,
  streamFrom,
  typeName,
  type Sequence,
} from "../../shared/codec/byte-stream.ts";
import { formatLine, readLines } from "../../shared/codec/json-lines.ts";
import { parseJson } from "../../shared/codec/plain-json.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import { bodyOf } from "../../declare/body/body-format.ts";
import type { AnyBody, Body, BySchema, JsonRest } from "../../declare/body/body.ts";
import type { Received } from "../../shared/reception/received.ts";
import { itemLimit, itemOf, unreadable } from "../../shared/reception/received-content.ts";
import { leavable, receivedStream, receiving } from "../../shared/reception/received-stream.ts";
import {
  wireOf,
  type ItemGiven,
  type ItemReceived,
  type ItemSchema,
} from "../../declare/body/sequence-body.ts";

/** The body that `jsonLines` returns: the sender gives any sequence, the receiver gets the items as they arrive. */
export interface JsonLinesBody<Given, Received = Given> extends Body<
  Sequence<Given>,
  AsyncIterable<Received>,
  "application/jsonl"
> {
  readonly "~body": "json-lines";
}

/** The type of `jsonLines`. */
export interface JsonLinesFunction {
  <T = unknown>(...check: JsonRest<T>): JsonLinesBody<T>;
  <S extends AnySchema>(
    schema: ItemSchema<S>,
  ): JsonLinesBody<ItemGiven<S>, ItemReceived<S>> & BySchema;
}

/**
 * Declares JSON Lines: `jsonLines<T>()` or `jsonLines(schema)`. Items are sent and read one at a
 * time, at the pace of their reader (https://jsonlines.org).
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of a body exist for the compiler only
export const jsonLines: JsonLinesFunction = ((schema?: AnySchema): AnyBody => {
  const wire = wireOf(schema);
  return bodyOf("json-lines", {
    mediaTypes: ["application/jsonl", "application/x-ndjson"],
    schema,
    send: (value, signal) => {
      if (!isSequence(value)) {
        throw new TypeError(
          `is ${typeName(value)}, but JSON Lines are an iterable or an async iterable`,
        );
      }
      const lines = streamFrom(value, async (item) => bytesOf(formatLine(await wire(item))));
      return { ...sentStream(lines, signal), mediaType: "application/jsonl" };
    },
    receive: receiving((received) => {
      const content = receivedStream(received);
      return leavable(itemsOf(received, schema, content), async () => content.cancel());
    }),
  });
}) as JsonLinesFunction;

const utf8: TextDecoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });

async function* itemsOf(
  received: Received,
  schema: AnySchema | undefined,
  content: ReadableStream<Uint8Array>,
): AsyncGenerator {
  const lines = readLines(content, {
    maxBytes: itemLimit(received),
    decode: (bytes) => parseJson(utf8.decode(bytes)),
    refused: (error) => unreadable(received, error),
  });
  for await (const line of lines) {
    yield await itemOf(received, schema, line);
  }
}
