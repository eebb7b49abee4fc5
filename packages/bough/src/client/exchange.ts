// Sends a request until there is an answer: again where that is allowed, to another
// place where that was asked for, and through `around`.
import { LONGEST_TIMER } from "../internal/longest-timer.ts";
import type { CallError } from "./call-error.ts";
import type { Call, RetryOptions } from "./client-options.ts";
import type { Outgoing } from "./encode-request.ts";
import { InvalidRequestError } from "./invalid-request-error.ts";
import { withinOrigin } from "./related-url.ts";
import { cancel } from "./response-body.ts";
import { TransportError } from "./transport-error.ts";

/** Exchanges a request for an answer; rejects with `TransportError` where none comes. */
export function exchange(call: Call, init: Outgoing): Response | Promise<Response> {
  const { endpoint, method, url, signal, around } = call;
  if (!around) {
    return send(call, init);
  }
  const headers = new Headers(init.headers);
  let last: Response | undefined;
  return around({ endpoint, method, url, signal, headers }, async () => {
    cancel(last?.body);
    last = await send(call, { ...init, headers: Object.fromEntries(headers) });
    return last;
  });
}

/** The error for a call without a whole answer; its cause is the caller's own where that broke the body. */
export function lost(call: Call, { fault }: Pick<Outgoing, "fault">, cause: unknown): CallError {
  const own = fault?.();
  return own
    ? new InvalidRequestError(call, "not sent: ", own)
    : new TransportError(call, "no whole answer: see cause", { cause });
}

async function send(call: Call, outgoing: Outgoing): Promise<Response> {
  const { fetch, method, signal, retry = 0, redirects } = call;
  const {
    attempts = retry as number,
    maxDelay = 30_000,
    // Spread, so that many clients do not come back at one moment.
    delay = (attempt: number) => Math.min(2 ** attempt, maxDelay / 125) * (75 + 50 * Math.random()),
    statuses = [408, 429, 502, 503, 504],
  } = retry as Partial<RetryOptions>;
  let { url } = call;
  let init = outgoing;
  // What begins with neither P nor D is safe (RFC 9110 9.2.1).
  let hops = (redirects && !/^[PD]/.test(method) && !init.duplex && 20) as number;
  for (let attempt = 0; ;) {
    let response: Response | undefined;
    let cause: unknown;
    try {
      if (signal?.aborted) {
        throw signal.reason;
      }
      response = await fetch(url, init);
    } catch (error) {
      cause = error;
      // What has an end is not sent again.
      init.end?.(error);
    }
    // The server saw a part of the body, so its answer is not to the request.
    if (init.fault?.()) {
      cancel(response?.body);
      throw lost(call, init, cause);
    }
    const next = response && hops && redirected(call, response, url, init);
    const asked = retryAfter(response);
    if (
      !next &&
      // What is no number allows none.
      (!(attempt++ < attempts && (asked ?? 0) <= maxDelay) ||
        signal?.aborted ||
        // Only what is idempotent is sent again (RFC 9110 9.2.2), and what has not been read away.
        /POST|PATCH/.test(method) ||
        init.duplex ||
        (response && !statuses.includes(response.status)))
    ) {
      if (response) {
        return response;
      }
      throw lost(call, init, cause);
    }
    cancel(response?.body);
    if (next) {
      hops--;
      [url, init] = next;
    } else {
      const wait = asked ?? (typeof delay === "function" ? delay(attempt) : delay);
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise((resolve) => {
        call.end = resolve;
        timer = setTimeout(resolve, Math.min(wait, LONGEST_TIMER));
      });
      clearTimeout(timer);
    }
  }
}

/** The milliseconds that an answer asks to wait for, sent in seconds; an HTTP date is not read, since clocks differ (RFC 9110 10.2.3). */
function retryAfter(response: Response | undefined): number | undefined {
  const seconds = response?.headers.get("retry-after");
  return seconds && /^\d+$/.test(seconds) ? +seconds * 1000 : undefined;
}

/** Where a redirect leads, and what is sent there; nothing for what is none, is declared, or leaves the origin. */
function redirected(
  { endpoint, method }: Call,
  { type, status, headers }: Response,
  from: string,
  init: Outgoing,
): [url: string, init: Outgoing] | "" | false | null | undefined {
  const { "content-type": sent, ...others } = init.headers;
  if (type === "opaqueredirect") {
    // A browser hides where it leads, and follows to any origin: nothing may go along.
    return (
      !sent && Object.keys(others).join() === "accept" && [from, { ...init, redirect: "follow" }]
    );
  }
  const location = headers.get("location");
  const url =
    location &&
    // It reads a number as text by itself.
    /30[12378]/.test(status as unknown as string) &&
    !endpoint.responses.some((reply) => reply.status === status) &&
    withinOrigin(location, from);
  return (
    url && [
      url,
      status === 303 && method === "QUERY"
        ? { ...init, method: "GET", body: null, headers: others }
        : init,
    ]
  );
}
