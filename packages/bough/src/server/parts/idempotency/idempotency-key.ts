// The `Idempotency-Key` header of a request.
import { trimmed } from "../../../http/header-value.ts";

/**
 * The key of a header line; `undefined` for another line. A key is 1 to 255 visible ASCII characters, bare or as the
 * text of RFC 9651 3.3.3. Two lines arrive with a space between them, which no key has.
 */
export function keyIn(line: string): string | undefined {
  const [, quoted, bare] =
    /^(?:"([!#-[\]-~]{1,255})"|((?!")[!-~]{1,255}))$/.exec(trimmed(line)) ?? [];
  return quoted ?? bare;
}

/** Whether a key is a UUID (RFC 9562), which nobody guesses. */
export function isUuid(key: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(key);
}
