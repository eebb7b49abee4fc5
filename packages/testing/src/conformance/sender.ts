// Sends calls: bounded in time and size, not too many a second, and as often as the server asks for.
import type { RawCall } from "./raw-call.ts";

/** A response whose body was read. */
export interface SeenResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** Whether reading stopped at a bound, because a stream has no end. */
  readonly isCut: boolean;
}

/** Why there is no response. More calls would end in the same way, so the case ends. */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
}

export interface SenderOptions {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly callTimeout: number;
  readonly host: string;
  readonly version: string;
}

const MOST_BYTES = 8_000_000;
/** How long a stream is read. */
const STREAM_MILLISECONDS = 500;
const BETWEEN_CALLS = 50;
const MOST_WAITS = 5;
/** Time for cleaning up after a case. */
const RESERVE = 2_000;

/** Sends the calls of all cases, so that they keep the limit together. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #isRemote: boolean;
  #next = 0;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#isRemote = !isLoopback(options.host);
  }

  /** Sends a call, before a moment in milliseconds. `isStream` reads the start of a body that may have no end. */
  async send(call: RawCall, deadline: number, isStream: boolean): Promise<SeenResponse> {
    for (let waits = 0; ; waits++) {
      const response = await this.#once(call, deadline, isStream);
      if (
        response.status !== 429 &&
        !(response.status === 503 && response.headers.has("retry-after"))
      ) {
        return response;
      }
      const wait = retryAfter(response.headers.get("retry-after"));
      if (wait === undefined || waits === MOST_WAITS) {
        return response;
      }
      if (Date.now() + wait > deadline - RESERVE) {
        throw new Unanswered(
          `the server responded ${response.status} and asks to wait ${Math.ceil(wait / 1_000)} s, which is longer than the case may take`,
        );
      }
      await pause(wait);
    }
  }

  async #once(call: RawCall, deadline: number, isStream: boolean): Promise<SeenResponse> {
    await this.#turn();
    const { callTimeout, version } = this.#options;
    const most = Math.max(1, Math.min(callTimeout, deadline - Date.now()));
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), most);
    try {
      const { method, url, headers, body } = call;
      const response = await this.#fetched(
        () =>
          new Request(url, {
            method,
            headers: { "user-agent": `bough-testing/${version}`, ...headers },
            redirect: "manual",
            signal: controller.signal,
            ...(body === undefined ? {} : { body: body.slice() }),
          }),
      );
      const read = await bodyOf(response, isStream);
      if (read.isCut) {
        controller.abort();
      }
      return { status: response.status, headers: response.headers, ...read };
    } catch (error) {
      const isLate = controller.signal.aborted;
      // Nobody reads the rest of the response.
      controller.abort();
      if (error instanceof Unanswered) {
        throw error;
      }
      throw new Unanswered(
        isLate
          ? `the response was not complete after ${(most / 1_000).toFixed(0)} s`
          : reasonOf(error, this.#options.host),
      );
    } finally {
      clearTimeout(timer);
    }
  }

  // A server may close an idle connection just when it is used again, so a call without any response is sent twice.
  async #fetched(make: () => Request): Promise<Response> {
    const request = make();
    try {
      return await this.#options.fetch(request);
    } catch (error) {
      if (request.signal.aborted || !/ECONNRESET|EPIPE|UND_ERR_SOCKET/.test(codeOf(error))) {
        throw error;
      }
      return this.#options.fetch(make());
    }
  }

  /** Waits until it is this call's turn. */
  async #turn(): Promise<void> {
    if (!this.#isRemote) {
      return;
    }
    const now = Date.now();
    const at = Math.max(now, this.#next);
    this.#next = at + BETWEEN_CALLS;
    if (at > now) {
      await pause(at - now);
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);
}

/** Milliseconds to wait (RFC 9110 10.2.3). */
function retryAfter(value: string | null): number | undefined {
  if (value === null) {
    return undefined;
  }
  const seconds = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

async function bodyOf(
  response: Response,
  isStream: boolean,
): Promise<Pick<SeenResponse, "body" | "isCut">> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const end = Date.now() + STREAM_MILLISECONDS;
  if (reader === undefined) {
    return { body: new Uint8Array(), isCut: false };
  }
  for (;;) {
    const late = isStream ? pause(Math.max(0, end - Date.now())).then(() => undefined) : undefined;
    const next = await (late === undefined ? reader.read() : Promise.race([reader.read(), late]));
    if (next?.value !== undefined) {
      chunks.push(next.value);
      size += next.value.length;
    }
    if (next?.done === true) {
      return { body: joined(chunks, size), isCut: false };
    }
    if (next === undefined || size > MOST_BYTES) {
      reader.cancel().catch(() => undefined);
      if (!isStream) {
        throw new Unanswered(`the response has more than ${MOST_BYTES / 1_000_000} MB`);
      }
      return { body: joined(chunks, size), isCut: true };
    }
  }
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function codeOf(error: unknown): string {
  const { code }: { readonly code?: unknown } = Object(Object(error).cause);
  return typeof code === "string" ? code : "";
}

function reasonOf(error: unknown, host: string): string {
  const cause: { readonly code?: unknown; readonly message?: unknown } = Object(
    Object(error).cause ?? error,
  );
  const code = typeof cause.code === "string" ? cause.code : String(cause.message ?? error);
  return /REFUSED|ENOTFOUND|EAI_AGAIN|ConnectionRefused/.test(code)
    ? `there is no server at ${host} (${code})`
    : `the connection closed before the response was complete (${code})`;
}
