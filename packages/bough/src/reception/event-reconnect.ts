// How an event stream that has broken is taken up again: the request once more, with the id of the
// last event, after a pause that grows (HTML 9.2.3).
import { essenceOf } from "../http/media-type.ts";
import { writeUtf8 } from "../http/utf8-field.ts";
import { pause } from "./pause.ts";
import type { Received, Sending } from "./received.ts";
import { broken } from "./received-content.ts";

/** Where a stream has come to. */
export interface StreamPlace {
  /** `undefined` before the first event; empty where none is known. */
  id: string | undefined;
  /** What the server says of the delay. */
  retry: number | undefined;
  /** How often in a row it came back without an event. */
  attempt: number;
}

/**
 * The answer that goes on where a broken stream was, `undefined` where the server says that it is over; throws where
 * there is none. Without an id nobody knows what was missed in between.
 */
export async function comeBack(
  received: Received,
  place: StreamPlace,
  cause: unknown,
): Promise<Response | undefined> {
  const { call, outgoing } = received;
  const { method, signal, reconnect } = call;
  const { attempts = 5, delay = 1000, maxDelay = 30_000 } = reconnect ?? {};
  // Only what is idempotent is sent again (RFC 9110 9.2.2), and what has not been read away.
  const repeatable = !outgoing.duplex && !/POST|PATCH/.test(method);
  // What has begun after an event goes on after it.
  const id =
    place.id === undefined ? (outgoing.headers["last-event-id"] ?? "") : writeUtf8(place.id);
  for (;;) {
    // What is no number allows none.
    if (signal?.aborted || id === "" || !repeatable || !(place.attempt < attempts)) {
      throw broken(received, cause);
    }
    // Finite: nothing times infinity is no number, and no pause.
    const growth = 2 ** Math.min(place.attempt, 31);
    // A server may want its reader back at once, but not on and on where no event comes of it.
    const own = place.attempt++ ? (delay * growth) / 2 : 0;
    const wait = Math.min(Math.max((place.retry ?? delay) * growth, own), maxDelay);
    // Spread, so that many clients do not come back at one moment.
    await pause(wait * (0.75 + Math.random() / 2), signal);
    if (signal?.aborted) {
      // Nothing is asked for any more.
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
    response?.body?.cancel().catch(() => undefined);
    if (response && response.status < 500) {
      const answer = `${response.status} ${contentType || "without a type"}`;
      throw broken(
        received,
        new Error(`answered ${answer} when it came back, expected 200 text/event-stream`),
      );
    }
  }
}

/** The next answer; an abort does not wait for what has not heard of it. */
function asked(
  { call: { signal }, exchange, call }: Pick<Received, "call" | "exchange">,
  init: Sending,
): Promise<Response> {
  const answer = (async () => exchange(call, init))();
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal?.reason);
      // Nobody is going to read what may still come.
      answer.then(async ({ body }) => body?.cancel()).catch(() => undefined);
    };
    signal?.addEventListener("abort", abort);
    answer.finally(() => signal?.removeEventListener("abort", abort)).then(resolve, reject);
  });
}
