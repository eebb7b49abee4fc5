// A file of a multipart body as its handler gets it: read at its reader's pace, within its
// bounds. What is wrong with it, or with the body around it, is refused as well.
import { DecodeError } from "../codec/codec.ts";
import type { ReceivedFile } from "../declaration/multipart-body.ts";
import type { FilePart } from "./multipart-read.ts";
import { refusedAs } from "./open-rules.ts";
import type { OpenRules } from "./open-rules.ts";
import { rejection } from "./rejection.ts";

/** A part as a file of at most so many bytes. */
export function receivedFile(
  { name, filename, mediaType, stream }: FilePart,
  maxBytes: number,
  rules: OpenRules,
): ReceivedFile {
  const bounded = withinBytes(stream, maxBytes, rules);
  const bytes = async (): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(
      await new Response(bounded as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer(),
    );
  return {
    name,
    filename,
    mediaType,
    stream: bounded,
    bytes,
    text: async () => new TextDecoder().decode(await bytes()),
  };
}

// Nothing is taken before somebody reads: a file that nobody reads is neither counted nor refused.
function withinBytes(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  rules: OpenRules,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let size = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read().catch((error: unknown) => {
          throw error instanceof DecodeError ? refusedAs(rules, error.issues) : error;
        });
        if (done) {
          controller.close();
          return;
        }
        size += value.byteLength;
        if (size > maxBytes) {
          rules.refuse(rejection(413, `a file has at most ${maxBytes} bytes here`));
          throw new RangeError(`the file has more than ${maxBytes} bytes`);
        }
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
