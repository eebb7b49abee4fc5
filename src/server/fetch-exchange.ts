// The Fetch edge: one `Request` in, one `Response` out. For every runtime whose server
// is a fetch function, and for a client in the same process.
import { pathOfUrl } from "../http/request-target.ts";
import { isNullBodyStatus } from "../http/status.ts";
import type { Answer } from "./answer.ts";
import type { BodyFault, Exchange } from "./exchange.ts";
import { openStream } from "./open-stream.ts";
import { readStream } from "./read-stream.ts";

const utf8: TextEncoder = /* @__PURE__ */ new TextEncoder();

/** A Fetch `Request` as an exchange. */
export class FetchExchange implements Exchange {
  readonly method: string;
  readonly target: string;
  readonly host: unknown = undefined;
  /** What `server.handle(request, context)` was given. */
  readonly context: object | undefined;
  readonly #request: Request;
  readonly #resolve: (response: Response) => void;
  #signal: AbortController | undefined;
  #handedOver = false;
  /** Whether nothing of the answer is to come any more. */
  #answered = false;

  constructor(
    request: Request,
    context: object | undefined,
    resolve: (response: Response) => void,
  ) {
    this.#request = request;
    this.#resolve = resolve;
    this.method = request.method;
    this.target = pathOfUrl(request.url);
    this.context = context;
  }

  get authority(): string | undefined {
    return this.header("host");
  }

  get accept(): string | undefined {
    return this.header("accept");
  }

  get contentType(): string | undefined {
    return this.header("content-type");
  }

  get contentEncoding(): string | undefined {
    return this.header("content-encoding");
  }

  get contentLength(): number | undefined {
    if (this.#request.body === null) {
      return 0;
    }
    // The length that is declared is only a hint: bytes are counted as they arrive.
    const declared = this.header("content-length");
    return declared !== undefined && /^\d{1,15}$/.test(declared) && declared !== "0"
      ? Number(declared)
      : undefined;
  }

  get authorized(): boolean {
    return this.#request.headers.has("authorization");
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? undefined;
  }

  request(): Request {
    return this.#request;
  }

  signal(): AbortSignal {
    if (this.#signal === undefined) {
      const controller = new AbortController();
      const given = this.#request.signal;
      // Some runtimes abort the request's signal after a success too: not from here on.
      const forward = (): void => {
        if (!this.#answered) {
          controller.abort(given.reason);
        }
      };
      if (given.aborted) {
        forward();
      } else {
        given.addEventListener("abort", forward, { once: true });
      }
      this.#signal = controller;
    }
    return this.#signal.signal;
  }

  readBody(limit: number, idle: number, done: (body: Uint8Array | BodyFault) => void): void {
    const { body, bodyUsed } = this.#request;
    if (body === null) {
      done(new Uint8Array());
    } else if (bodyUsed) {
      done("taken");
    } else {
      readStream(body, { limit, idle }, done);
    }
  }

  openBody(limit: number, idle: number): ReadableStream<Uint8Array> {
    return openStream(this.#request.body ?? new Blob([]).stream(), { limit, idle });
  }

  send({ status, headers, body }: Answer): void {
    if (this.#handedOver) {
      return;
    }
    this.#handedOver = true;
    const written = new Headers();
    for (let index = 0; index < headers.length; index += 2) {
      written.append(headers[index] ?? "", headers[index + 1] ?? "");
    }
    const bodiless = this.method === "HEAD" || isNullBodyStatus(status);
    if (body instanceof ReadableStream) {
      this.#sendStream(bodiless, status, written, body);
      return;
    }
    this.#answered = true;
    const bytes = typeof body === "string" ? utf8.encode(body) : body;
    if (!isNullBodyStatus(status) && (bytes !== undefined || !written.has("content-length"))) {
      written.set("content-length", String(bytes?.byteLength ?? 0));
    }
    const content = bodiless || bytes === undefined ? null : bytes;
    // A codec's bytes may lie in shared memory as far as their type tells; none of ours do.
    this.#resolve(
      new Response(content as Uint8Array<ArrayBuffer> | null, { status, headers: written }),
    );
  }

  #sendStream(
    bodiless: boolean,
    status: number,
    headers: Headers,
    body: ReadableStream<Uint8Array>,
  ): void {
    const done = (): void => {
      this.#answered = true;
    };
    if (bodiless) {
      done();
      body.cancel().catch(() => undefined);
      this.#resolve(new Response(null, { status, headers }));
      return;
    }
    const watched = body.pipeThrough(new TransformStream({ flush: done }));
    this.#resolve(
      new Response(watched as ReadableStream<Uint8Array<ArrayBuffer>>, { status, headers }),
    );
  }
}
