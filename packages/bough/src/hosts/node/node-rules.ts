// The rules for all requests of a node:http server, and how one of them arrived.
import type { IncomingMessage, ServerResponse } from "node:http";

/** What a node:http server decides for all requests. */
export interface NodeRules {
  /** The origin of `call.request.url`; a `Host` header never decides it. */
  readonly origin: string;
  /** The number of names and values at which Node may have dropped header lines. */
  readonly cutHead: number;
  /** Milliseconds in which a client must read some of the waiting bytes. `undefined` if the host owns the socket. */
  readonly stall: number | undefined;
  /** Bytes of an unread body that are drained before the connection ends. */
  readonly drainBytes: number;
  /** Whether this is the last answer on a connection of a closing server, which then says so. */
  readonly isLast: (req: IncomingMessage, place: number) => boolean;
  /** Called with an answer that a closing server may break as soon as it is resumable. */
  readonly opened: (res: ServerResponse, resumable: () => boolean) => void;
}

/** How a request came. */
export interface Arrival {
  /** Whether its client waits for `100 Continue` before it sends the body. */
  readonly expectsContinue: boolean;
  /** Its place among the requests of its connection. */
  readonly place: number;
}
