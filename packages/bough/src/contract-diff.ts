// Two contracts compared: who breaks, proved by values.
export { compareContracts } from "./contract/diff/compare-contracts.ts";
export type { CompareOptions, Comparison } from "./contract/diff/compare-contracts.ts";
export type { Change, Undecided } from "./contract/diff/findings.ts";
export { includes } from "./contract/diff/includes.ts";
export type { IncludesOptions } from "./contract/diff/includes.ts";
export type { Verdict } from "./contract/diff/verdict.ts";
export { isKind, KINDS } from "./contract/diff/kinds.ts";
export type { Kind } from "./contract/diff/kinds.ts";
export type { Effect, KindRow, Level } from "./contract/diff/kinds/kind-row.ts";
