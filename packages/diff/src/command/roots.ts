// The endpoints of some of the roots of a contract.
import type { Contract, ContractEndpoint } from "bough/contract";
import { WrongUse } from "./wrong-use.ts";

/** The roots to keep, and the file that has them. */
export interface RootFilter {
  /** All if it is empty. */
  readonly roots: readonly string[];
  readonly path: string;
}

/** A contract with these roots only; throws a `WrongUse` for a root that it does not have. */
export function withRoots(contract: Contract, { roots, path }: RootFilter): Contract {
  const [missing] = roots.filter((root) => !contract.endpoints.some((one) => isOf(one, root)));
  if (missing !== undefined) {
    const all = [...new Set(contract.endpoints.map(({ template }) => segmentOf(template)))];
    throw new WrongUse(`${path} has no root ${JSON.stringify(missing)}: it has ${all.join(", ")}`);
  }
  return onlyRoots(contract, roots);
}

/** A contract with these roots only, which may be none of its own. */
export function onlyRoots(contract: Contract, roots: readonly string[]): Contract {
  const endpoints = contract.endpoints.filter((one) => roots.some((root) => isOf(one, root)));
  return roots.length === 0 ? contract : { ...contract, endpoints };
}

// The label of a root is its segment, and a single root has no label.
function isOf({ name, template }: ContractEndpoint, root: string): boolean {
  return name[0] === root || segmentOf(template) === root;
}

function segmentOf(template: string): string {
  return template.split("/")[1] ?? "";
}
