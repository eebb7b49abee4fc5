// One request and its answer on Hono. Headers that middleware has set on the context stay, and a body that
// middleware has read is read from the context.
import { fieldsOf } from "../../shared/internal/record.ts";
import type { Context } from "hono";
import { bytesOf, streamFrom } from "../../shared/codec/byte-stream.ts";
import { essenceOf } from "../../shared/http/media-type.ts";
import { ADDED, areWide } from "../../serve/exchange/answer.ts";
import type { BodyFault, Connection, OpenBounds } from "../../serve/exchange/exchange.ts";
import {
  FetchExchange,
  bodyInit,
  responseOf,
  type Written,
  encodedContent,
} from "../../serve/exchange/fetch-exchange.ts";
import {
  openStream,
  readStream,
  within,
  type BodyBounds,
  type BodySource,
} from "../../serve/exchange/body-stream.ts";
import type { Mounted } from "../mount.ts";
import {
  afterEnd,
  clientCertificate,
  connectionOf,
  CUT_HEAD,
  headFault,
} from "../node/request-head.ts";
import { clientSignal, type NodeBindings } from "../node/on-closed.ts";
import { Delivery } from "../node/delivery.ts";
import type { Rejection } from "../../serve/exchange/rejection.ts";
import { incomingOf, type Incoming } from "./raw-target.ts";
import { RequestBody } from "./request-body.ts";

// For any other header that both have set, the context keeps its own value.
const OWN: ReadonlySet<string> = new Set(["content-type", "x-content-type-options"]);

/** A request on Hono. */
export class HonoExchange extends FetchExchange {
  readonly mount: string;
  readonly #context: Context;
  /** Whether only Bough has used the context. */
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

  get #bindings(): NodeBindings {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- node-server sets `env`, and other platforms have no members of these names
    return Object(this.#context.env) as NodeBindings;
  }

  protected override get left(): AbortSignal {
    return (this.#left ??=
      this.#incoming === undefined ? super.left : clientSignal(super.left, this.#bindings));
  }

  /** On node-server the rest is discarded, because node-server leaves it unread. */
  protected override bodySource(): BodySource | null {
    const body = super.bodySource();
    if (this.#incoming === undefined || body === null) {
      return body;
    }
    const source = new RequestBody(body);
    const { outgoing } = this.#bindings;
    outgoing?.once("finish", () => void source.cancel());
    return source;
  }

  /** The answer, synchronously if possible. Throws or rejects with the error given to `fail`. */
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

  /** Leaves the request to Hono's own error handling. Its answer keeps these headers. */
  fail(error: unknown, headers: readonly string[]): void {
    this.#setHeaders(headers);
    this.#failed = { error };
    this.#watchFailure(error);
    this.#reject?.(error);
  }

  // Hono's error handling answers. Only a server on node:http shows the outcome.
  #watchFailure(error: unknown): void {
    const { incoming, outgoing } = this.#bindings;
    if (this.notes === undefined) {
      return;
    }
    if (incoming !== undefined && outgoing !== undefined) {
      new Delivery(incoming, outgoing).watch((delivered) => this.ended(delivered));
    } else {
      const { status } = fieldsOf(error);
      this.ended({
        status: typeof status === "number" ? status : 500,
        bytes: 0,
        outcome: "answered",
      });
    }
  }

  get fault(): Rejection | undefined {
    const incoming = this.#incoming;
    return (
      incoming && (headFault(incoming, incoming.rawHeaders ?? [], CUT_HEAD) ?? afterEnd(incoming))
    );
  }

  override connection(): Connection {
    const { incoming } = this.#bindings;
    return this.#incoming === undefined || incoming === undefined
      ? super.connection()
      : connectionOf(incoming);
  }

  certificate(): unknown {
    return clientCertificate(this.#incoming?.socket);
  }

  override get contentLength(): number | undefined {
    // Reading the body of node-server's request would create a whole `Request`.
    if (this.#incoming === undefined) {
      return super.contentLength;
    }
    // Several steps need it, and each access to a header is slow.
    this.#contentLength ??= this.#declaredLength(this.#incoming) ?? "chunked";
    return this.#contentLength === "chunked" ? undefined : this.#contentLength;
  }

  #declaredLength({ stream }: Incoming): number | undefined {
    const length = this.header("content-length");
    if (this.header("transfer-encoding") !== undefined) {
      return undefined;
    }
    // On HTTP/2 a stream that continues has a body (RFC 9113 8.1).
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

  // Node enforces the declared length of a body, and node-server reads such a body without making a stream.
  #readDeclared({ limit, idle }: BodyBounds, done: (body: Uint8Array | BodyFault) => void): void {
    const settle = within(idle, done);
    this.#context.req.arrayBuffer().then(
      // Middleware may have replaced the request by one with a larger body.
      (buffer) => settle(buffer.byteLength > limit ? "too-large" : new Uint8Array(buffer)),
      () => settle("gone"),
    );
  }

  /** Reads the body again. Only the context keeps what was read through it. */
  #kept(): ReadableStream<Uint8Array> | undefined {
    const { req } = this.#context;
    const kept = Object.keys(req.bodyCache);
    let read = async (): Promise<Uint8Array> => new Uint8Array(await req.arrayBuffer());
    if (kept.length === 1 && kept[0] === "formData") {
      // Hono would write a multipart body with a new boundary.
      if (essenceOf(this.contentType ?? "") !== "application/x-www-form-urlencoded") {
        return undefined;
      }
      read = async () => urlEncoded(await req.formData());
    } else if (kept.length === 0) {
      return undefined;
    }
    return streamFrom([read], (readKept) => readKept());
  }

  protected override respond(given: Written): void {
    const { headers, content } = given;
    // node-server counts whole contents itself: before 1.19.11 also where the length is there, so that it was sent twice.
    const isCounted = typeof content === "string" || content instanceof Uint8Array;
    const written = isCounted && this.#incoming ? { ...given, length: undefined } : given;
    if (this.#untouched && !areWide(headers)) {
      this.#answer(responseOf(written));
      return;
    }
    // Middleware may still set a header with which text cannot be sent.
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

  /** Sets headers on the context. Returns those that only an answer can have. */
  #setHeaders(headers: readonly string[]): Record<string, string> {
    const own: Record<string, string> = Object.create(null);
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
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Hono's type lists statuses, and a declared one is any from 200 to 599
    return c.newResponse(bodyInit(content), status as 200, own);
  }
}

function urlEncoded(fields: FormData): Uint8Array {
  // Such a body has no files.
  const pairs = [...fields].map(([name, value]) => [name, typeof value === "string" ? value : ""]);
  return bytesOf(new URLSearchParams(pairs).toString());
}

function ignore(): void {
  // `answer` sends the answer.
}
