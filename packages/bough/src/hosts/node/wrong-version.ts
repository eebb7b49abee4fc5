// Requests of HTTP/2, which servers of node:http2 show in the shape of node:http. Their authority,
// and that there is a body, stand elsewhere than in the lines that are read here, and one of their
// connections carries many requests: none would be answered right.
import type { IncomingMessage } from "node:http";
import type { Answer } from "../../server/exchange/answer.ts";
import { rejectionAnswer } from "../../server/response/rejection-answer.ts";
import { rejection } from "../../server/exchange/rejection.ts";

const NOT_SPOKEN: Answer = rejectionAnswer(
  rejection(505, "the server supports HTTP/1.1 only: put a proxy before it for HTTP/2"),
);

/** What a request of another version than HTTP/1 is answered (RFC 9110 15.6.6); `undefined` for all others. */
export function wrongVersion({ httpVersionMajor }: IncomingMessage): Answer | undefined {
  // Requests that an adapter has made may tell of no version.
  return httpVersionMajor > 1 ? NOT_SPOKEN : undefined;
}
