// A server as a node:http request listener.
import type { IncomingMessage, ServerResponse } from "node:http";
import { shown } from "../../shared/internal/wrong-argument.ts";
import type { Answer } from "../../serve/exchange/answer.ts";
import { coreOf, type GivenServer } from "../../serve/create-server.ts";
import { amount, verifyTable, type OptionFault } from "../../serve/options/option-table.ts";
import type { ServerCore } from "../../serve/server-core.ts";
import { NodeExchange } from "./node-exchange.ts";
import type { Arrival, NodeRules } from "./node-rules.ts";
import { CUT_HEAD, ENDED, wrongVersion } from "./request-head.ts";

/** The options of `toListener`. */
export interface ListenerOptions {
  /** The origin of `call.request.url`: `http://localhost`. A `Host` header never decides it. */
  readonly origin?: string;
  /** Bytes of an unread body that are drained before the connection ends: 16 MiB. */
  readonly drainBytes?: number;
}

export const LISTENER_OPTIONS: Readonly<Record<keyof ListenerOptions, OptionFault>> = {
  origin: (given) =>
    originOf(given) === undefined
      ? `expected origin to be scheme, host and port, such as "https://example.com", received ${shown(given)}`
      : undefined,
  drainBytes: amount,
};

/** A request listener: `http.createServer(toListener(server))`. */
export type Listener = (req: IncomingMessage, res: ServerResponse) => void;

const DRAIN_BYTES = 16_777_216;
const ARRIVAL: Arrival = { expectsContinue: false, place: 0 };

/**
 * Makes a server a request listener for node:http. With your own server, Node responds to `Expect:
 * 100-continue` before the listener runs; `listen` responds to it only when it reads the body.
 */
export function toListener<S>(server: GivenServer<S>, options: ListenerOptions = {}): Listener {
  const core = coreOf("toListener", server);
  verifyTable("toListener", options, LISTENER_OPTIONS);
  const listen = makeListener(core, options);
  return (req, res) => listen(req, res, ARRIVAL);
}

/** A listener that also handles `Expect: 100-continue` and the last answers of connections. */
export function makeListener(
  core: ServerCore,
  options: ListenerOptions,
  ownership?: Partial<Ownership>,
): (req: IncomingMessage, res: ServerResponse, arrival: Arrival, refused?: Answer) => void {
  const rules = nodeRules(options, ownership);
  return (req, res, arrival, refused = wrongVersion(req)) => {
    if (ENDED.has(req.socket)) {
      // Requests after the last answer of a connection are not processed (RFC 9112 9.6).
      return;
    }
    const exchange = new NodeExchange(req, res, rules, arrival);
    if (refused === undefined) {
      core.handle(exchange);
    } else {
      core.turnAway(exchange, refused);
    }
  };
}

/** What the owner of a server decides: how answers end when it closes, and its limits. */
export type Ownership = Omit<NodeRules, keyof ListenerOptions>;

const FOREIGN: Ownership = {
  cutHead: CUT_HEAD,
  stall: undefined,
  isLast: () => false,
  opened: () => undefined,
};

/** The rules of an edge. By default the project owns the server. */
export function nodeRules(
  { origin = "http://localhost", drainBytes = DRAIN_BYTES }: ListenerOptions,
  ownership?: Partial<Ownership>,
): NodeRules {
  return { origin: originOf(origin) ?? origin, drainBytes, ...FOREIGN, ...ownership };
}

// `localhost:3000` parses as a URL too, with a scheme that has no origins.
function originOf(given: unknown): string | undefined {
  const text = typeof given === "string" || given instanceof URL ? String(given) : "";
  const origin = URL.canParse(text) ? new URL(text).origin : "null";
  return origin === "null" ? undefined : origin;
}
