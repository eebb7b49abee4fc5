// The connections of one server: what is in flight on each, and how they end in order.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

// A timer of more than 31 bits would fire at once.
const LONGEST_TIMER = 2 ** 31 - 1;

/** The open connections of a server. */
export class Connections {
  #closed: Promise<void> | undefined;
  #ended: () => void = () => undefined;
  readonly #sockets = new Set<Socket>();
  readonly #busy = new Map<Socket, number>();

  get closing(): boolean {
    return this.#closed !== undefined;
  }

  add(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => {
      this.#sockets.delete(socket);
      this.#busy.delete(socket);
      this.#ended();
    });
  }

  /** Counts a request until its answer is written, or its client gone. */
  begin({ socket }: IncomingMessage, res: ServerResponse): void {
    this.#busy.set(socket, (this.#busy.get(socket) ?? 0) + 1);
    res.once("close", () => this.#end(socket));
  }

  /** Whether the server is closing and nothing else is in flight on the connection: pipelined answers come whole. */
  isLast(socket: Socket): boolean {
    return this.closing && this.#busy.get(socket) === 1;
  }

  /** Closes what is idle, waits for what is in flight, and after `grace` milliseconds for nothing. */
  close(http: Server, grace: number): Promise<void> {
    return (this.#closed ??= new Promise((resolve) => {
      const destroy = (): void => this.#sockets.forEach((socket) => socket.destroy());
      const timer = setTimeout(destroy, Math.min(grace, LONGEST_TIMER));
      // It is done a moment before the last connection has told those who listen to it.
      let stopped = false;
      this.#ended = () => {
        if (stopped && this.#sockets.size === 0) {
          clearTimeout(timer);
          resolve();
        }
      };
      http.close(() => {
        stopped = true;
        this.#ended();
      });
      // Node has closed the idle ones, but not those that have never said a word.
      for (const socket of this.#sockets) {
        if (socket.bytesRead === 0) {
          socket.destroy();
        }
      }
    }));
  }

  #end(socket: Socket): void {
    const left = (this.#busy.get(socket) ?? 1) - 1;
    if (left > 0) {
      this.#busy.set(socket, left);
      return;
    }
    this.#busy.delete(socket);
    if (this.closing) {
      // Its answer was written before the end began and may not have said so.
      socket.destroySoon();
    }
  }
}
