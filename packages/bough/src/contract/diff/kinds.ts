// The kinds of change, one row each. The reference page "Kinds of change" is generated from this table.
import { endpointKinds } from "./kinds/endpoint-kinds.ts";
import { parameterKinds } from "./kinds/parameter-kinds.ts";
import { requestKinds } from "./kinds/request-kinds.ts";
import { responseKinds } from "./kinds/response-kinds.ts";
import { failureKinds } from "./kinds/failure-kinds.ts";
import { securityKinds } from "./kinds/security-kinds.ts";
import type { KindRow } from "./kinds/kind-row.ts";

const ROWS = {
  ...endpointKinds,
  ...parameterKinds,
  ...requestKinds,
  ...responseKinds,
  ...failureKinds,
  ...securityKinds,
} as const;

/** The name of a kind of change. */
export type Kind = keyof typeof ROWS;

/** The table. */
export const KINDS: Readonly<Record<Kind, KindRow>> = ROWS;

/** Whether a text names a kind. */
export function isKind(name: string): name is Kind {
  return Object.hasOwn(ROWS, name);
}
