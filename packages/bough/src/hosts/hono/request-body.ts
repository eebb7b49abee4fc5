// The body of a request on @hono/node-server. What nobody reads of a body that was opened stays
// where it is there, and a client that writes all of it before it reads never gets to its answer:
// the rest is read and thrown away, for as long as node-server keeps the connection.
import type { BodyReader, BodySource } from "../../server/exchange/read-stream.ts";

/** A body whose rest is thrown away where it is given up. */
export class RequestBody implements BodySource {
  readonly #body: BodySource;

  constructor(body: BodySource) {
    this.#body = body;
  }

  get locked(): boolean {
    return this.#body.locked;
  }

  getReader(): BodyReader {
    const reader = this.#body.getReader();
    return { read: () => reader.read(), cancel: async () => throwAway(reader) };
  }

  /** Throws all of it away, unless it has a reader. */
  async cancel(): Promise<void> {
    if (!this.locked) {
      throwAway(this.#body.getReader());
    }
  }
}

// Whoever gives it up goes on at once: its client may write for ever.
function throwAway(reader: BodyReader): void {
  readAll(reader).catch(() => undefined);
}

// Rejects where the client has gone, or its time was up.
async function readAll(reader: BodyReader): Promise<void> {
  while (!(await reader.read()).done);
}
