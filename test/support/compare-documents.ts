// Two OpenAPI documents compared, as `bough diff` does it.
import { compareContracts, type CompareOptions, type Comparison } from "bough-diff";
import { openApi } from "bough-openapi";
import { readDocument, withOneFragment } from "bough-import";
import { pairOf } from "../../packages/diff/src/command/pair.ts";
import type { Side } from "../../packages/diff/src/command/side.ts";

/** Compares parsed documents. */
export function compareDocuments(
  before: unknown,
  after: unknown,
  options: CompareOptions = {},
): Comparison {
  const functions = { openApi, readDocument, withOneFragment };
  const side = (parsed: unknown): Side => {
    const read = readDocument(parsed, { bounds: true, whole: true });
    const endpoints = read.contract.endpoints.map((one) => ({ ...one, name: [] }));
    return {
      label: "",
      contract: { ...read.contract, endpoints },
      document: { read, parsed, withFiles: (text) => text, functions },
      roots: [],
    };
  };
  const pair = pairOf(side(before), side(after));
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
