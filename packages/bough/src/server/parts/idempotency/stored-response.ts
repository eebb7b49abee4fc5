// A response as a store keeps it, and the response that is sent again.
import type { AnyEndpoint } from "../../../declaration/tree/placed-endpoint.ts";
import { fromBase64, toBase64 } from "../../../internal/base64.ts";
import type { Answer } from "../../exchange/answer.ts";
import { rejection } from "../../exchange/rejection.ts";
import { rejectionAnswer } from "../../response/rejection-answer.ts";
import type { StoredResponse } from "./store.ts";

/** What is kept of a handler that threw. */
export const BROKEN: StoredResponse = {
  status: 500,
  headers: [],
  body: null,
  rejection: rejection(500),
};

/** The response with complete content, which a store can keep. */
export async function whole(answer: Answer): Promise<Answer> {
  return answer.body instanceof ReadableStream
    ? { ...answer, body: new Uint8Array(await new Response(answer.body).arrayBuffer()) }
    : answer;
}

/** What a store keeps of a response. Cookies are not given twice. */
export function storedOf({
  status,
  headers,
  body,
  failure,
  unwritten,
  rejection: refused,
}: Answer): StoredResponse {
  const kept = headers.filter((_, at) => headers[at - (at % 2)]?.toLowerCase() !== "set-cookie");
  const { data, detail, instance } = unwritten ?? {};
  return {
    status,
    headers: kept,
    body: body instanceof Uint8Array ? toBase64(body) : typeof body === "string" ? body : null,
    ...(body instanceof Uint8Array ? { base64: true } : {}),
    ...(failure && {
      failure: { name: failure.name, ...(unwritten && { unwritten: { data, detail, instance } }) },
    }),
    ...(refused && { rejection: refused }),
  };
}

/** The response that was kept, to be sent again. Its error format is written anew. */
export function replayOf(stored: StoredResponse, { failures }: AnyEndpoint): Answer {
  const { status, headers, body, base64: isBase64, failure: kept, rejection: refused } = stored;
  if (refused !== undefined) {
    return rejectionAnswer(refused);
  }
  const failure = kept && failures.find(({ name }) => name === kept.name);
  const answer = {
    status,
    headers,
    body: body === null ? undefined : isBase64 === true ? fromBase64(body) : body,
    ...(failure && { failure }),
  };
  const { unwritten } = kept ?? {};
  return failure !== undefined && unwritten !== undefined
    ? { ...answer, unwritten: { failure, ...unwritten } }
    : answer;
}
