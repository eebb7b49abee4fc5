// Writes the head of an answer. Middleware before the server may have set headers on the
// response: they stay, the answer's own go first, and `Vary` and `Set-Cookie` add up.
import { ServerResponse } from "node:http";
import type { IncomingMessage } from "node:http";
import { ADDED, areWide } from "../../server/exchange/answer.ts";
import type { Content } from "../../server/exchange/answer.ts";
import { flushHead } from "./flush-head.ts";

const writeHeadOfNode: unknown = Reflect.get(ServerResponse.prototype, "writeHead");

/** Writes status and headers, names and values in turn; where that fails it ends the connection, and the stream that was to follow. */
export function writeHead(
  res: ServerResponse,
  status: number,
  head: readonly string[],
  body?: ReadableStream<Uint8Array>,
): void {
  try {
    write(res, status, head);
    // An adapter may have made its response of less than a request.
    const headers = (res.req as IncomingMessage | undefined)?.headers;
    if (res.socket === null && headers?.expect !== undefined) {
      // Node would put a head that waits for its turn before the 100 that waits with it, were
      // there content in bytes.
      flushHead(res);
    }
  } catch (error) {
    // Middleware that looks at a head as it leaves has thrown: nobody else would end it.
    res.destroy();
    body?.cancel().catch(() => undefined);
    throw error;
  }
}

function write(res: ServerResponse, status: number, head: readonly string[]): void {
  // Any other `writeHead` looks at headers before they leave, and may know no list of them: it is
  // that of middleware, or of a class that an adapter has made.
  if (res.writeHead === writeHeadOfNode && res.getHeaderNames().length === 0) {
    // A copy is made anyway where it matters: Node only reads it.
    res.writeHead(status, head as string[]);
    return;
  }
  // Beside headers that are set, Node keeps one line of each name that is given here.
  setHeaders(res, head);
  res.writeHead(status);
}

/** Sets headers beside those that middleware has set. */
export function setHeaders(res: ServerResponse, head: readonly string[]): void {
  if (addsUp(head)) {
    addLines(res, head);
  } else {
    for (let index = 0; index < head.length; index += 2) {
      res.setHeader(head[index] ?? "", head[index + 1] ?? "");
    }
  }
}

/** Whether a head has a name twice, or one whose lines add up with those that are set. */
function addsUp(head: readonly string[]): boolean {
  for (let index = 0; index < head.length; index += 2) {
    const name = (head[index] ?? "").toLowerCase();
    // A head is short, and its names are nearly always in lower case.
    if (name !== head[index] || ADDED.has(name) || head.indexOf(name) !== index) {
      return true;
    }
  }
  return false;
}

function addLines(res: ServerResponse, head: readonly string[]): void {
  const lines = new Map<string, string[]>();
  for (let index = 0; index < head.length; index += 2) {
    const name = (head[index] ?? "").toLowerCase();
    const before = lines.get(name) ?? (ADDED.has(name) ? setLines(res, name) : []);
    lines.set(name, [...before, head[index + 1] ?? ""]);
  }
  for (const [name, values] of lines) {
    res.setHeader(name, values.length === 1 ? (values[0] ?? "") : values);
  }
}

function setLines(res: ServerResponse, name: string): string[] {
  return [res.getHeader(name) ?? []].flat().map(String);
}

/** Content as it is handed to Node. */
export interface Written {
  readonly content: string | Uint8Array | undefined;
  /** Of a text. */
  readonly encoding: BufferEncoding;
}

/** Content, of a length in bytes, as it is written after a head. */
export function writtenOf(
  headers: readonly string[],
  content: Content | undefined,
  length: number,
): Written {
  // ASCII is copied as it lies in memory; other texts are read character by character.
  return content?.length === length
    ? { content, encoding: "latin1" }
    : { content: sendable(headers, content), encoding: "utf8" };
}

/** Content that can be written with its head. */
export function sendable<Body extends Content | undefined>(
  headers: readonly string[],
  body: Body,
): Body | Buffer {
  return typeof body === "string" && areWide(headers) ? Buffer.from(body) : body;
}
