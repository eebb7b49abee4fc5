// Equal GETs of one visitor are one call: components of a page may ask for the same data, each on its own.

/** Sends a request. */
export type Send = (request: Request) => Promise<Response>;

const MOST_ENTRIES = 100;
const MOST_BYTES = 1_048_576;

/** The GETs of one visitor. Each caller gets its own `Response`. */
export class SharedCalls {
  readonly #send: Send;
  /** By method, URL and headers of the caller. The oldest come first. */
  readonly #calls = new Map<string, SharedCall>();

  constructor(send: Send) {
    this.#send = send;
  }

  /** Sends a GET, or joins an equal one. Only the caller's own promise ends with its signal. */
  async get(request: Request, signal: AbortSignal | undefined): Promise<Response> {
    signal?.throwIfAborted();
    const key = [request.url, ...[...request.headers].flat()].join("\n");
    const known = this.#calls.get(key);
    const call = known ?? this.#begin(key, request, signal !== undefined);
    return (await call.join(signal)) ?? this.#send(request);
  }

  /** Sends a write. Responses from before or during it may be out of date. */
  async write(request: Request): Promise<Response> {
    this.#calls.clear();
    try {
      return await this.#send(request);
    } finally {
      this.#calls.clear();
    }
  }

  #begin(key: string, request: Request, canLeave: boolean): SharedCall {
    const forget = (): void => {
      if (this.#calls.get(key) === call) {
        this.#calls.delete(key);
      }
    };
    const controller = canLeave ? new AbortController() : undefined;
    const sent = controller ? new Request(request, { signal: controller.signal }) : request;
    const call: SharedCall = new SharedCall(this.#send(sent), forget, controller);
    const [oldest] = this.#calls.keys();
    if (oldest !== undefined && this.#calls.size >= MOST_ENTRIES) {
      this.#calls.delete(oldest);
    }
    this.#calls.set(key, call);
    return call;
  }
}

/** The response of a call. */
interface Outcome {
  /** A stream goes to the first caller. */
  readonly streams: boolean;
  readonly take: () => Response | undefined;
}

/** One call, and those who wait for it. */
class SharedCall {
  readonly #outcome: Promise<Outcome>;
  readonly #forget: () => void;
  readonly #controller: AbortController | undefined;
  #waiting = 0;

  /** `forget` is called if nobody can join any more. Without a controller, its first caller waits until the end. */
  constructor(
    response: Promise<Response>,
    forget: () => void,
    controller: AbortController | undefined,
  ) {
    this.#outcome = response.then(async (one) => outcomeOf(one, forget));
    // Those who wait get the error.
    this.#outcome.catch(forget);
    this.#forget = forget;
    this.#controller = controller;
  }

  /** The response; `undefined` if it is a stream that another caller has. */
  join(signal: AbortSignal | undefined): Promise<Response | undefined> {
    this.#waiting++;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(signal?.reason);
        this.#waiting--;
        if (this.#waiting === 0) {
          this.#forget();
          this.#controller?.abort(signal?.reason);
        }
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.#taken(signal, leave).then(resolve, reject);
    });
  }

  async #taken(signal: AbortSignal | undefined, leave: () => void): Promise<Response | undefined> {
    const { streams, take } = await this.#outcome;
    if (signal?.aborted) {
      return undefined;
    }
    const response = take();
    // The reader of the stream can still end it.
    if (!streams || response === undefined) {
      signal?.removeEventListener("abort", leave);
      this.#waiting--;
    }
    return response;
  }
}

async function outcomeOf(response: Response, forget: () => void): Promise<Outcome> {
  const { status, headers, body } = response;
  if (/^(?:401|408|429|5..)$/.test(String(status))) {
    // The next attempt may have another outcome.
    forget();
  }
  // A stream has no length.
  const length = body === null ? 0 : Number(headers.get("content-length") ?? Infinity);
  if (length <= MOST_BYTES) {
    const bytes = body && (await response.arrayBuffer());
    return { streams: false, take: () => new Response(bytes, { status, headers }) };
  }
  forget();
  let rest: Response | undefined = response;
  return {
    streams: true,
    take: () => {
      const taken = rest;
      rest = undefined;
      return taken;
    },
  };
}
