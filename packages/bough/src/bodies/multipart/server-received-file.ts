// A file of a multipart body for the handler, which reads it at its own pace and within its limits. A fault of the
// file or of the body rejects the request.
import { relayed } from "../../codec/byte-stream.ts";
import { DecodeError } from "../../codec/codec.ts";
import type { ReceivedFile } from "./declared.ts";
import type { FilePart } from "./server-read.ts";
import { refusedAs } from "../../server/options/open-rules.ts";
import type { OpenRules } from "../../server/options/open-rules.ts";
import { rejection } from "../../server/exchange/rejection.ts";
import { bodyInit } from "../../server/exchange/written.ts";

/** Makes a file of a part, with at most `maxBytes` bytes. */
export function receivedFile(
  { name, filename, mediaType, stream }: FilePart,
  maxBytes: number,
  rules: OpenRules,
): ReceivedFile {
  const bounded = withinBytes(stream, maxBytes, rules);
  const bytes = async (): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(await new Response(bodyInit(bounded)).arrayBuffer());
  return {
    name,
    filename,
    mediaType,
    stream: bounded,
    bytes,
    text: async () => new TextDecoder().decode(await bytes()),
  };
}

// Counts only the bytes that are read, so a skipped file is not refused.
function withinBytes(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  rules: OpenRules,
): ReadableStream<Uint8Array> {
  let size = 0;
  return relayed(stream, {
    chunk: (chunk) => {
      size += chunk.byteLength;
      if (size > maxBytes) {
        rules.refuse(rejection(413, `the file must have at most ${maxBytes} bytes`));
        throw new RangeError(`the file has more than ${maxBytes} bytes`);
      }
      return chunk;
    },
    broken: (error) => (error instanceof DecodeError ? refusedAs(rules, error.issues) : error),
  });
}
