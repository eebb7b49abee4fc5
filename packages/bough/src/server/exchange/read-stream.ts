// Reads a body from a Web stream: counted on the bytes that arrive, bounded in time,
// and whole or not at all.
import { GatheredBody } from "../../codec/byte-buffer.ts";
import type { BodyFault } from "./exchange.ts";

/** Bounds of a body. */
export interface BodyBounds {
  /** Bytes. */
  readonly limit: number;
  /** Milliseconds until all of it has to be there. */
  readonly idle: number;
}

/** A reader of a body. */
export interface BodyReader {
  readonly read: () => Promise<ReadableStreamReadResult<Uint8Array>>;
  readonly cancel: (reason?: unknown) => Promise<void>;
}

/** Where a body comes from: a Web stream, or what stands before one. */
export interface BodySource {
  readonly locked: boolean;
  getReader(): BodyReader;
  cancel(reason?: unknown): Promise<void>;
}

/** Reads a body and hands it on, or why it was not read. */
export function readStream(
  stream: BodySource,
  { limit, idle }: BodyBounds,
  done: (body: Uint8Array | BodyFault) => void,
): void {
  if (stream.locked) {
    done("taken");
    return;
  }
  const reader = stream.getReader();
  let settled = false;
  const settle = (read: Uint8Array | BodyFault): void => {
    if (!settled) {
      settled = true;
      clearTimeout(timer);
      if (typeof read === "string") {
        reader.cancel().catch(() => undefined);
      }
      done(read);
    }
  };
  const timer = setTimeout(() => settle("timeout"), idle);
  readAll(reader, limit).then(settle, () => settle("gone"));
}

async function readAll(reader: BodyReader, limit: number): Promise<Uint8Array | BodyFault> {
  const body = new GatheredBody();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return body.take();
    }
    if (body.length + value.byteLength > limit) {
      return "too-large";
    }
    body.append(value);
  }
}
