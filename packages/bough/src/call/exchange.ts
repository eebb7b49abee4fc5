// One call on the network: sends its request through `around` until there is an answer, again if `retry` allows it,
// within its deadline. A body that nobody reads would keep its connection open, so it is cancelled.
import type { Sending } from "../shared/reception/received.ts";
import { LONGEST_TIMER } from "../shared/internal/later.ts";
import { textOf } from "../shared/internal/record.ts";
import { pause } from "../shared/reception/received-schema.ts";
import { InvalidRequestError, TransportError, TimeoutError, type CallError } from "./call-error.ts";
import type { Call, Fetch, RetryOptions } from "./client-options.ts";
import type { OutgoingRequest } from "./write-request.ts";

/** Sends a request; rejects with `TransportError` if there is no answer. */
export function exchange(call: Call, init: OutgoingRequest): Response | Promise<Response> {
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
  { fault }: Pick<OutgoingRequest, "fault">,
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

async function send(call: Call, init: OutgoingRequest, fetch: Fetch): Promise<Response> {
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

/**
 * Runs `work` immediately. Rejects with the signal's reason or with `TimeoutError` if that comes first, even if the work
 * ignores the signal that it gets. An abort still ends an answer that streams on after the call.
 */
export function withDeadline<T>(
  call: Call,
  work: () => Promise<T>,
  given: AbortSignal | null | undefined,
  timeout: number | undefined,
): Promise<T> {
  // A longer timer fires at once.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without a timeout, this is false
  const timed = (timeout as number) <= LONGEST_TIMER;
  if (!given && !timed) {
    return work();
  }
  const controller = new AbortController();
  const signal = (call.signal = controller.signal);
  const outer = given ?? signal;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new Promise<T>((resolve, reject) => {
    // Signals of React Native have no reason.
    const abort = (
      reason: unknown = Object.assign(new Error("aborted"), { name: "AbortError" }),
    ): void => {
      Reflect.set(signal, "reason", reason);
      reject(reason);
      controller.abort(reason);
    };
    const forward = (): void => abort(outer.reason);
    call.over = () => outer.removeEventListener("abort", forward);
    outer.addEventListener("abort", forward);
    if (timed) {
      timer = setTimeout(
        () =>
          abort(new TimeoutError(call, `no complete response within ${timeout} ms`, { timeout })),
        timeout,
      );
    }
    if (outer.aborted) {
      forward();
    } else {
      work().then(resolve, reject);
    }
  }).finally(() => {
    clearTimeout(timer);
    if (!call.streams) {
      call.over?.();
    }
  });
}

/** Bytes of a body that is only shown in an error. */
export const TEXT_LIMIT = 65_536;

/** Cancels a body that is not read to its end. */
export function cancel(body: Partial<Pick<ReadableStream, "cancel">> | null | undefined): void {
  // A body that was read rejects, which does not matter; a stream of Node has no `cancel`.
  body?.cancel?.().catch(() => {});
}

/** Reads the bytes of a body up to the limit or an abort, and cancels the rest. */
export async function readBytes(
  response: Response,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const reader =
    // The proxy of SvelteKit's `load` has functions of its own, and writes into the page what they read.
    response.arrayBuffer === Object.getPrototypeOf(response).arrayBuffer &&
    (response.body as Partial<ReadableStream<Uint8Array>> | null)?.getReader?.();
  if (!reader) {
    // React Native has the body only as a whole, and the stream of node-fetch is one of Node.
    return new Uint8Array(await response.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  signal?.addEventListener("abort", () => cancel(reader));
  for (;;) {
    if (signal?.aborted || size > limit) {
      cancel(reader);
    }
    // A cancelled reader ends, too.
    const { value } = await reader.read();
    if (!value) {
      // Most responses are one chunk, which needs no copy.
      if (chunks[0]?.length === size) {
        return chunks[0];
      }
      // Not by a Blob: React Native cannot make one of bytes.
      const bytes = new Uint8Array(size);
      for (const chunk of chunks.reverse()) {
        bytes.set(chunk, (size -= chunk.length));
      }
      return bytes;
    }
    size += value.length;
    // `subarray` throws for other chunks than bytes.
    chunks.push(value.subarray());
  }
}
