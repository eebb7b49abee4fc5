// Finds faults of what server and client both act on: those of each fact, and headers that are declared beside it.
import { conditionalFaults } from "../../facts/conditional/faults.ts";
import { idempotencyFaults } from "../../facts/idempotency/faults.ts";
import { pagingFaults } from "../../facts/paging/faults.ts";
import type { FactData } from "../endpoint/definition.ts";
import type { ParameterParts } from "../parameter/parameter.ts";
import type { AnyEndpoint } from "../tree/placement.ts";
import type { FactFaults, Faults } from "./declaration-error.ts";

type Options<Name extends keyof FactData> = NonNullable<FactData[Name]>;

/** The facts by the calls that declare them. */
export const FACTS: {
  readonly [Name in keyof Required<FactData>]: FactFaults<Options<Name>>;
} = {
  idempotent: idempotencyFaults,
  paged: pagingFaults,
  conditional: conditionalFaults,
};

/** Finds the faults of the facts of an endpoint. Most endpoints declare none. */
export function findFactFaults(endpoint: AnyEndpoint, found: Faults): void {
  let name: keyof FactData;
  for (name in FACTS) {
    findFaultsOf(name, endpoint, found);
  }
}

function findFaultsOf<Name extends keyof FactData>(
  name: Name,
  endpoint: AnyEndpoint,
  found: Faults,
): void {
  const options: FactData[Name] = endpoint[name];
  if (options === undefined) {
    return;
  }
  const { find, headers }: FactFaults<Options<Name>> = FACTS[name];
  find(endpoint, options, found.at(`.${name}()`));
  const { reads = [], writes = [] } = headers(options);
  const { responses, failures } = endpoint;
  const written = [...responses, ...failures.map((failed) => failed["~failure"])];
  const beside = (kind: string, headers: readonly string[], verb: string): void => {
    for (const header of headers) {
      const fault = `the ${kind} header "${header}" is declared beside .${name}()`;
      found.add(fault, `remove the header: .${name}() ${verb} it`);
    }
  };
  beside(
    "request",
    namesOf([endpoint]).filter((one) => reads.includes(one)),
    "reads",
  );
  beside(
    "response",
    namesOf(written).filter((one) => writes.includes(one)),
    "writes",
  );
}

function namesOf(declared: readonly { readonly headers: ParameterParts }[]): readonly string[] {
  const names = declared.flatMap(({ headers }) => Object.keys(headers));
  return [...new Set(names.map((name) => name.toLowerCase()))];
}
