// The connection of a request on node:http, for observers.
import { fieldsOf } from "../../internal/record.ts";
import type { IncomingMessage } from "node:http";
import type { Connection } from "../../server/exchange/exchange.ts";
import { headerIn, linesOf } from "./raw-headers.ts";

/** The connection of a request. Requests that an adapter makes may have no socket and no version. */
export function connectionOf(req: IncomingMessage): Connection {
  const lines = linesOf(req);
  const { encrypted = false } = fieldsOf(req.socket);
  const { httpVersion } = req as Partial<IncomingMessage>;
  return {
    scheme: encrypted ? "https" : "http",
    // An absolute target has precedence over `Host` (RFC 9112 3.2.2). HTTP/2 has its own field.
    authority:
      /^https?:\/\/([^/?#]*)/i.exec(req.url ?? "")?.[1] ??
      headerIn(lines, ":authority") ??
      headerIn(lines, "host"),
    httpVersion: httpVersion?.replace(/^([2-9])\.0$/, "$1"),
  };
}
