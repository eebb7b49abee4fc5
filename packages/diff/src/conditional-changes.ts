// The changes of versions of a resource.
import type { ContractEndpoint } from "bough/contract";
import type { Findings } from "./findings.ts";

/** Compares whether a version is needed for a change, and where it is. */
export function compareConditional(
  found: Findings,
  { before, after }: { readonly before: ContractEndpoint; readonly after: ContractEndpoint },
): void {
  const place = "version";
  const [old, young] = [before.conditional, after.conditional];
  if (old === undefined || young === undefined) {
    const one = old ?? young;
    if (one !== undefined) {
      const change = old === undefined ? "added" : "removed";
      const kind = one.required === undefined ? "tag" : one.required ? "required" : "optional";
      found.add(`version-${kind}-${change}`, { place });
    }
    return;
  }
  if (old.required !== young.required) {
    found.add(young.required === true ? "version-now-required" : "version-now-optional", { place });
  }
  if (old.version !== young.version) {
    found.add("version-moved", {
      place,
      before: old.version ?? "ETag",
      after: young.version ?? "ETag",
    });
  }
}
