// A request on node:http that the project's middleware has seen first. Middleware may have read its body, from
// the request or from a `Request` that a guard made of it.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { BodyReceiver, OpenBounds } from "../../serve/exchange/exchange.ts";
import { openStream } from "../../serve/exchange/body-stream.ts";
import { afterEnd } from "./request-head.ts";
import { NodeExchange } from "./node-exchange.ts";
import type { Arrival, NodeRules } from "./node-rules.ts";

const ARRIVAL: Arrival = { expectsContinue: false, place: 0 };

/** One request on a server with code of the project around the routes. */
export class HostedExchange extends NodeExchange {
  override readonly host: unknown;
  // Whether a `Request` owns the body.
  #asked = false;

  constructor(req: IncomingMessage, res: ServerResponse, rules: NodeRules, host: unknown) {
    super(req, res, rules, ARRIVAL);
    this.fault ??= afterEnd(req);
    this.host = host;
  }

  override readBody(limit: number, idle: number, done: BodyReceiver): void {
    if (this.#isTaken()) {
      done("taken");
      return;
    }
    super.readBody(limit, idle, done);
  }

  override openBody(bounds: OpenBounds): ReadableStream<Uint8Array> {
    if (!this.#isTaken()) {
      return super.openBody(bounds);
    }
    const { broken, ...rest } = bounds;
    return openStream(new ReadableStream(), { ...rest, taken: true }, broken);
  }

  override request(): Request {
    this.#asked ||= !this.source.readableDidRead;
    return super.request();
  }

  // Other code has read the body, and not through `call.request`.
  #isTaken(): boolean {
    return this.contentLength !== 0 && this.source.readableDidRead && !this.#asked;
  }
}
