// Where the reader of an event stream is: the id of its last event, which it says when it comes
// back (HTML 9.2.6). The client's counterpart is in declaration/events-body.ts.
import { isIdempotent } from "../../http/method.ts";
import type { ServerCall } from "../call/call.ts";

/** The place of one reader. */
export class EventCursor {
  #id: string | undefined;
  #hasEvents = false;
  readonly #repeatable: boolean;

  constructor({ "~exchange": exchange }: Pick<ServerCall, "~exchange">) {
    // Only what is idempotent is asked for again (RFC 9110 9.2.2), and a stream is read away.
    this.#repeatable = isIdempotent(exchange.method) && exchange.contentLength !== undefined;
    this.#id = exchange.header("last-event-id");
  }

  /** Whether its reader comes back to where it was. */
  get isKnown(): boolean {
    return this.#repeatable && Boolean(this.#id);
  }

  /** Takes the id of an event that is sent; an empty one makes its reader forget. */
  reached(id: string | undefined): void {
    // An event without one, and none before: nobody knows where that is.
    this.#id = id ?? (this.#hasEvents ? this.#id : "");
    this.#hasEvents = true;
  }
}
