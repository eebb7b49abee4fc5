// Bytes, files and streams: sends them without a codec, with ranges of what has a length, and gives a handler the
// stream of a request.
import { kindsOf } from "../../server/request/body-reader.ts";
import type { ServerPart } from "../../server/routing/part.ts";
import { binaryAnswer } from "./server-answer.ts";

/** Reads and writes bytes and streams. */
export function streams(): ServerPart {
  return {
    bodies: {
      bytes: {
        writer: () => ({ write: (content, type) => binaryAnswer("bytes", type, content) }),
      },
      stream: {
        reader: () => ({ open: (stream) => stream }),
        writer: () => ({ write: (content, type) => binaryAnswer("stream", type, content) }),
      },
    },
    names: ({ responses }) => ({
      writes: responses
        .flatMap(({ body }) => kindsOf(body))
        .some((kind) => kind === "bytes" || kind === "stream")
        ? ["content-disposition", "content-range", "accept-ranges"]
        : [],
    }),
  };
}
