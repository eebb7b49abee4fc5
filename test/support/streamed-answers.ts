// Answers that come bit by bit, one of each kind: their endpoints, media types and texts.
import { bytes, events, get, jsonLines, stream } from "bough";

export const streamed = {
  stream: get("stream").response(stream("a/b")),
  bytes: get("bytes").response(bytes("a/b")),
  lines: get("lines").response(jsonLines<number>()),
  events: get("events").response(events<number>()),
};

/** The kinds that are read bit by bit too. */
export const READ_BIT_BY_BIT = ["stream", "lines", "events"] as const;

const ANSWERS: Readonly<Record<string, readonly [type: string, text: string]>> = {
  lines: ["application/jsonl", "1\n2\n"],
  events: ["text/event-stream", "data: 1\n\ndata: 2\n\n"],
};

/** The media type and the text of the answer at a URL. */
export function answerAt(url: string): readonly [type: string, text: string] {
  return ANSWERS[new URL(url).pathname.slice(1)] ?? ["a/b", "12"];
}
