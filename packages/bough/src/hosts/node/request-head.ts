// The head of a request on node:http: its lines, the headers that every request needs, its faults and its
// connection. Node's own `headers` keeps only one line of some names, and parses all of them.
import type { IncomingMessage } from "node:http";
import { invalidRequest, rejection, type Rejection } from "../../serve/exchange/rejection.ts";
import { fieldsOf } from "../../shared/internal/record.ts";
import type { Connection } from "../../serve/exchange/exchange.ts";
import type { Answer } from "../../serve/exchange/answer.ts";
import { rejectionAnswer } from "../../serve/response/write-failure.ts";
import type { PeerCertificate, TLSSocket } from "node:tls";

/** The header lines of a request: names and values in turn. */
export function linesOf(req: IncomingMessage): readonly string[] {
  // Requests that an adapter makes, for example from a Lambda event, may have only `headers`.
  const lines = req.rawHeaders as readonly string[] | undefined;
  return lines === undefined || lines.length === 0 ? madeOf(req.headers) : lines;
}

// An adapter may give a length as a number.
type MadeHeaders = Readonly<Record<string, string | number | readonly string[] | undefined>>;

function madeOf(headers: MadeHeaders): string[] {
  return Object.entries(headers).flatMap(([name, given]) =>
    [given ?? []].flat().flatMap((value) => [name, String(value)]),
  );
}

/** The value of a header by its lower-case name. Several lines are joined. */
export function headerIn(raw: readonly string[], name: string): string | undefined {
  let found: string | undefined;
  for (let index = 0; index < raw.length; index += 2) {
    const field = raw[index] ?? "";
    if (field.length === name.length && isNamed(field, name)) {
      found = join(found, raw[index + 1], name === "cookie" ? "; " : ", ");
    }
  }
  return found;
}

function isNamed(name: string, lower: string): boolean {
  return name === lower || name.toLowerCase() === lower;
}

function join(first: string | undefined, second = "", separator = ", "): string {
  return first === undefined ? second : first + separator + second;
}

/** The headers that every request needs. */
export interface RequestHead {
  authority: string | undefined;
  accept: string | undefined;
  contentType: string | undefined;
  contentEncoding: string | undefined;
  contentLength: number | undefined;
  authorized: boolean;
}

/** Reads raw lines into a head, in one pass. Returns whether the body has a transfer coding. */
export function readHead(raw: readonly string[], head: RequestHead): boolean {
  let isCoded = false;
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? "";
    switch (name.length) {
      case 4:
        if (isNamed(name, "host")) {
          head.authority = join(head.authority, raw[index + 1]);
        }
        break;
      case 6:
        if (isNamed(name, "accept")) {
          head.accept = join(head.accept, raw[index + 1]);
        }
        break;
      case 12:
        if (isNamed(name, "content-type")) {
          head.contentType = join(head.contentType, raw[index + 1]);
        }
        break;
      case 13:
        head.authorized ||= isNamed(name, "authorization");
        break;
      case 14:
        if (isNamed(name, "content-length")) {
          head.contentLength = Number(raw[index + 1]);
        }
        break;
      case 16:
        if (isNamed(name, "content-encoding")) {
          head.contentEncoding = join(head.contentEncoding, raw[index + 1]);
        }
        break;
      case 17:
        isCoded ||= isNamed(name, "transfer-encoding");
        break;
      default:
    }
  }
  return isCoded;
}

// Faults in a request's head that Node's parser accepts: dropped lines, and framing that other servers read
// differently. The connection ends in both cases, because the start of the next request is unknown.

/** How many names and values of a head Node keeps by default. */
export const CUT_HEAD = 2_000;

const CLOSE = ["connection", "close"];
const TOO_MANY = rejection(431, "the request must have fewer than 1,000 header lines", CLOSE);
const NO_CODING: Rejection = {
  ...invalidRequest([{ in: "header", name: "transfer-encoding", message: "must not be empty" }]),
  headers: CLOSE,
};

const AFTER_END = rejection(400, "the connection ended before this request", CLOSE);

/** The fault of a request that follows the last answer of its connection. */
export function afterEnd(req: { readonly socket?: object | undefined }): Rejection | undefined {
  return req.socket && ENDED.has(req.socket) ? AFTER_END : undefined;
}

/** The fault of a request, by its raw header lines. With `most` names and values, Node may have dropped more. */
export function headFault(
  { socket }: { readonly socket?: object | undefined },
  raw: readonly string[],
  most: number,
): Rejection | undefined {
  const fault = raw.length >= most ? TOO_MANY : framingFault(raw);
  if (fault !== undefined && socket) {
    ENDED.add(socket);
  }
  return fault;
}

function framingFault(raw: readonly string[]): Rejection | undefined {
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? "";
    // RFC 9112 6.3: the length is unknown unless the last coding is `chunked`.
    if (name.length === 17 && raw[index + 1] === "" && isNamed(name, "transfer-encoding")) {
      return NO_CODING;
    }
  }
  return undefined;
}

/** The sockets whose last answer is sent: no further request is processed on them (RFC 9112 9.6). */
export const ENDED: WeakSet<object> = new WeakSet();

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

/** The certificate that the client has proved; `undefined` without one. */
export function clientCertificate(socket: object | undefined): PeerCertificate | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only a socket of node:tls has `authorized`, which is checked below
  const connection = Object(socket) as Partial<TLSSocket>;
  if (connection.authorized !== true) {
    return undefined;
  }
  const certificate = connection.getPeerCertificate?.();
  // Node also authorizes a client that resumes a session of TLS 1.3 without a certificate, which is `{}` then.
  return certificate?.raw === undefined ? undefined : certificate;
}

// HTTP/2 requests, which node:http2 shows in the form of node:http. They have their authority and the presence of a
// body in other places, and one connection has many requests.
const NOT_SPOKEN: Answer = rejectionAnswer(
  rejection(505, "the server supports HTTP/1.1 only: put a proxy before it for HTTP/2"),
);

/** The rejection of a request that is not HTTP/1 (RFC 9110 15.6.6); `undefined` for HTTP/1. */
export function wrongVersion({ httpVersionMajor }: IncomingMessage): Answer | undefined {
  // Requests that an adapter makes may have no version.
  return httpVersionMajor > 1 ? NOT_SPOKEN : undefined;
}
