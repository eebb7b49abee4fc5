// The changes of pages.
import type { ContractEndpoint } from "bough/contract";
import type { Findings } from "./findings.ts";
import { isEqual } from "./json-value.ts";

/** Compares how the pages of a list are found. */
export function comparePaging(
  found: Findings,
  { before, after }: { readonly before: ContractEndpoint; readonly after: ContractEndpoint },
): void {
  const place = "pages";
  const [old, young] = [before.paged, after.paged];
  if (old === undefined || young === undefined) {
    if (old !== young) {
      found.add(old === undefined ? "paging-added" : "paging-removed", { place });
    }
    return;
  }
  if (!isEqual(old, young)) {
    found.add("paging-changed", {
      place,
      before: JSON.stringify(old),
      after: JSON.stringify(young),
    });
  }
}
