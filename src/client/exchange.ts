// Sends a request until there is an answer: again where that is allowed, to another
// place where that was asked for, and through `around`.
import { isIdempotent, isSafe } from "../http/method.ts";
import type { CallInfo } from "./call-error.ts";
import type { Settings } from "./client-options.ts";
import type { Outgoing } from "./encode-request.ts";
import { withinOrigin } from "./related-url.ts";
import { cancelBody } from "./response-body.ts";
import { TransportError } from "./transport-error.ts";

const MAX_REDIRECTS = 20;
const TEMPORARY = [408, 429, 502, 503, 504];

/** Everything that one exchange goes by. */
export interface Sending {
  readonly call: CallInfo;
  readonly settings: Settings;
  readonly signal: AbortSignal | undefined;
}

/** Exchanges a request for an answer; rejects with `TransportError` where none comes. */
export function exchange(sending: Sending, outgoing: Outgoing): Response | Promise<Response> {
  const { call, settings, signal } = sending;
  const { around } = settings.options;
  if (around === undefined) {
    return send(sending, outgoing);
  }
  const headers = new Headers(outgoing.headers);
  let last: Response | undefined;
  const next = async (): Promise<Response> => {
    cancelBody(last);
    last = await send(sending, { ...outgoing, headers: new Headers(headers) });
    return last;
  };
  return around({ ...call, headers, signal }, next);
}

async function send(sending: Sending, outgoing: Outgoing): Promise<Response> {
  const { call, settings, signal } = sending;
  const { attempts, delay = grow, statuses = TEMPORARY } = settings.retry;
  // Whatever the codecs write can be sent again; a body that is read once could not.
  let left = isIdempotent(call.method) ? attempts : 0;
  for (;;) {
    let response: Response | undefined;
    try {
      response = await follow(sending, outgoing);
    } catch (cause) {
      if (left <= 0) {
        throw new TransportError(call, cause);
      }
    }
    if (response && (left <= 0 || !statuses.includes(response.status))) {
      return response;
    }
    cancelBody(response);
    const seconds = /^\d{1,5}$/.exec(response?.headers.get("retry-after") ?? "");
    const attempt = 1 + attempts - left--;
    await pause(
      seconds ? Number(seconds) * 1000 : typeof delay === "number" ? delay : delay(attempt),
      signal,
    );
  }
}

// Spread, so that many clients do not come back at one moment.
function grow(attempt: number): number {
  return 2 ** attempt * (75 + 50 * Math.random());
}

/** Waits; rejects with the signal's reason as soon as it is aborted. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(resolve, milliseconds);
    if (signal?.aborted) {
      stop();
    }
    signal?.addEventListener("abort", stop);
  });
}

/** One attempt, and the redirects it leads to. */
async function follow({ call, settings, signal }: Sending, outgoing: Outgoing): Promise<Response> {
  const { fetch, options } = settings;
  let { url } = call;
  let init = signal ? { ...outgoing, signal } : outgoing;
  for (let hops = 0; ; hops++) {
    signal?.throwIfAborted();
    const response = await fetch(url, init);
    const followed =
      options.redirects === "follow" && hops < MAX_REDIRECTS && isSafe(call.method)
        ? redirected(call, response, { url, init })
        : undefined;
    if (followed === undefined) {
      return response;
    }
    cancelBody(response);
    ({ url, init } = followed);
  }
}

interface Target {
  readonly url: string;
  readonly init: Outgoing;
}

/** Where a redirect leads; `undefined` for what is none, is declared, or leaves the origin. */
function redirected(call: CallInfo, response: Response, from: Target): Target | undefined {
  const { status } = response;
  const headers = new Headers(from.init.headers);
  if (response.type === "opaqueredirect") {
    // A browser hides where it leads, and follows to any origin: nothing may go along.
    return [...headers.keys()].every((name) => name === "accept" || name === "content-type")
      ? { url: from.url, init: { ...from.init, redirect: "follow" } }
      : undefined;
  }
  const location = response.headers.get("location");
  const declared = call.endpoint.responses.some((reply) => reply.status === status);
  const url =
    /^30[12378]$/.test(`${status}`) && location !== null && !declared
      ? withinOrigin(location, from.url)
      : undefined;
  if (url === undefined || status !== 303 || call.method !== "QUERY") {
    return url === undefined ? url : { url, init: from.init };
  }
  headers.delete("content-type");
  return { url, init: { ...from.init, method: "GET", body: null, headers } };
}
