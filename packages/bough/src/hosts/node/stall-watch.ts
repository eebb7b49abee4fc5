// Ends the connection of a client that stops reading its answer. The clock runs only while bytes wait. Node
// reports only whole writes, and a slow reader may take long for a large one, so the count of taken bytes
// comes from the socket's handle. The kernel updates it in steps of a third of its send buffer, on Linux at
// most 1.6 MB.
import { fieldsOf } from "../../internal/record.ts";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { LONGEST_TIMER } from "../../internal/longest-timer.ts";

// How often a waiting answer is checked within the allowed time.
const LOOKS = 4;

/** The watch over one answer. */
export class StallWatch {
  readonly #res: ServerResponse;
  readonly #stall: number;
  readonly #stalled: () => void;
  #timer: NodeJS.Timeout | undefined;
  #taken = 0;
  #since = 0;

  /** `stall` is in milliseconds. `stalled` is called before the connection ends. */
  constructor(res: ServerResponse, stall: number, stalled: () => void = () => undefined) {
    this.#res = res;
    this.#stall = stall;
    this.#stalled = stalled;
  }

  /** Starts the clock if bytes wait. Call it after each write. */
  look(): void {
    if (this.#timer === undefined && this.#stall !== Infinity && waits(this.#res)) {
      this.#restart(takenFrom(this.#res.socket) ?? 0);
      const pause = Math.min(this.#stall / LOOKS, LONGEST_TIMER);
      this.#timer = setInterval(() => this.#check(), pause).unref();
    }
  }

  #restart(taken: number): void {
    this.#taken = taken;
    this.#since = performance.now();
  }

  #check(): void {
    const { socket } = this.#res;
    if (!waits(this.#res)) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const taken = takenFrom(socket);
    // An answer without a socket waits for earlier ones.
    if (socket === null || taken === undefined || taken !== this.#taken) {
      this.#restart(taken ?? 0);
    } else if (performance.now() - this.#since >= this.#stall) {
      clearInterval(this.#timer);
      this.#stalled();
      // A regular end would keep the bytes for as long as the client likes.
      socket.resetAndDestroy();
    }
  }
}

/** Whether bytes of an answer are still unsent. */
export function waits(res: ServerResponse): boolean {
  if (res.closed || res.destroyed || res.writableFinished) {
    return false;
  }
  // A pipelined answer gets its socket when the earlier ones are done.
  return res.socket === null || res.socket.writableLength > 0;
}

/** The bytes that a client has taken from a socket so far; `undefined` if unknown. */
function takenFrom(socket: Socket | null): number | undefined {
  const handle: unknown = socket && Reflect.get(socket, "_handle");
  const { bytesWritten, writeQueueSize } = fieldsOf(handle);
  return typeof bytesWritten === "number" && typeof writeQueueSize === "number"
    ? bytesWritten - writeQueueSize
    : undefined;
}
