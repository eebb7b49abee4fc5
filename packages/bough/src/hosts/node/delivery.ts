// How an answer on node:http is delivered, for observers.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Ending, Outcome } from "../../serve/exchange/exchange.ts";
import { onClosed } from "./on-closed.ts";

/** One answer, whichever code writes it. */
export class Delivery {
  /** The outcome if the connection closes before the last byte. */
  interrupted: Exclude<Outcome, "answered"> = "left";
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  #bytes = 0;

  constructor(req: IncomingMessage, res: ServerResponse) {
    this.#req = req;
    this.#res = res;
  }

  /** Calls `ended` once: when the last byte is written, or the client is gone. */
  watch(ended: (delivered: Ending) => void): void {
    const req = this.#req;
    const res = this.#res;
    const end = (outcome: Outcome): void => {
      forget();
      res.off("finish", finished);
      const status = res.headersSent ? res.statusCode : undefined;
      ended({ status, bytes: this.#bytes, outcome });
    };
    // Node also emits `finish` for bytes that it could not write any more.
    const finished = (): void => end(req.socket.destroyed ? this.interrupted : "answered");
    const forget = onClosed(req, res, () => end(this.interrupted));
    if (res.closed || res.destroyed || req.socket.destroyed) {
      end("left");
    } else {
      // Register before Node's own listener, which may end the connection.
      res.prependOnceListener("finish", finished);
    }
  }

  /** Counts bytes of the body that were given to Node. */
  wrote(bytes: number): void {
    this.#bytes += bytes;
  }
}
