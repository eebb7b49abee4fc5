// The connections of one server: which requests are open on each, and how they end when the server closes. A
// request only increments a counter; the expensive work happens at closing.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { LONGEST_TIMER } from "../../internal/longest-timer.ts";
import { onClosed } from "./on-closed.ts";

// How often a closing server looks for idle connections and for streams that have become resumable.
const SWEEP_MILLISECONDS = 20;

/** The open connections of a server. */
export class Connections {
  #closed: Promise<void> | undefined;
  #ended: () => void = () => undefined;
  // The number of requests so far, by connection.
  readonly #open = new Map<Socket, { requests: number }>();

  // Open streams that a closing server may break once they are resumable.
  readonly #streams = new Map<ServerResponse, () => boolean>();

  get closing(): boolean {
    return this.#closed !== undefined;
  }

  add(socket: Socket): void {
    this.#open.set(socket, { requests: 0 });
    socket.once("close", () => {
      this.#open.delete(socket);
      this.#ended();
    });
  }

  /** Counts a request. Returns its number on its connection. */
  begin({ socket }: IncomingMessage): number {
    const connection = this.#open.get(socket);
    return connection === undefined ? 0 : ++connection.requests;
  }

  /** Whether the connection ends after this answer: the server is closing, and answers are sent in order. */
  isLast({ socket }: IncomingMessage, place: number): boolean {
    return this.closing && this.#open.get(socket)?.requests === place;
  }

  /** Remembers a stream. When the server closes and `resumable()` is true, the reader can continue elsewhere. */
  opened(res: ServerResponse, resumable: () => boolean): void {
    this.#streams.set(res, resumable);
    onClosed(res.req, res, () => this.#streams.delete(res));
  }

  // Destroy the socket after the written bytes. A reader that sees a regular end would not reconnect.
  #breakOff(): void {
    for (const [res, resumable] of this.#streams) {
      if (resumable()) {
        this.#streams.delete(res);
        res.socket?.destroySoon();
      }
    }
  }

  // Node calls a connection idle as soon as its last answer is written, and would cut off a large answer that
  // a slow client still reads.
  #sparing(closeIdle: () => void): void {
    const leaving = [...this.#open.keys()]
      .filter(({ writableLength }) => writableLength > 0)
      // Code that watches connections may have replaced `destroy`.
      .map((socket) => ({ socket, destroy: Reflect.get<Socket, "destroy">(socket, "destroy") }));
    for (const { socket } of leaving) {
      socket.destroy = () => socket;
    }
    closeIdle();
    for (const { socket, destroy } of leaving) {
      socket.destroy = destroy;
    }
  }

  /**
   * Closes idle connections and breaks resumable streams. Waits for open requests, at most `grace`
   * milliseconds, then destroys the rest.
   */
  close(http: Server, grace: number): Promise<void> {
    return (this.#closed ??= new Promise((resolve) => {
      const destroy = (): void => [...this.#open.keys()].forEach((socket) => socket.destroy());
      const timer = setTimeout(destroy, Math.min(grace, LONGEST_TIMER));
      // Answers that were written before closing began had no `Connection: close`.
      const sweep = setInterval(() => {
        this.#sparing(() => http.closeIdleConnections());
        this.#breakOff();
      }, SWEEP_MILLISECONDS);
      // The promise resolves just before the last connection has emitted `close` to other listeners.
      let stopped = false;
      this.#ended = () => {
        if (stopped && this.#open.size === 0) {
          clearTimeout(timer);
          clearInterval(sweep);
          resolve();
        }
      };
      this.#sparing(() =>
        http.close(() => {
          stopped = true;
          this.#ended();
        }),
      );
      this.#breakOff();
      // Node closes idle connections, but not those that have never sent a request.
      for (const socket of this.#open.keys()) {
        if (socket.bytesRead === 0) {
          socket.destroy();
        }
      }
    }));
  }
}

// Answers CONNECT, which asks for a tunnel (RFC 9110 9.3.6). Node hands over the bare socket, so this code
// must handle its errors, read its data and end it. Answers to earlier requests may still be unsent and go
// first (RFC 9112 9.3.2).

const NO_TUNNEL = "HTTP/1.1 501 Not Implemented\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
// How long later bytes of the client are discarded. A reset could destroy the answer before the client reads
// it.
const DRAIN_MILLISECONDS = 2_000;

/** Answers 501 after the open answers, and ends the connection. */
export function refuseTunnel(socket: Socket): void {
  // A reset closes the socket too.
  socket.on("error", () => undefined);
  // Node has removed its own listeners for `drain` and `close` from this socket.
  const drained = (): unknown => answering(socket)?.emit("drain");
  const left = (): unknown => socket.destroy();
  const go = (): void => {
    const before = answering(socket);
    if (before) {
      before.once("close", go);
    } else {
      socket.off("drain", drained).off("end", left);
      refuse(socket);
    }
  };
  socket.on("drain", drained).on("end", left).resume();
  go();
}

function refuse(socket: Socket): void {
  if (!socket.writable) {
    // The answer before it was the last one of the connection.
    return;
  }
  const timer = setTimeout(() => socket.destroy(), DRAIN_MILLISECONDS);
  socket.once("close", () => clearTimeout(timer));
  socket.end(NO_TUNNEL);
}

/** The answer that a socket writes now. Those that wait become the next one. */
function answering(socket: Socket): ServerResponse | null | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has its response there
  return Reflect.get(socket, "_httpMessage") as ServerResponse | null | undefined;
}
