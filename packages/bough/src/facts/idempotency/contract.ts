// How an endpoint can be repeated, in a contract.
import { put, type Mutable } from "../../contract/mutable.ts";
import { amount, flag, record, type FactContract } from "../../contract/schema-parts.ts";
import type { IdempotentOptions } from "./declared.ts";

/** How an endpoint can be repeated. */
export interface ContractIdempotent {
  /** Whether a request without a key is refused. */
  readonly required: boolean;
  /** Seconds for which the server keeps a response, if its store says so. */
  readonly lifetime?: number;
}

/** `.idempotent()` in a contract. */
export const idempotent: FactContract<IdempotentOptions, ContractIdempotent> = {
  schema: record({ required: flag }, { lifetime: amount }),
  describe: ({ required }, _, { lifetime = Infinity } = {}) => {
    const made: Mutable<ContractIdempotent> = { required: required !== false };
    put(made, "lifetime", lifetime === Infinity ? undefined : Math.floor(lifetime / 1_000));
    return made;
  },
};
