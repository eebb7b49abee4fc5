// Writes the head of an answer. Headers that middleware has set stay, the answer's own headers win, and `Vary`,
// `Set-Cookie` and `Link` are combined.
import { type IncomingMessage, OutgoingMessage, ServerResponse } from "node:http";
import { ADDED, areWide, type Content } from "../../serve/exchange/answer.ts";

const writeHeadOfNode: unknown = Reflect.get(ServerResponse.prototype, "writeHead");

/** Writes status and headers (names and values in turn). On failure it ends the connection and cancels `stream`. */
export function writeHead(
  res: ServerResponse,
  status: number,
  head: readonly string[],
  body?: ReadableStream<Uint8Array>,
): void {
  try {
    // A replaced `writeHead` inspects headers and may not accept a list: it belongs to middleware, or to a class of an
    // adapter.
    if (res.writeHead === writeHeadOfNode && res.getHeaderNames().length === 0) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node only reads the list
      res.writeHead(status, head as string[]);
    } else {
      // If headers are already set, Node keeps one line of each name given here.
      setHeaders(res, head);
      res.writeHead(status);
    }
    // The request of an adapter may be incomplete.
    const headers = (res.req as IncomingMessage | undefined)?.headers;
    if (res.socket === null && headers?.expect !== undefined) {
      // If the content were bytes, Node would put a waiting head before the `100 Continue` that waits with it.
      flushHead(res);
    }
  } catch (error) {
    // Middleware that inspects the head has thrown. No other code would end the stream.
    res.destroy();
    body?.cancel().catch(() => undefined);
    throw error;
  }
}

/** A response whose headers are set. */
export interface HeaderTarget {
  getHeader(name: string): unknown;
  setHeader(name: string, value: string | string[]): unknown;
}

/** Sets headers beside those of middleware. */
export function setHeaders(res: HeaderTarget, head: readonly string[]): void {
  if (addsUp(head)) {
    addLines(res, head);
  } else {
    for (let index = 0; index < head.length; index += 2) {
      res.setHeader(head[index] ?? "", head[index + 1] ?? "");
    }
  }
}

/** Whether a head has a name twice, or a name whose lines combine with those already set. */
function addsUp(head: readonly string[]): boolean {
  for (let index = 0; index < head.length; index += 2) {
    const name = (head[index] ?? "").toLowerCase();
    // Heads are short, and names are nearly always lower case.
    if (name !== head[index] || ADDED.has(name) || head.indexOf(name) !== index) {
      return true;
    }
  }
  return false;
}

function addLines(res: HeaderTarget, head: readonly string[]): void {
  const lines = new Map<string, string[]>();
  for (let index = 0; index < head.length; index += 2) {
    const name = (head[index] ?? "").toLowerCase();
    const before = lines.get(name) ?? (ADDED.has(name) ? setLines(res, name) : []);
    const value = head[index + 1] ?? "";
    lines.set(name, name === "vary" && before.includes(value) ? before : [...before, value]);
  }
  for (const [name, values] of lines) {
    res.setHeader(name, values.length === 1 ? (values[0] ?? "") : values);
  }
}

function setLines(res: HeaderTarget, name: string): string[] {
  return [res.getHeader(name) ?? []].flat().map(String);
}

/** Content in the form that Node takes. */
export interface Written {
  readonly content: string | Uint8Array | undefined;
  readonly encoding: BufferEncoding;
}

/** Content with a length in bytes, in the form that is written after a head. */
export function writtenOf(
  headers: readonly string[],
  content: Content | undefined,
  length: number,
): Written {
  // Node copies ASCII as it is in memory, and other texts character by character.
  return content?.length === length
    ? { content, encoding: "latin1" }
    : { content: sendable(headers, content), encoding: "utf8" };
}

/** Content that can be written together with its head. */
export function sendable<Body extends Content | undefined>(
  headers: readonly string[],
  body: Body,
): Body | Buffer {
  return typeof body === "string" && areWide(headers) ? Buffer.from(body) : body;
}

// Sends the head of an answer before there is content. A head is Latin-1, but Node's `flushHeaders` writes
// UTF-8. Writing an empty chunk does not.

/** Sends the head of an answer now, because the client may wait for it. */
export function flushHead(res: ServerResponse): void {
  if (res.req.method === "HEAD") {
    // Node drops content here and would not send the head with it.
    res.flushHeaders();
    return;
  }
  // Middleware replaces `write` for content only.
  OutgoingMessage.prototype.write.call(res, "", "latin1");
}
