// The kinds of change, one row each. The reference page "Kinds of change" is generated from this table.
import { endpointKinds, type EndpointKind } from "./kinds/endpoint-kinds.ts";
import { idempotencyKinds, type IdempotencyKind } from "./kinds/idempotency-kinds.ts";
import { pagingKinds, type PagingKind } from "./kinds/paging-kinds.ts";
import { parameterKinds, type ParameterKind } from "./kinds/parameter-kinds.ts";
import { requestKinds, type RequestKind } from "./kinds/request-kinds.ts";
import { responseKinds, type ResponseKind } from "./kinds/response-kinds.ts";
import { headerKinds, type HeaderKind } from "./kinds/header-kinds.ts";
import { failureKinds, type FailureKind } from "./kinds/failure-kinds.ts";
import { securityKinds, type SecurityKind } from "./kinds/security-kinds.ts";
import { versionKinds, type VersionKind } from "./kinds/version-kinds.ts";
import type { KindRow } from "./kinds/kind-row.ts";

/** The name of a kind of change. */
export type Kind =
  | EndpointKind
  | FailureKind
  | IdempotencyKind
  | PagingKind
  | ParameterKind
  | RequestKind
  | ResponseKind
  | HeaderKind
  | SecurityKind
  | VersionKind;

/** The table. */
export const KINDS: Readonly<Record<Kind, KindRow>> = {
  ...endpointKinds,
  ...idempotencyKinds,
  ...pagingKinds,
  ...versionKinds,
  ...parameterKinds,
  ...requestKinds,
  ...responseKinds,
  ...headerKinds,
  ...failureKinds,
  ...securityKinds,
};

/** Checks whether a string names a kind. */
export function isKind(name: string): name is Kind {
  return Object.hasOwn(KINDS, name);
}
