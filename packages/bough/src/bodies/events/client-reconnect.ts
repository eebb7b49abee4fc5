// Reconnects an event stream that broke: sends the request again with the id of the last event,
// after a growing delay (HTML 9.2.3).
import { essenceOf } from "../../shared/http/media-type.ts";
import { writeUtf8 } from "../../shared/http/header-value.ts";
import { untilAborted } from "../../shared/internal/until-aborted.ts";
import type { Received, Sending } from "../../shared/reception/received.ts";
import { pause } from "../../shared/reception/received-schema.ts";
import { broken } from "../../shared/reception/received-content.ts";

export interface StreamCursor {
  /** The id of the last event; `undefined` before the first event, empty if no event had an id. */
  id: string | undefined;
  /** The delay that the server asked for, in milliseconds. */
  retry: number | undefined;
  /** The number of attempts since the last event. */
  attempt: number;
}

/**
 * The answer that continues a broken stream; `undefined` if the server ends it by 204. Throws if the
 * stream cannot be continued: without an id, the missed events are unknown.
 */
export async function comeBack(
  received: Received,
  place: StreamCursor,
  cause: unknown,
): Promise<Response | undefined> {
  const { call, outgoing } = received;
  const { method, signal, reconnect } = call;
  const { attempts = 5, delay = 1000, maxDelay = 30_000 } = reconnect ?? {};
  // Only an idempotent request is sent again (RFC 9110 9.2.2), and a stream is read once.
  const repeatable = !outgoing.duplex && !/POST|PATCH/.test(method);
  // A caller may have set the header, to start after an event.
  const id =
    place.id === undefined ? (outgoing.headers["last-event-id"] ?? "") : writeUtf8(place.id);
  for (;;) {
    // NaN allows no attempt.
    if (signal?.aborted || id === "" || !repeatable || !(place.attempt < attempts)) {
      throw broken(received, cause);
    }
    // A finite exponent: 0 times Infinity is NaN, and would be no delay.
    const growth = 2 ** Math.min(place.attempt, 31);
    // A server may ask for no delay, but not again and again without an event.
    const own = place.attempt++ ? (delay * growth) / 2 : 0;
    const wait = Math.min(Math.max((place.retry ?? delay) * growth, own), maxDelay);
    // Random, so that many clients do not come back at one moment.
    await pause(wait * (0.75 + Math.random() / 2), signal);
    if (signal?.aborted) {
      throw broken(received, cause);
    }
    const headers = { ...outgoing.headers, "last-event-id": id };
    const response = await asked(received, { ...outgoing, headers }).catch((error: unknown) => {
      cause = error;
    });
    if (response?.status === 204) {
      return undefined;
    }
    const contentType = response?.headers.get("content-type") ?? "";
    if (response?.status === 200 && essenceOf(contentType) === "text/event-stream") {
      return response;
    }
    if (response && response.status >= 400 && response.status < 500) {
      // A declared failure says why.
      const result = await received
        .decode(call, response, { ...outgoing, headers })
        .catch(() => undefined);
      if (result?.failure) {
        result.bodyOrThrow();
      }
    }
    response?.body?.cancel().catch(() => undefined);
    if (response && response.status < 500) {
      const answer = `${response.status} ${contentType || "without a type"}`;
      throw broken(
        received,
        new Error(`received ${answer} when it came back, expected 200 text/event-stream`),
      );
    }
  }
}

/** The next answer. An abort rejects even if `fetch` ignores it. */
function asked(
  { call: { signal }, exchange, call }: Pick<Received, "call" | "exchange">,
  init: Sending,
): Promise<Response> {
  const answer = (async () => exchange(call, init))();
  return untilAborted(answer, signal, () => {
    // A late answer is cancelled, because nobody reads it.
    answer.then(async ({ body }) => body?.cancel()).catch(() => undefined);
  });
}
