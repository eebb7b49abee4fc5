// Verification: finds the faults of a tree before its first request, so that a declaration that contradicts itself
// does not start. `verify(api)` finds the same faults in a test.
import { faultsOf } from "../../../declare/verify/verify.ts";
import type { ServerPart } from "../../routing/part.ts";

/** Verifies the trees of a server. */
export function verification(): ServerPart {
  return { faults: faultsOf };
}
