// Leaves out what `verify` refuses, because a declaration with a fault can be neither served nor called.
import { DeclarationError } from "bough";
import type { ContractEndpoint, ContractParameter } from "bough/contract";
import { verifyEndpoints } from "./declared-values.ts";
import type { Place, Report } from "./report.ts";

const LISTS = ["query", "headers", "cookies"] as const;

/** The endpoints that `verify` accepts. An optional parameter with a fault is left out, and the operation is kept. */
export function soundEndpoints(
  endpoints: readonly ContractEndpoint[],
  {
    report,
    root,
    placeOf,
  }: {
    readonly report: Report;
    readonly root: string | undefined;
    readonly placeOf: (endpoint: ContractEndpoint) => Place;
  },
): readonly ContractEndpoint[] {
  return endpoints.flatMap((endpoint) => {
    const place = placeOf(endpoint);
    const fault = faultOf(endpoint, root);
    if (fault === undefined) {
      return [endpoint];
    }
    const kept = withoutFaulty(endpoint, (one, list) => {
      const alone = faultOf({ ...bare(endpoint), [list]: [one] }, root);
      if (alone !== undefined && !one.required) {
        report.changed(place, "unsupported", `its parameter "${one.name}" is left out: ${alone}`);
      }
      return alone !== undefined && !one.required;
    });
    const left = faultOf(kept, root);
    if (left !== undefined) {
      report.skipped(place, "unsupported", left);
    }
    return left === undefined ? [kept] : [];
  });
}

/** The first fault of an endpoint; `undefined` if it has none. `root` is the segment of the root. */
export function faultOf(endpoint: ContractEndpoint, root?: string): string | undefined {
  try {
    verifyEndpoints([endpoint], root);
    return undefined;
  } catch (error) {
    const [first] = error instanceof DeclarationError ? error.faults : [];
    return first?.fault ?? (error instanceof Error ? error.message : String(error));
  }
}

function bare({ key, name, method, template, path }: ContractEndpoint): ContractEndpoint {
  return { key, name, method, template, ...(path && { path }) };
}

function withoutFaulty(
  endpoint: ContractEndpoint,
  isFaulty: (parameter: ContractParameter, list: (typeof LISTS)[number]) => boolean,
): ContractEndpoint {
  const kept = LISTS.map((list) => {
    const sound = endpoint[list]?.filter((one) => !isFaulty(one, list)) ?? [];
    return [list, sound.length === 0 ? undefined : sound] as const;
  }).filter(([, list]) => list !== undefined);
  const { query: _, headers: __, cookies: ___, ...rest } = endpoint;
  return { ...rest, ...Object.fromEntries(kept) };
}
