// Whether a server keeps a declaration.
export { conformance } from "./conformance/conformance.ts";
export { coverage } from "./conformance/coverage.ts";
export type { Coverage } from "./conformance/coverage.ts";
export { ConformanceError } from "./conformance/options.ts";
export type {
  CaseReport,
  CaseRun,
  ConformanceCase,
  ConformanceCases,
  ConformanceOptions,
  ConformanceReport,
  CoverageReport,
  Finding,
  Severity,
} from "./conformance/options.ts";
