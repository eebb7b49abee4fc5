// Refuses HTTP/2 requests, which node:http2 shows in the form of node:http. They have their authority and the
// presence of a body in other places, and one connection has many requests.
import type { IncomingMessage } from "node:http";
import type { Answer } from "../../server/exchange/answer.ts";
import { rejectionAnswer } from "../../server/response/rejection-answer.ts";
import { rejection } from "../../server/exchange/rejection.ts";

const NOT_SPOKEN: Answer = rejectionAnswer(
  rejection(505, "the server supports HTTP/1.1 only: put a proxy before it for HTTP/2"),
);

/** The rejection of a request that is not HTTP/1 (RFC 9110 15.6.6); `undefined` for HTTP/1. */
export function wrongVersion({ httpVersionMajor }: IncomingMessage): Answer | undefined {
  // Requests that an adapter makes may have no version.
  return httpVersionMajor > 1 ? NOT_SPOKEN : undefined;
}
