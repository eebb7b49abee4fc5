// One request and its answer on Hono: headers that middleware has set on the context stay,
// and a body that middleware has read is read from the context.
import type { Context } from "hono";
import { essenceOf } from "../../http/media-type.ts";
import { ADDED, areWide } from "../../server/exchange/answer.ts";
import type { BodyFault, OpenBounds } from "../../server/exchange/exchange.ts";
import { bodyInit, FetchExchange, responseOf } from "../../server/exchange/fetch-exchange.ts";
import type { Written } from "../../server/exchange/fetch-exchange.ts";
import { encodedContent } from "../../server/exchange/measured.ts";
import { openStream } from "../../server/exchange/open-stream.ts";
import { readStream } from "../../server/exchange/read-stream.ts";
import type { BodyBounds, BodySource } from "../../server/exchange/read-stream.ts";
import type { Mounted } from "../mount.ts";
import { clientSignal } from "../node/client-signal.ts";
import type { NodeBindings } from "../node/client-signal.ts";
import { Delivery } from "../node/delivery.ts";
import { afterEnd, CUT_HEAD, headFault } from "../node/head-fault.ts";
import type { Rejection } from "../../server/exchange/rejection.ts";
import { incomingOf } from "./raw-target.ts";
import type { Incoming } from "./raw-target.ts";
import { RequestBody } from "./request-body.ts";

// The context keeps its own value of any other header that both have set.
const OWN: ReadonlySet<string> = new Set(["content-type", "x-content-type-options"]);

/** A request on Hono. */
export class HonoExchange extends FetchExchange {
  readonly mount: string;
  readonly #context: Context;
  /** Whether nobody but Bough has had the context. */
  #untouched: boolean;
  #contentLength: number | "chunked" | undefined;
  readonly #incoming: Incoming | undefined;
  #left: AbortSignal | undefined;
  #response: Response | undefined;
  #failed: { readonly error: unknown } | undefined;
  #resolve: ((response: Response) => void) | undefined;
  #reject: ((error: unknown) => void) | undefined;

  constructor(c: Context, { mount, target }: Mounted) {
    super(c.req.raw, undefined, ignore, target);
    this.#context = c;
    this.#untouched = c.req.routeIndex === 0;
    this.mount = mount;
    this.#incoming = incomingOf(c);
  }

  override get host(): Context {
    this.#untouched = false;
    return this.#context;
  }

  protected override get left(): AbortSignal {
    return (this.#left ??=
      this.#incoming === undefined
        ? super.left
        : clientSignal(super.left, this.#context.env as NodeBindings));
  }

  /** Its rest is thrown away on node-server, which leaves it where it is. */
  protected override bodySource(): BodySource | null {
    const body = super.bodySource();
    if (this.#incoming === undefined || body === null) {
      return body;
    }
    const source = new RequestBody(body);
    const { outgoing } = this.#context.env as NodeBindings;
    outgoing?.once("finish", () => void source.cancel());
    return source;
  }

  /** The answer, at once where it is there; throws or rejects with what `fail` was given. */
  answer(): Response | Promise<Response> {
    if (this.#failed !== undefined) {
      throw this.#failed.error;
    }
    return (
      this.#response ??
      new Promise((resolve, reject) => {
        this.#resolve = resolve;
        this.#reject = reject;
      })
    );
  }

  /** Leaves the request to Hono's own error handling; the headers stand on what it answers. */
  fail(error: unknown, headers: readonly string[]): void {
    this.#setHeaders(headers);
    this.#failed = { error };
    this.#watchFailure(error);
    this.#reject?.(error);
  }

  // Hono's error handling answers: only a server on node:http shows what it comes to.
  #watchFailure(error: unknown): void {
    const { incoming, outgoing } = Object(this.#context.env) as NodeBindings;
    if (this.notes === undefined) {
      return;
    }
    if (incoming !== undefined && outgoing !== undefined) {
      new Delivery(incoming, outgoing).watch((delivered) => this.ended(delivered));
    } else {
      const { status = 500 } = Object(error) as { readonly status?: number };
      this.ended({ status, bytes: 0, outcome: "answered" });
    }
  }

  get fault(): Rejection | undefined {
    const incoming = this.#incoming;
    return (
      incoming && (headFault(incoming, incoming.rawHeaders ?? [], CUT_HEAD) ?? afterEnd(incoming))
    );
  }

  override get contentLength(): number | undefined {
    // Asking node-server's request for its body would make a whole `Request` of it.
    if (this.#incoming === undefined) {
      return super.contentLength;
    }
    // It is asked for by several steps, and every look at a header goes through all of them.
    this.#contentLength ??= this.#declaredLength(this.#incoming) ?? "chunked";
    return this.#contentLength === "chunked" ? undefined : this.#contentLength;
  }

  #declaredLength({ stream }: Incoming): number | undefined {
    const length = this.header("content-length");
    if (this.header("transfer-encoding") !== undefined) {
      return undefined;
    }
    // That there is a body HTTP/2 tells by a stream that goes on (RFC 9113 8.1).
    return length === undefined && stream?.endAfterHeaders === false
      ? undefined
      : Number(length ?? 0);
  }

  override readBody(
    limit: number,
    idle: number,
    done: (body: Uint8Array | BodyFault) => void,
  ): void {
    const { contentLength } = this;
    if (contentLength === 0) {
      done(new Uint8Array());
    } else if (this.#context.req.raw.bodyUsed) {
      const kept = this.#kept();
      if (kept === undefined) {
        done("taken");
      } else {
        readStream(kept, { limit, idle }, done);
      }
    } else if (this.#incoming === undefined || contentLength === undefined) {
      super.readBody(limit, idle, done);
    } else if (contentLength > limit) {
      done("too-large");
    } else {
      this.#readDeclared({ limit, idle }, done);
    }
  }

  override openBody(bounds: OpenBounds): ReadableStream<Uint8Array> {
    if (!this.#context.req.raw.bodyUsed) {
      return super.openBody(bounds);
    }
    const { broken, ...rest } = bounds;
    const kept = this.#kept();
    return openStream(kept ?? new ReadableStream(), { ...rest, taken: kept === undefined }, broken);
  }

  // Node holds a body to the length it declares, and node-server reads such a body without
  // making a stream of it.
  #readDeclared({ limit, idle }: BodyBounds, done: (body: Uint8Array | BodyFault) => void): void {
    let settled = false;
    const settle = (read: Uint8Array | BodyFault): void => {
      if (!settled) {
        settled = true;
        clearTimeout(timer);
        done(read);
      }
    };
    const timer = setTimeout(() => settle("timeout"), idle);
    this.#context.req.arrayBuffer().then(
      // Middleware may have put another request, with more in it, in place of the one that came.
      (buffer) => settle(buffer.byteLength > limit ? "too-large" : new Uint8Array(buffer)),
      () => settle("gone"),
    );
  }

  /** The body once more: the context keeps what was read by way of it, and nothing else does. */
  #kept(): ReadableStream<Uint8Array> | undefined {
    const { req } = this.#context;
    const kept = Object.keys(req.bodyCache);
    let read = async (): Promise<Uint8Array> => new Uint8Array(await req.arrayBuffer());
    if (kept.length === 1 && kept[0] === "formData") {
      // Hono would make a multipart body of it, with a boundary of its own.
      if (essenceOf(this.contentType ?? "") !== "application/x-www-form-urlencoded") {
        return undefined;
      }
      read = async () => urlEncoded(await req.formData());
    } else if (kept.length === 0) {
      return undefined;
    }
    return new ReadableStream({
      async pull(controller) {
        controller.enqueue(await read());
        controller.close();
      },
    });
  }

  protected override respond(written: Written): void {
    const { headers, content } = written;
    if (this.#untouched && !areWide(headers)) {
      this.#answer(responseOf(written));
      return;
    }
    // Middleware may yet set a header that text cannot be written with.
    const inBytes = { ...written, content: encodedContent(content) };
    this.#answer(this.#hasHeaders() ? this.#merged(inBytes) : responseOf(inBytes));
  }

  #answer(response: Response): void {
    this.#response = response;
    this.#resolve?.(response);
  }

  // A context shows its headers only on an answer that it makes.
  #hasHeaders(): boolean {
    return this.#context.newResponse(null, 200).headers.keys().next().done !== true;
  }

  /** Sets headers on the context; gives those that only an answer can have. */
  #setHeaders(headers: readonly string[]): Record<string, string> {
    const own: Record<string, string> = Object.create(null) as Record<string, string>;
    const set = new Set<string>();
    for (let index = 0; index < headers.length; index += 2) {
      const name = (headers[index] ?? "").toLowerCase();
      const value = headers[index + 1] ?? "";
      if (OWN.has(name)) {
        own[name] = value;
      } else {
        this.#context.header(name, value, { append: ADDED.has(name) || set.has(name) });
        set.add(name);
      }
    }
    return own;
  }

  #merged({ status, headers, content, length }: Written): Response {
    const c = this.#context;
    const own = this.#setHeaders(headers);
    if (length !== undefined) {
      own["content-length"] = String(length);
    }
    // Hono's type of a status lists them; a declared one is any from 200 to 599.
    return c.newResponse(bodyInit(content), status as 200, own);
  }
}

function urlEncoded(fields: FormData): Uint8Array {
  // Such a body has no files.
  const pairs = [...fields].map(([name, value]) => [name, typeof value === "string" ? value : ""]);
  return new TextEncoder().encode(new URLSearchParams(pairs).toString());
}

function ignore(): void {
  // The answer goes out by `answer`.
}
