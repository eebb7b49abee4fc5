// Limits as JSON: `Infinity` turns a limit off, and JSON has no infinity.
import type { ContractLimits } from "./contract.ts";

/** The limits that are on; `undefined` if there are none. */
export function finite(limits: object): ContractLimits | undefined {
  const on = Object.entries(limits).filter((entry): entry is [string, number] =>
    Number.isFinite(entry[1]),
  );
  return on.length === 0 ? undefined : Object.fromEntries(on);
}
