// The kinds of change, one row each. The reference page "Kinds of change" is generated from this table.
import { endpointKinds } from "./kinds/endpoint-kinds.ts";
import { idempotencyKinds } from "./kinds/idempotency-kinds.ts";
import { pagingKinds } from "./kinds/paging-kinds.ts";
import { parameterKinds } from "./kinds/parameter-kinds.ts";
import { requestKinds } from "./kinds/request-kinds.ts";
import { responseKinds } from "./kinds/response-kinds.ts";
import { headerKinds } from "./kinds/header-kinds.ts";
import { failureKinds } from "./kinds/failure-kinds.ts";
import { securityKinds } from "./kinds/security-kinds.ts";
import { versionKinds } from "./kinds/version-kinds.ts";
import type { KindRow } from "./kinds/kind-row.ts";

const rows = {
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

/** The name of a kind of change. */
export type Kind = keyof typeof rows;

/** Every kind of change by its name, with its effect on old clients and old servers, its message and its reason. */
export const KINDS: Readonly<Record<Kind, KindRow>> = rows;

/** Checks whether a string names a kind. */
export function isKind(name: string): name is Kind {
  return Object.hasOwn(KINDS, name);
}
