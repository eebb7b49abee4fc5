// Where an error format has the code and the data of a failure, in a contract.
import { jsonMembers } from "../../contract/json-members.ts";
import { record, text } from "../../contract/schema-parts.ts";
import type { JsonSchema } from "../../shared/schema/extracted-schemas.ts";
import type { ErrorFormatData } from "./declared.ts";

/** Where an error format has the code and the data of a failure: `error.code`. */
export interface ContractErrorPaths {
  /** Absent if failures are told apart by their status. */
  readonly code?: string;
  readonly data?: string;
}

export const errorPathsSchema: JsonSchema = record({}, { code: text, data: text });

export function describeErrorPaths({ code, data }: ErrorFormatData): ContractErrorPaths {
  return jsonMembers({ code, data });
}
