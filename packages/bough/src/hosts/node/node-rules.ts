// What holds for all requests of an edge of node:http, and how one of them came.
import type { IncomingMessage, ServerResponse } from "node:http";

/** What an edge of node:http decides for all its requests. */
export interface NodeRules {
  /** The origin of `call.request.url`; a `Host` header never decides it. */
  readonly origin: string;
  /** How many names and values a head has of which Node may have dropped the rest. */
  readonly cutHead: number;
  /** Milliseconds in which a client must take something of what waits for it; `undefined` where the host owns the socket. */
  readonly stall: number | undefined;
  /** Bytes that are drained of a body nobody reads, before the connection ends. */
  readonly drainBytes: number;
  /** Whether this is the last answer on a connection of a server that is closing: it then says so. */
  readonly isLast: (req: IncomingMessage, place: number) => boolean;
  /** Hears of an answer that may be broken off as soon as it is resumable, when its server closes. */
  readonly opened: (res: ServerResponse, resumable: () => boolean) => void;
}

/** How a request came. */
export interface Arrival {
  /** Whether its client waits for `100 Continue` before it sends the body. */
  readonly expectsContinue: boolean;
  /** Its place among the requests of its connection. */
  readonly place: number;
}
