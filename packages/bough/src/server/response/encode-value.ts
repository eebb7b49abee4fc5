// A value through a codec, which any library may be: what it throws, or gives besides
// text and bytes, is a fault of the value and not of the server.
import type { Codec } from "../../codec/codec.ts";
import { HandlerError } from "../call/handler-error.ts";
import type { FaultSubject } from "../call/handler-error.ts";

/** A value as a codec writes it; throws `HandlerError` for one that it cannot hold. */
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
