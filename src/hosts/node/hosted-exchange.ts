// A request on node:http that other code has had before: the project's middleware may
// have read its body, and runs its requests in a context of its own.
import { AsyncResource } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { BodyFault, OpenBounds } from "../../server/exchange.ts";
import { openStream } from "../../server/open-stream.ts";
import { NodeExchange } from "./node-exchange.ts";
import type { Arrival, NodeRules } from "./node-exchange.ts";

const ARRIVAL: Arrival = { expectsContinue: false, place: 0 };

/** One request beside a project's own code. */
export class HostedExchange extends NodeExchange {
  override readonly host: unknown;
  readonly #req: IncomingMessage;
  // Whether the body belongs to a `Request`.
  #asked = false;

  constructor(req: IncomingMessage, res: ServerResponse, rules: NodeRules, host: unknown) {
    super(req, res, rules, ARRIVAL);
    this.#req = req;
    this.host = host;
  }

  override readBody(
    limit: number,
    idle: number,
    done: (body: Uint8Array | BodyFault) => void,
  ): void {
    this.readUnbound(limit, idle, this.contentLength === 0 ? done : inContext(done));
  }

  /** Reads the body for somebody who comes back to the request's context himself. */
  protected readUnbound(
    limit: number,
    idle: number,
    done: (body: Uint8Array | BodyFault) => void,
  ): void {
    if (this.#isTaken()) {
      done("taken");
    } else {
      super.readBody(limit, idle, done);
    }
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

/**
 * The same in the context it is given in: what a socket tells of runs in the socket's, not in the
 * request's. A resource of its own, for `AsyncResource.bind` costs as much as a whole request.
 */
export function inContext<Given>(done: (given: Given) => void): (given: Given) => void {
  const context = new AsyncResource("bough.body");
  return (given) => context.runInAsyncScope(done, undefined, given);
}
