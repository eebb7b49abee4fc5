// The changes of idempotency keys.
import type { ContractEndpoint } from "bough/contract";
import type { Findings } from "./findings.ts";

/** Compares whether a key is required, and how long its response is kept. */
export function compareIdempotency(
  found: Findings,
  { before, after }: { readonly before: ContractEndpoint; readonly after: ContractEndpoint },
): void {
  const place = "idempotency key";
  const [old, young] = [before.idempotent, after.idempotent];
  if (old === undefined || young === undefined) {
    const one = old ?? young;
    if (one !== undefined) {
      const change = old === undefined ? "added" : "removed";
      found.add(`idempotency-${one.required ? "required" : "optional"}-${change}`, { place });
    }
    return;
  }
  if (old.required !== young.required) {
    found.add(young.required ? "idempotency-now-required" : "idempotency-now-optional", { place });
  }
  const [from, to] = [old.lifetime, young.lifetime];
  // A tree and a store of the user's own do not say how long.
  if (from !== undefined && to !== undefined && from !== to) {
    found.add(to < from ? "idempotency-lifetime-shortened" : "idempotency-lifetime-lengthened", {
      place: `${place}, lifetime`,
      before: from,
      after: to,
    });
  }
}
