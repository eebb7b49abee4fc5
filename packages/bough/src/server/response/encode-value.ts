// Encodes a value with a codec. A codec may be any library: if it throws, or returns neither text nor bytes, the
// value is at fault, not the server.
import type { Codec } from "../../codec/codec.ts";
import { HandlerError, type FaultSubject } from "../call/handler-error.ts";

/** Encodes a value; throws `HandlerError` if the codec cannot. */
export function encoded(
  codec: Codec | undefined,
  value: unknown,
  where: FaultSubject,
): string | Uint8Array {
  let fault = "the codec gave neither text nor bytes";
  try {
    const body: unknown = codec?.encode(value);
    if (typeof body === "string" || body instanceof Uint8Array) {
      return body;
    }
  } catch (error) {
    fault = error instanceof Error ? error.message : "the codec threw";
  }
  throw new HandlerError("unencodable-response", where, `the value cannot be encoded: ${fault}`);
}
