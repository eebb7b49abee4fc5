// An API as data, for tools: the contract, its schema and its canonical text, and what a tree, a server or an address says.
export { canonical } from "./contract/canonical.ts";
export { contractOf } from "./contract/contract-of.ts";
export type { ContractOptions } from "./contract/contract-of.ts";
export type { ContractRoots, ContractSource } from "./contract/contract-source.ts";
export { contractSchema } from "./contract/contract-schema.ts";
export { rejectionsOf } from "./contract/rejections-of.ts";
export type { ContractRejection } from "./contract/rejections-of.ts";
export { changedSchema } from "./contract/schema-walk.ts";
export type {
  Contract,
  ContractBodyPart,
  ContractComponents,
  ContractContent,
  ContractEndpoint,
  ContractFailure,
  ContractFile,
  ContractKind,
  ContractLimits,
  ContractPart,
  ContractProse,
  ContractRequest,
  ContractResource,
  ContractResponse,
} from "./contract/contract.ts";
export type {
  ContractOpaque,
  ContractParameter,
  ContractType,
} from "./contract/contract-parameter.ts";
export type { ContractCookie } from "./facts/cookies/contract.ts";
export type { ContractDeprecation } from "./facts/deprecation/contract.ts";
export type { ContractErrorPaths } from "./facts/error-formats/contract.ts";
export type { ContractSecurity, ContractSecurityScheme } from "./facts/security/contract.ts";
export type { ContractName, ContractPaging } from "./facts/paging/contract.ts";
export type { ContractConditional } from "./facts/conditional/contract.ts";
export type { ContractIdempotent } from "./facts/idempotency/contract.ts";
export { statusPhrase } from "./shared/http/status.ts";
export { isMultiple } from "./shared/schema/compiled/multiple.ts";
export { isText, TEXT_FORMATS } from "./shared/schema/compiled/text-format.ts";
export { endpointKey } from "./declare/tree/endpoint-key.ts";
export type { Serving } from "./declare/served.ts";
export { endpointAt } from "./declare/endpoint-at.ts";
export type { EndpointMatch, QueryIssue } from "./declare/endpoint-at.ts";
export { endpointsOf, inspect, resourcesOf } from "./declare/walk.ts";
export type { Inspection } from "./declare/walk.ts";
export { inspectServer } from "./contract/inspect-server.ts";
export type { ServerInspection } from "./declare/server-inspection.ts";
export type { ContractFacts } from "./contract/facts.ts";
