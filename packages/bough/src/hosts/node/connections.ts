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
