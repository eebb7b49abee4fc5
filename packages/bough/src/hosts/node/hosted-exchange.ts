// A request on node:http that other code has had before: the project's middleware may
// have read its body, from the request or from the `Request` that a guard made of it.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { BodyFault, OpenBounds } from "../../server/exchange/exchange.ts";
import { openStream } from "../../server/exchange/open-stream.ts";
import { afterEnd } from "./head-fault.ts";
import { NodeExchange } from "./node-exchange.ts";
import type { Arrival, NodeRules } from "./node-rules.ts";

const ARRIVAL: Arrival = { expectsContinue: false, place: 0 };

/** One request beside a project's own code. */
export class HostedExchange extends NodeExchange {
  override readonly host: unknown;
  readonly #req: IncomingMessage;
  // Whether the body belongs to a `Request`.
  #asked = false;

  constructor(req: IncomingMessage, res: ServerResponse, rules: NodeRules, host: unknown) {
    super(req, res, rules, ARRIVAL);
    this.fault ??= afterEnd(req);
    this.#req = req;
    this.host = host;
  }

  override readBody(
    limit: number,
    idle: number,
    done: (body: Uint8Array | BodyFault) => void,
  ): void {
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
    this.#asked ||= !this.#req.readableDidRead;
    return super.request();
  }

  // Read by somebody who did not read it from `call.request`.
  #isTaken(): boolean {
    return this.contentLength !== 0 && this.#req.readableDidRead && !this.#asked;
  }
}
