// The body of a request on @hono/node-server. An opened body that nobody reads stays unread there, and a
// client that writes all of it before reading would never get the answer. So the rest is read and discarded
// while node-server keeps the connection.
import type { ByteReader } from "../../shared/codec/byte-stream.ts";
import type { BodySource } from "../../serve/exchange/body-stream.ts";

/** A body whose rest is discarded when it is cancelled. */
export class RequestBody implements BodySource {
  readonly #body: BodySource;

  constructor(body: BodySource) {
    this.#body = body;
  }

  get locked(): boolean {
    return this.#body.locked;
  }

  getReader(): ByteReader {
    const reader = this.#body.getReader();
    return { read: () => reader.read(), cancel: async () => throwAway(reader) };
  }

  /** Discards all of it, unless it has a reader. */
  async cancel(): Promise<void> {
    if (!this.locked) {
      throwAway(this.#body.getReader());
    }
  }
}

// Does not wait for the discarding: the client may write for ever.
function throwAway(reader: ByteReader): void {
  readAll(reader).catch(() => undefined);
}

// Rejects if the client has left or the time limit has passed.
async function readAll(reader: ByteReader): Promise<void> {
  while (!(await reader.read()).done) {}
}
