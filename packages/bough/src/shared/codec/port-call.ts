// A request and its response on a port, the same at both ends: a stream of bytes each way. A sender sends a chunk for each
// credit of its reader, so that only a few chunks wait for a slow reader.
import type { Named } from "../internal/record.ts";
import { unpacked, type PortLink } from "./port.ts";

/** Credits before the reader asks, so that a short body comes with its head. */
const AHEAD = 2;
/** The bytes of the largest chunk: a message of an extension has at most 64 MB. */
const PIECE = 262_144;

export class PortCall {
  readonly #link: PortLink;
  readonly #id: string;
  #isOver = false;
  #source: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #credits = AHEAD;
  #wake: () => void = () => undefined;
  #reader: ReadableStreamDefaultController<Uint8Array> | undefined;
  #granted = AHEAD;

  constructor(link: PortLink, id: string) {
    this.#link = link;
    this.#id = id;
  }

  post(type: string, more?: object): void {
    if (!this.#isOver) {
      this.#link.post({ type, id: this.#id, ...more });
    }
  }

  /** Sends a stream with its end. Rejects if the stream breaks; resolves if the other end no longer reads it. */
  async send(stream: ReadableStream<Uint8Array>): Promise<void> {
    const source = (this.#source = stream.getReader());
    if (this.#isOver) {
      this.#leave(undefined);
    }
    while (await this.#isAsked()) {
      const { value } = await source.read();
      if (value === undefined) {
        this.post("end");
        return;
      }
      for (let at = 0; at < value.length && (await this.#isAsked()); at += PIECE) {
        this.#credits--;
        this.post("chunk", { bytes: this.#link.packed(value.subarray(at, at + PIECE)) });
      }
    }
  }

  /** The stream that the other end sends. `left` is called if its reader cancels it. */
  receive(left: (reason: unknown) => void): ReadableStream<Uint8Array> {
    return new ReadableStream(
      {
        start: (controller) => {
          this.#reader = controller;
        },
        pull: () => {
          this.#granted++;
          this.post("more");
        },
        cancel: (reason) => {
          this.#reader = undefined;
          left(reason);
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** Takes a message about the streams. Returns whether it is a valid one. */
  take({ type, bytes }: Named): boolean {
    if (type === "chunk") {
      const chunk = unpacked(bytes);
      if (chunk === undefined || this.#granted-- === 0) {
        return false;
      }
      this.#reader?.enqueue(chunk);
    } else if (type === "end") {
      this.#reader?.close();
      this.#reader = undefined;
    } else if (type === "more") {
      this.#credits++;
      this.#wake();
    } else if (type === "stop") {
      this.#leave(undefined);
    } else {
      return false;
    }
    return true;
  }

  /** Ends the call. Streams that are not complete break with the reason. */
  end(reason: unknown): void {
    this.#isOver = true;
    this.#reader?.error(reason);
    this.#reader = undefined;
    this.#leave(reason);
  }

  #leave(reason: unknown): void {
    this.#source?.cancel(reason).catch(() => undefined);
    this.#source = undefined;
    this.#wake();
  }

  /** Waits for a credit. Returns `false` if nobody reads on. */
  async #isAsked(): Promise<boolean> {
    while (this.#source !== undefined && this.#credits === 0) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return this.#source !== undefined;
  }
}
