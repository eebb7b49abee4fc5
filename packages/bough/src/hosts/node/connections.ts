// The connections of one server: what is in flight on each, and how they end in order.
// A request costs one step of a counter; what is dear is done when the server closes.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { LONGEST_TIMER } from "../../internal/longest-timer.ts";
import { onClosed } from "./on-closed.ts";

// How often a closing server looks for connections that have become idle, and streams that have
// become resumable.
const SWEEP_MILLISECONDS = 20;

/** The open connections of a server. */
export class Connections {
  #closed: Promise<void> | undefined;
  #ended: () => void = () => undefined;
  // How many requests have come, by connection.
  readonly #open = new Map<Socket, { requests: number }>();

  // Streams that may be broken off, once they are resumable.
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

  /** Counts a request; gives its place among those of its connection. */
  begin({ socket }: IncomingMessage): number {
    const connection = this.#open.get(socket);
    return connection === undefined ? 0 : ++connection.requests;
  }

  /** Whether an answer ends its connection: the server is closing, and answers are written in order. */
  isLast({ socket }: IncomingMessage, place: number): boolean {
    return this.closing && this.#open.get(socket)?.requests === place;
  }

  /** Takes note of a stream that its reader takes up again elsewhere, where it says so when asked. */
  opened(res: ServerResponse, resumable: () => boolean): void {
    this.#streams.set(res, resumable);
    onClosed(res.req, res, () => this.#streams.delete(res));
  }

  // Broken, not ended: a reader that saw an end would not come back. What is written goes out.
  #breakOff(): void {
    for (const [res, resumable] of this.#streams) {
      if (resumable()) {
        this.#streams.delete(res);
        res.socket?.destroySoon();
      }
    }
  }

  // To Node a connection is idle as soon as its last answer is handed over, and a large one that
  // its reader takes slowly would be cut off.
  #sparing(closeIdle: () => void): void {
    const leaving = [...this.#open.keys()]
      .filter(({ writableLength }) => writableLength > 0)
      // Whoever watches connections may have a `destroy` of its own there.
      .map((socket) => ({ socket, destroy: Reflect.get<Socket, "destroy">(socket, "destroy") }));
    for (const { socket } of leaving) {
      socket.destroy = () => socket;
    }
    closeIdle();
    for (const { socket, destroy } of leaving) {
      socket.destroy = destroy;
    }
  }

  /** Closes what is idle, breaks off what is resumable, waits for what is in flight, and after `grace` milliseconds for nothing. */
  close(http: Server, grace: number): Promise<void> {
    return (this.#closed ??= new Promise((resolve) => {
      const destroy = (): void => [...this.#open.keys()].forEach((socket) => socket.destroy());
      const timer = setTimeout(destroy, Math.min(grace, LONGEST_TIMER));
      // An answer that was handed over before the end began has not told its client of it.
      const sweep = setInterval(() => {
        this.#sparing(() => http.closeIdleConnections());
        this.#breakOff();
      }, SWEEP_MILLISECONDS);
      // It is done a moment before the last connection has told those who listen to it.
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
      // Node has closed the idle ones, but not those that have never said a word.
      for (const socket of this.#open.keys()) {
        if (socket.bytesRead === 0) {
          socket.destroy();
        }
      }
    }));
  }
}
