// One request in an event of Lambda, and its answer. The whole body is in the event. An answer leaves whole too,
// unless the function streams its responses.
import { bytesOf, relayed } from "../../shared/codec/byte-stream.ts";
import { isPlainHost } from "../../shared/http/request-target.ts";
import { isNullBodyStatus } from "../../shared/http/status.ts";
import { fromBase64 } from "../../shared/internal/encodings.ts";
import { LONGEST_TIMER } from "../../shared/internal/later.ts";
import type { Answer } from "../../serve/exchange/answer.ts";
import type { BodyFault, Connection } from "../../serve/exchange/exchange.ts";
import { FetchExchange, type Written } from "../../serve/exchange/fetch-exchange.ts";
import { readStream } from "../../serve/exchange/body-stream.ts";
import { invalidRequest, rejection, type Rejection } from "../../serve/exchange/rejection.ts";
import type { ServerCore } from "../../serve/server-core.ts";
import type { Mounted } from "../mount.ts";
import type { Deadline, LambdaContext } from "./deadline.ts";
import { headersOf, type EventKind, type LambdaEvent } from "./event.ts";
import { requestLimit, responseLimit, tooLarge } from "./limits.ts";

/** The value of `call.host` on Lambda. */
export interface LambdaHost<Event = LambdaEvent, Context = LambdaContext> {
  readonly event: Event;
  readonly context: Context;
}

export interface Invocation extends LambdaHost {
  readonly kind: EventKind;
  readonly deadline: Deadline;
  readonly core: ServerCore;
  /** Whether the function streams its responses. */
  readonly streaming: boolean;
  /** Gets the answer. Throws if it cannot be sent. */
  readonly respond: (written: Written) => void;
}

// A `Request` takes neither a method that isn't a token (RFC 9110 5.6.2) nor these, in any case (Fetch, forbidden method).
const FETCHED = /^(?!(?:connect|trace|track)$)[\w!#$%&'*+.^`|~-]+$/i;

/** A request in an event. */
export class LambdaExchange extends FetchExchange {
  readonly mount: string;
  override readonly method: string;
  readonly fault: Rejection | undefined;
  readonly #invocation: Invocation;

  constructor(invocation: Invocation, { mount, target }: Mounted) {
    const { event, kind, deadline } = invocation;
    const method = event.httpMethod ?? event.requestContext.http?.method ?? "";
    const fetched = FETCHED.test(method) ? method : "GET";
    const headers = headersOf(event);
    const { bytes, fault } = bodyOf(event, kind);
    const authority = headers.get("host") ?? event.requestContext.domainName ?? "";
    const scheme = headers.get("x-forwarded-proto") === "http" ? "http" : "https";
    const asked = `${scheme}://${authority}`;
    const origin = isPlainHost(authority) && URL.canParse(asked) ? asked : `${scheme}://localhost`;
    const request = new Request(origin + mount + target, {
      method: fetched,
      headers,
      body: /^(?:get|head)$/i.test(fetched) ? null : bytes,
      signal: deadline.signal,
    });
    super(request, undefined, () => undefined, target);
    this.method = method;
    this.mount = mount;
    this.fault = fault;
    this.#invocation = invocation;
  }

  override get host(): LambdaHost {
    const { event, context } = this.#invocation;
    return { event, context };
  }

  // The deadline aborts work on an answer, which may still be sent.
  protected override get gone(): AbortSignal {
    return NEVER;
  }

  override connection(): Connection {
    const { http, protocol } = this.#invocation.event.requestContext;
    const [, httpVersion] = /^HTTP\/([\d.]+)$/.exec(http?.protocol ?? protocol ?? "") ?? [];
    return { ...super.connection(), httpVersion };
  }

  override send(answer: Answer): void {
    const { body, status } = answer;
    const { streaming, kind, deadline } = this.#invocation;
    const isUnread = this.method === "HEAD" || isNullBodyStatus(status);
    if (streaming || isUnread || !(body instanceof ReadableStream)) {
      super.send(answer);
      return;
    }
    const stream = relayed(body, { signal: deadline.signal });
    const bounds = { limit: responseLimit(kind), idle: LONGEST_TIMER };
    readStream(stream, bounds, (read) => this.#gathered(answer, read));
  }

  #gathered(answer: Answer, read: Uint8Array | BodyFault): void {
    const { core, kind, deadline } = this.#invocation;
    if (read === "too-large") {
      core.fail(this, tooLarge(kind));
    } else if (typeof read !== "string") {
      try {
        super.send({ ...answer, body: read });
      } catch (error) {
        core.fail(this, error);
      }
    } else if (deadline.signal.aborted) {
      core.fail(this, new DOMException(ENDLESS, "TimeoutError"));
    } else {
      // It broke, which is reported already. Nothing of it has left.
      core.refuse(this, rejection(500));
    }
  }

  protected override respond(written: Written): void {
    this.#invocation.respond(written);
  }
}

const NEVER: AbortSignal = /* @__PURE__ */ new AbortController().signal;

const ENDLESS =
  "toLambda: a streamed response did not end before the deadline of the function: use streaming: true";

function bodyOf(
  { body, isBase64Encoded }: LambdaEvent,
  kind: EventKind,
): { readonly bytes: Uint8Array<ArrayBuffer> | null; readonly fault?: Rejection } {
  if (!body) {
    return { bytes: null };
  }
  const limit = requestLimit(kind);
  try {
    const bytes = isBase64Encoded ? fromBase64(body) : bytesOf(body);
    // The limit of Lambda is that of the event, which has the body in base64.
    const size = kind === "alb" || !isBase64Encoded ? bytes.length : body.length;
    return size > limit
      ? { bytes: null, fault: rejection(413, `the body must have at most ${limit} bytes`) }
      : { bytes };
  } catch {
    return {
      bytes: null,
      fault: invalidRequest([{ in: "body", message: "must be base64, as its event says" }]),
    };
  }
}
