// The changes of what an endpoint says about its end.
import { isRecord } from "./record.ts";
import type { ContractEndpoint } from "bough/contract";
import type { Findings } from "./findings.ts";

/** The day after which an endpoint does not respond; `undefined` if none is announced. */
function sunsetOf({ deprecated }: ContractEndpoint): string | undefined {
  const sunset: unknown = isRecord(deprecated) ? deprecated["sunset"] : undefined;
  return typeof sunset === "string" ? sunset : undefined;
}

/** Compares deprecation and sunset. */
export function compareDeprecation(
  found: Findings,
  { before, after }: { readonly before: ContractEndpoint; readonly after: ContractEndpoint },
): void {
  const [was, is] = [before, after].map(
    ({ deprecated }) => deprecated !== undefined && (deprecated as unknown) !== false,
  );
  const [old, young] = [sunsetOf(before), sunsetOf(after)];
  if (was !== is) {
    found.add(is === true ? "endpoint-deprecated" : "endpoint-no-longer-deprecated", {
      place: "deprecation",
      after: young === undefined ? "" : ` until ${young}`,
    });
  }
  if (old !== undefined && young !== undefined && old !== young) {
    const isEarlier = Date.parse(young) < Date.parse(old);
    found.add(isEarlier ? "sunset-moved-earlier" : "sunset-moved-later", {
      place: "sunset",
      before: old,
      after: young,
    });
  }
}

/** Adds the removal of an endpoint, which its sunset may have announced. */
export function addRemoval(found: Findings, endpoint: ContractEndpoint, on: Date): void {
  const sunset = sunsetOf(endpoint);
  if (sunset === undefined) {
    found.add("endpoint-removed", { place: "endpoint", before: endpoint.key });
    return;
  }
  const isOver = on.getTime() >= Date.parse(sunset);
  found.add(isOver ? "endpoint-removed-after-sunset" : "endpoint-removed-before-sunset", {
    place: "endpoint",
    before: sunset,
  });
}
