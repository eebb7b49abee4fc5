// A server as a request listener of node:http.
import type { IncomingMessage, ServerResponse } from "node:http";
import { shown } from "../../internal/shown.ts";
import type { Answer } from "../../server/exchange/answer.ts";
import { coreOf } from "../../server/create-server.ts";
import type { FetchServer } from "../../server/create-server.ts";
import { amount, verifyTable } from "../../server/options/option-table.ts";
import type { OptionFault } from "../../server/options/option-table.ts";
import type { ServerCore } from "../../server/server-core.ts";
import { ENDED } from "./ended.ts";
import { CUT_HEAD } from "./head-fault.ts";
import { keepTick } from "./kept-tick.ts";
import { NodeExchange } from "./node-exchange.ts";
import type { Arrival, NodeRules } from "./node-rules.ts";
import { wrongVersion } from "./wrong-version.ts";

/** The options of `toListener`. */
export interface ListenerOptions {
  /** The origin of `call.request.url`: `http://localhost`; a `Host` header never decides it. */
  readonly origin?: string;
  /** Bytes that are drained of a body nobody reads before the connection ends: 16 MiB. */
  readonly drainBytes?: number;
}

/** What they have to be. */
export const LISTENER_OPTIONS: Readonly<Record<keyof ListenerOptions, OptionFault>> = {
  origin: (given) =>
    originOf(given) === undefined
      ? `origin ${shown(given)} is no origin: give scheme, host and port, as in "https://example.com"`
      : undefined,
  drainBytes: amount,
};

/** A request listener: `http.createServer(toListener(server))`. */
export type Listener = (req: IncomingMessage, res: ServerResponse) => void;

const DRAIN_BYTES = 16_777_216;
const ARRIVAL: Arrival = { expectsContinue: false, place: 0 };

/**
 * Makes a server a request listener of node:http. Your own server then answers `Expect:
 * 100-continue` (Node answers 100 before the listener runs); `listen` answers it only when it
 * reads the body.
 */
export function toListener(server: FetchServer, options: ListenerOptions = {}): Listener {
  const core = coreOf("toListener", server);
  verifyTable("toListener", options, LISTENER_OPTIONS);
  const listen = makeListener(core, options);
  return (req, res) => listen(req, res, ARRIVAL);
}

/** A listener that knows of `Expect: 100-continue`, and of answers that are a connection's last. */
export function makeListener(
  core: ServerCore,
  options: ListenerOptions,
  ownership?: Partial<Ownership>,
): (req: IncomingMessage, res: ServerResponse, arrival: Arrival, refused?: Answer) => void {
  const rules = nodeRules(options, ownership);
  return (req, res, arrival, refused = wrongVersion(req)) => {
    if (ENDED.has(req.socket)) {
      // What follows the last answer of a connection is not processed (RFC 9112 9.6).
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

/** What is decided by the owner of a server: how its answers end when it closes, and what it takes. */
export type Ownership = Omit<NodeRules, keyof ListenerOptions>;

const FOREIGN: Ownership = {
  cutHead: CUT_HEAD,
  stall: undefined,
  isLast: () => false,
  opened: () => undefined,
};

/** The rules of an edge; by default its server is the project's. */
export function nodeRules(
  { origin = "http://localhost", drainBytes = DRAIN_BYTES }: ListenerOptions,
  ownership?: Partial<Ownership>,
): NodeRules {
  // Whatever answers through Node's request and response has these rules: node:http, Express, Fastify.
  keepTick();
  return { origin: originOf(origin) ?? origin, drainBytes, ...FOREIGN, ...ownership };
}

// `localhost:3000` is a URL as well, of a scheme that has no origins.
function originOf(given: unknown): string | undefined {
  const text = typeof given === "string" || given instanceof URL ? String(given) : "";
  const origin = URL.canParse(text) ? new URL(text).origin : "null";
  return origin === "null" ? undefined : origin;
}
