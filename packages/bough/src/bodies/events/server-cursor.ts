// The position of a client in an event stream: the id of its last event, which it sends when it reconnects (HTML
// 9.2.6). The client's counterpart is in bodies/events/declared.ts.
import { isIdempotent } from "../../shared/http/method.ts";
import type { ServerCall } from "../../serve/handler/call.ts";

/** The position of one client. */
export class EventCursor {
  #id: string | undefined;
  #hasEvents = false;
  readonly #repeatable: boolean;

  constructor({ "~exchange": exchange }: Pick<ServerCall, "~exchange">) {
    // Only idempotent requests are repeated (RFC 9110 9.2.2), and a stream can be read only once.
    this.#repeatable = isIdempotent(exchange.method) && exchange.contentLength !== undefined;
    this.#id = exchange.header("last-event-id");
  }

  /** Whether the client can continue where it was. */
  get isKnown(): boolean {
    return this.#repeatable && Boolean(this.#id);
  }

  /** Records the id of a sent event. An empty one resets the client. */
  reached(id: string | undefined): void {
    // No event has had an id yet, so the position is unknown.
    this.#id = id ?? (this.#hasEvents ? this.#id : "");
    this.#hasEvents = true;
  }
}
