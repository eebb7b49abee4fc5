// Two contracts compared: who breaks, proved by values.
export { compareContracts } from "./compare-contracts.ts";
export type { CompareOptions, Comparison } from "./compare-contracts.ts";
export type { Change, Undecided } from "./findings.ts";
export { includes } from "./includes.ts";
export type { IncludesOptions } from "./includes.ts";
export type { Verdict } from "./verdict.ts";
export { isKind, KINDS } from "./kinds.ts";
export type { Kind } from "./kinds.ts";
export type { Effect, KindRow, Level } from "./kinds/kind-row.ts";
