// Bytes, files and streams: sends them without a codec, with ranges of what has a length, and gives a handler the
// stream of a request.
import type { ServerBody } from "../../serve/response/write-body.ts";
import { binaryAnswer } from "./server-answer.ts";

const writes = ["content-disposition", "content-range", "accept-ranges"];

/** Bytes, on a server. */
export const bytes: ServerBody = {
  writer: () => ({ write: (content, type) => binaryAnswer("bytes", type, content) }),
  writes,
};

/** Streams, on a server. */
export const stream: ServerBody = {
  reader: () => ({ open: (source) => source }),
  writer: () => ({ write: (content, type) => binaryAnswer("stream", type, content) }),
  writes,
};
