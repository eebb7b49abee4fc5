// Two OpenAPI documents compared, as `bough diff` does it.
import { compareContracts, type CompareOptions, type Comparison } from "bough/contract/diff";
import { openApi } from "bough-openapi";
import { pairOf } from "../../packages/cli/src/diff/pair.ts";
import type { Side } from "../../packages/cli/src/diff/side.ts";
import { readDocument } from "../../packages/cli/src/import/read-document.ts";

/** Compares parsed documents. */
export function compareDocuments(
  before: unknown,
  after: unknown,
  options: CompareOptions = {},
): Comparison {
  const side = (parsed: unknown): Side => {
    const read = readDocument(parsed, { bounds: true, whole: true });
    const endpoints = read.contract.endpoints.map((one) => ({ ...one, name: [] }));
    return {
      label: "",
      contract: { ...read.contract, endpoints },
      document: { read, parsed, withFiles: (text) => text },
      roots: [],
    };
  };
  const pair = pairOf(side(before), side(after), { openApi, compareContracts });
  const comparison = compareContracts(pair.before, pair.after, options);
  return { ...comparison, unknown: [...pair.unknown, ...comparison.unknown] };
}

/** The worst effect of a comparison. */
export function worstOf({
  changes,
}: Comparison): "none" | "safe" | "risk" | "unknown" | "breaking" {
  const order = ["none", "safe", "risk", "unknown", "breaking"] as const;
  return order[Math.max(0, ...changes.map(({ effect }) => order.indexOf(effect)))] ?? "none";
}
