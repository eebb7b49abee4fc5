// Reads a body from a Web stream. It counts the bytes that arrive, has a deadline, and gives all of the body
// or a fault.
import { GatheredBody } from "../../codec/byte-buffer.ts";
import type { ByteReader, ByteSource } from "../../codec/byte-stream.ts";
import type { BodyFault } from "./exchange.ts";

/** The limits of a body. */
export interface BodyBounds {
  /** Bytes. */
  readonly limit: number;
  /** Milliseconds for the whole body. */
  readonly idle: number;
}

/** The source of a body. */
export interface BodySource extends ByteSource {
  readonly locked: boolean;
}

/** Reads a body and passes it, or the fault, on. */
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

async function readAll(reader: ByteReader, limit: number): Promise<Uint8Array | BodyFault> {
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
