// What `bough diff` finds between a declaration and a document.
import type { Contract } from "bough/contract";
import { compareContracts, type Comparison } from "bough-diff";
import { openApi } from "bough-openapi";
import { readDocument } from "bough-import";
import { asDocumented } from "../../packages/diff/src/command/as-documented.ts";

/** A change, and whom it breaks. */
export interface Difference {
  readonly endpoint: string;
  readonly place: string;
  readonly kind: string;
  readonly message: string;
  readonly breaks: readonly string[];
}

/** What differs, and what cannot be compared. */
export interface Differences {
  readonly differences: readonly Difference[];
  readonly unknown: Comparison["unknown"];
  readonly compared: number;
}

/** Compares a contract with that of a document. */
export function checkDifferences(
  contract: Contract,
  documented: Contract,
  { version = "3.1" }: { readonly version?: "3.1" | "3.2" } = {},
): Differences {
  const { declared, documented: base } = asDocumented(contract, documented, {
    openApi,
    readDocument,
    version,
  });
  const nameless = {
    ...base,
    endpoints: base.endpoints.map((one) => ({ ...one, name: [] })),
  };
  const { changes, unknown, compared } = compareContracts(nameless, declared, {
    for: "both",
  });
  if (changes.length === 0) return { differences: [], unknown, compared };
  const breaking = (affected: "clients" | "servers"): ReadonlySet<string> =>
    new Set(
      compareContracts(nameless, declared, { for: affected })
        .changes.filter(({ effect }) => effect === "breaking")
        .map(({ id }) => id),
    );
  const [clients, servers] = [breaking("clients"), breaking("servers")];
  return {
    differences: changes
      .filter(({ level, effect }) => level === "wire" && effect !== "unknown")
      .map(({ endpoint = "", place, kind, message, id }) => ({
        endpoint,
        place,
        kind,
        message,
        breaks: [...(clients.has(id) ? ["clients"] : []), ...(servers.has(id) ? ["servers"] : [])],
      })),
    unknown,
    compared,
  };
}
