// A client that sends bytes as they are given and reads answers as they come: for targets,
// header lines and timings that no other client would send.
import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** An answer as it came over the wire. */
export interface RawResponse {
  readonly status: number;
  /** Lower-case names and values, in the order of the lines. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Statuses of the interim answers before it: 100. */
  readonly interim: readonly number[];
}

/** The values of one header, a line each. */
export function linesOf({ headers }: RawResponse, name: string): string[] {
  return headers.filter(([field]) => field === name).map(([, value]) => value);
}

/** One connection. */
export class RawClient {
  readonly socket: Socket;
  /** Resolves when the connection has ended, however it did. */
  readonly closed: Promise<void>;
  /** What has come, joined only when somebody looks, because 16 MB come in many pieces. */
  #pieces: Buffer[] = [];
  #ended = false;
  #wake: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (chunk: Buffer) => {
      this.#pieces.push(chunk);
      this.#wake();
    });
    socket.on("error", () => undefined);
    this.closed = new Promise((resolve) => {
      socket.once("close", () => {
        this.#ended = true;
        this.#wake();
        resolve();
      });
    });
  }

  static async open(port: number): Promise<RawClient> {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    await once(socket, "connect");
    return new RawClient(socket);
  }

  get #received(): Buffer {
    const whole = Buffer.concat(this.#pieces);
    this.#pieces = [whole];
    return whole;
  }

  /** What was received and is not yet read as an answer. */
  get rest(): string {
    return this.#received.toString("latin1");
  }

  /** Text is sent as Latin-1, a byte a character. */
  write(data: string | Uint8Array): this {
    this.socket.write(typeof data === "string" ? Buffer.from(data, "latin1") : data);
    return this;
  }

  /** Resolves when everything written has been taken by the kernel. */
  async flushed(): Promise<void> {
    while (this.socket.writableLength > 0 && !this.socket.destroyed) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  /** The next answer; rejects when the connection ends before it is whole. */
  async next(method = "GET"): Promise<RawResponse> {
    const interim: number[] = [];
    for (;;) {
      const received = this.#received;
      const parsed = parse(received, method, this.#ended);
      if (parsed !== undefined) {
        this.#pieces = [received.subarray(parsed.length)];
        if (parsed.response.status >= 200) {
          return { ...parsed.response, interim };
        }
        interim.push(parsed.response.status);
        continue;
      }
      if (this.#ended) {
        throw new Error(`the connection ended after ${JSON.stringify(this.rest)}`);
      }
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  destroy(): void {
    this.socket.destroy();
  }
}

/** Sends bytes on a connection of their own and gives the first answer. */
export async function exchangeRaw(
  port: number,
  data: string | Uint8Array,
  method = "GET",
): Promise<RawResponse> {
  const client = await RawClient.open(port);
  try {
    return await client.write(data).next(method);
  } finally {
    client.destroy();
  }
}

interface Parsed {
  readonly response: RawResponse;
  readonly length: number;
}

function parse(received: Buffer, method: string, ended: boolean): Parsed | undefined {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd < 0) {
    return undefined;
  }
  const [statusLine = "", ...lines] = received
    .subarray(0, headEnd)
    .toString("latin1")
    .split("\r\n");
  const status = /^HTTP\/1\.[01] (\d{3}) [\t -~]*$/.exec(statusLine)?.[1];
  if (status === undefined) {
    throw new Error(`no status line: ${JSON.stringify(statusLine)}`);
  }
  const headers = lines.map((line): readonly [string, string] => {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      throw new Error(`no header line: ${JSON.stringify(line)}`);
    }
    return [name.toLowerCase(), value];
  });
  const start = headEnd + 4;
  const done = (body: Buffer, length: number): Parsed => ({
    response: { status: Number(status), headers, body: body.toString(), interim: [] },
    length,
  });
  if (method === "HEAD" || /^(?:1..|204|304)$/.test(status)) {
    return done(Buffer.alloc(0), start);
  }
  const of = (name: string): string | undefined => headers.find(([field]) => field === name)?.[1];
  if (of("transfer-encoding") === "chunked") {
    return readChunks(received, start, done);
  }
  const length = of("content-length");
  if (length === undefined) {
    return ended ? done(received.subarray(start), received.length) : undefined;
  }
  const end = start + Number(length);
  return received.length < end ? undefined : done(received.subarray(start, end), end);
}

function readChunks(
  received: Buffer,
  start: number,
  done: (body: Buffer, length: number) => Parsed,
): Parsed | undefined {
  const chunks: Buffer[] = [];
  for (let at = start; ;) {
    const lineEnd = received.indexOf("\r\n", at);
    const size = lineEnd < 0 ? NaN : parseInt(received.toString("latin1", at, lineEnd), 16);
    const end = lineEnd + 2 + size;
    if (Number.isNaN(size) || received.length < end + 2) {
      return undefined;
    }
    if (size === 0) {
      return done(Buffer.concat(chunks), end + 2);
    }
    chunks.push(received.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}
