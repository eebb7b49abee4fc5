// From an answer to a result, or to the error that says why it is none. Nothing in an
// answer is trusted: what it is, is decided by what the endpoint declares.
// The server's counterpart is server/encode-response.ts.
import type { CallResult } from "./call-result.ts";
import { decodeFailure } from "./decode-failure.ts";
import { hasBody } from "./declared-body.ts";
import type { Sending } from "./exchange.ts";
import { InvalidResponseError } from "./invalid-response-error.ts";
import { decodeBody, receive, resultOf } from "./received.ts";
import { cancelBody, readBytes, TEXT_LIMIT } from "./response-body.ts";
import { TransportError } from "./transport-error.ts";

/** Reads an answer as what the endpoint declares; throws where it is nothing of that. */
export async function decodeResponse(sending: Sending, response: Response): Promise<CallResult> {
  const { call, signal } = sending;
  const { responses } = call.endpoint;
  const { status, ok } = response;
  const reply = responses.find((one) => one.status === status);
  const received = receive(sending, response);
  if (reply ? received.empty || !hasBody(reply.body) : ok && responses.length === 0) {
    cancelBody(response);
    return resultOf(received, reply?.headers ?? {}, { body: undefined });
  }
  // What nothing decodes is only shown, so its beginning will do.
  const limit = received.codec ? Infinity : TEXT_LIMIT;
  let bytes: Uint8Array;
  try {
    bytes = await readBytes(response, limit, signal);
  } catch (cause) {
    throw new TransportError(call, cause);
  }
  if (!reply || !received.codec) {
    return decodeFailure(received, bytes);
  }
  const { value, issues, cause } = await decodeBody(received, bytes, reply.body);
  if (issues.length > 0) {
    throw new InvalidResponseError(call, status, issues, cause);
  }
  return resultOf(received, reply.headers, { body: value });
}
