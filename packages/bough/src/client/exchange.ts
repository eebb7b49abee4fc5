// Sends a request through `around` until there is an answer: again if `retry` allows it.
import { pause } from "../reception/pause.ts";
import type { Sending } from "../reception/received.ts";
import { textOf, type CallError } from "./call-error.ts";
import type { Call, Fetch, RetryOptions } from "./client-options.ts";
import type { EncodedRequest } from "./encode-request.ts";
import { InvalidRequestError } from "./invalid-request-error.ts";
import { cancel } from "./response-body.ts";
import { TransportError } from "./transport-error.ts";

/** Sends a request; rejects with `TransportError` if there is no answer. */
export function exchange(call: Call, init: EncodedRequest): Response | Promise<Response> {
  // The global `fetch` is looked up at every call: it may be replaced.
  const { endpoint, method, url, signal, around, fetch = globalThis.fetch } = call;
  if (!around) {
    return send(call, init, fetch);
  }
  const shared = { endpoint, method, url, signal, headers: new Headers(init.headers), fetch };
  let last: Response | undefined;
  return around(shared, async () => {
    cancel(last?.body);
    const headers = Object.fromEntries(shared.headers);
    return (last = await send(call, { ...init, headers }, shared.fetch));
  });
}

/** The error for a call without a complete answer, or whose body has a source that broke. */
export function lost(
  call: Call,
  { fault }: Pick<EncodedRequest, "fault">,
  cause: unknown,
): CallError {
  const own = fault?.();
  // Node and Bun say why in an error with a code: that of `fetch`, its cause, or one for each address of a name. Errors
  // without a code may show the whole URL.
  const inner = Object(Object(cause).cause ?? cause);
  const { code, message } = Object(Object(inner.errors)[0] ?? inner);
  return own
    ? new InvalidRequestError(call, "not sent: ", own)
    : new TransportError(
        call,
        `no complete response: ${textOf(code) ? `${message} (${code})` : "see cause"}`,
        { cause },
      );
}

/** Sends a request once, by way of `redirects`. */
export function sendOnce(
  call: Call,
  init: Sending,
  fetch: Fetch,
  url: string = call.url,
): Response | Promise<Response> {
  return call.redirects?.({ endpoint: call.endpoint, url, init }, fetch) ?? fetch(url, init);
}

async function send(call: Call, init: EncodedRequest, fetch: Fetch): Promise<Response> {
  const {
    signal,
    credentials: [first],
  } = call;
  for (let attempt = 1; ; attempt++) {
    let response: Response | undefined;
    let cause: unknown;
    try {
      if (signal?.aborted) {
        throw signal.reason;
      }
      // A credential brings its own way to send.
      response = await (first?.["~send"] ?? sendOnce)(call, init, fetch);
    } catch (error) {
      cause = error;
      // A stream can be read once, so it is not sent again.
      init.end?.(error);
      if (error instanceof InvalidRequestError) {
        throw error;
      }
    }
    // The server saw a part of the body, so its answer is not to the request.
    const fault = init.fault?.();
    const delay =
      fault || init.duplex || !call.retry ? undefined : retryDelay(call, attempt, response);
    if (delay === undefined && response && !fault) {
      return response;
    }
    cancel(response?.body);
    if (delay === undefined) {
      throw lost(call, init, cause);
    }
    await pause(delay, signal);
  }
}

/** Milliseconds until a call is sent again; `undefined` if it is not. */
function retryDelay(
  { endpoint, method, signal, retry }: Call,
  attempt: number,
  response: Response | undefined,
): number | undefined {
  const {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without the member `attempts`, it is a number
    attempts = retry as number,
    maxDelay = 30_000,
    // Random, so that many clients do not come back at one moment.
    delay = (count: number) => Math.min(2 ** count, maxDelay / 125) * (75 + 50 * Math.random()),
    statuses = [408, 429, 502, 503, 504],
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a number has none of these members
  } = retry as Partial<RetryOptions>;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pattern also refuses null and `undefined`
  const seconds = response?.headers.get("retry-after") as string;
  // An HTTP date is not read, since clocks differ (RFC 9110 10.2.3).
  const asked = /^\d+$/.test(seconds) ? +seconds * 1000 : undefined;
  // Only an idempotent request may be sent again (RFC 9110 9.2.2).
  return (endpoint.idempotent || !/POST|PATCH/.test(method)) &&
    !signal?.aborted &&
    // NaN allows no attempt.
    attempt <= attempts &&
    (asked ?? 0) <= maxDelay &&
    (!response ||
      statuses.includes(response.status) ||
      response.headers.get("idempotency-status") === "in-progress")
    ? (asked ?? (typeof delay === "function" ? delay(attempt) : delay))
    : undefined;
}
