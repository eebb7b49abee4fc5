// What server and client both act on, in a contract.
import type { FactData } from "../declare/endpoint/definition.ts";
import type { RouteData } from "../declare/served.ts";
import type { AnyEndpoint } from "../declare/tree/placement.ts";
import { conditional, type ContractConditional } from "../facts/conditional/contract.ts";
import { idempotent, type ContractIdempotent } from "../facts/idempotency/contract.ts";
import { paged, type ContractPaging } from "../facts/paging/contract.ts";
import { put, type Mutable } from "./mutable.ts";
import type { FactContract } from "./schema-parts.ts";

/** The facts of an endpoint that server and client both act on. */
export interface ContractFacts {
  /** Set if a repeated request with the same `Idempotency-Key` runs once. */
  readonly idempotent?: ContractIdempotent;
  /** Set if requests depend on the version of the resource. */
  readonly conditional?: ContractConditional;
  /** Set if the endpoint is a list with pages. */
  readonly paged?: ContractPaging;
}

type Of<Facts, Name extends keyof Facts> = NonNullable<Facts[Name]>;

/** The facts by the calls that declare them. */
export const FACTS: {
  readonly [Name in keyof Required<FactData>]: FactContract<
    Of<FactData, Name>,
    Of<ContractFacts, Name>
  >;
} = { idempotent, conditional, paged };

export function putFacts(
  made: Mutable<ContractFacts>,
  endpoint: AnyEndpoint,
  routed: RouteData | undefined,
): void {
  const putFact = <Name extends keyof FactData>(name: Name): void => {
    const options: FactData[Name] = endpoint[name];
    const fact: FactContract<Of<FactData, Name>, Of<ContractFacts, Name>> = FACTS[name];
    put(made, name, options && fact.describe(options, endpoint, routed));
  };
  let name: keyof FactData;
  for (name in FACTS) {
    putFact(name);
  }
}
