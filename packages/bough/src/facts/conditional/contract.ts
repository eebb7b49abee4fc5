// Where the version of a resource is, in a contract.
import { put, type Mutable } from "../../contract/mutable.ts";
import { flag, record, text, type FactContract } from "../../contract/schema-parts.ts";
import type { ConditionalOptions } from "./declared.ts";

/** Where the version of a resource is, and what writes need of it. */
export interface ContractConditional {
  /** The path of the version in the response; for a write, in what the client has read. Absent if it is not in a body. */
  readonly version?: string;
  /** The name of the failure for a resource that has changed; absent for a rejection. */
  readonly changed?: string;
  /** Whether a write without `If-Match` is a 428; absent for GET. */
  readonly required?: boolean;
}

/** `.conditional()` in a contract. */
export const conditional: FactContract<ConditionalOptions, ContractConditional> = {
  schema: record({}, { version: text, changed: text, required: flag }),
  describe: ({ version, changed, required }, { method }) => {
    const made: Mutable<ContractConditional> = {};
    put(made, "version", version);
    if (method !== "GET") {
      put(made, "changed", changed?.name);
      made.required = required !== false;
    }
    return made;
  },
};
