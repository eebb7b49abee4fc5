// Whether a server keeps a declaration.
export { conformance } from "./conformance/conformance.ts";
export { coverage } from "./conformance/coverage.ts";
export type { Coverage, CoverageReport } from "./conformance/coverage.ts";
export { ConformanceError } from "./conformance/options.ts";
export type {
  CaseReport,
  ConformanceCase,
  ConformanceOptions,
  Finding,
  Severity,
} from "./conformance/options.ts";
