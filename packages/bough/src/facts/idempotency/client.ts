// The key of a call to an `.idempotent()` endpoint.
import type { FactHeaders } from "../../call/client-options.ts";
import { Issue } from "../../declare/parameter/parameter.ts";

export const setKey: FactHeaders<string | undefined> = (
  given,
  { idempotent },
  set,
  { idempotency },
) => {
  if (given || idempotent) {
    const key = given ?? crypto.randomUUID();
    set(
      "idempotency-key",
      !idempotent
        ? new Issue("needs .idempotent()")
        : idempotency?.quoted === false
          ? key
          : `"${key}"`,
    );
  }
};
