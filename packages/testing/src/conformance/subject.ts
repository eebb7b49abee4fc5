// What is tested: the endpoints of an API, each as data and as declared.
import type { AnyEndpoint, AnyResource } from "bough";
import {
  contractOf,
  endpointKey,
  type Contract,
  type ContractEndpoint,
  type ContractSource,
  endpointAt,
  endpointsOf,
  inspect,
} from "bough/contract";
import type { ExtractedSchemas } from "bough/server";

/** One endpoint. */
export interface Tested {
  readonly described: ContractEndpoint;
  readonly declared: AnyEndpoint;
  /** `users.create`. */
  readonly name: string;
  /** The resources above it, from the root. */
  readonly resources: readonly AnyResource[];
}

/** An API as it is tested. */
export interface Subject {
  readonly contract: Contract;
  readonly endpoints: readonly Tested[];
  /** The endpoint of a method and a path with its query; `undefined` if the API has none. */
  readonly find: (method: string, path: string) => ReturnType<typeof endpointAt>;
}

interface Options {
  readonly schemas?: ExtractedSchemas | undefined;
  readonly contract?: Contract | undefined;
}

/** Reads an API. Throws what `contractOf` throws. */
export function subjectOf(source: ContractSource, { schemas, contract: given }: Options): Subject {
  const contract = given ?? contractOf(source, schemas === undefined ? {} : { schemas });
  const roots = rootsOf(source);
  const declared = new Map(
    endpointsOf(...roots).map((one) => [endpointKey(one), one as AnyEndpoint]),
  );
  const base = contract.basePath ?? "";
  const endpoints = contract.endpoints.flatMap((described): Tested[] => {
    const found = declared.get(described.key);
    return found === undefined
      ? []
      : [{ described, declared: found, name: described.name.join("."), resources: chainOf(found) }];
  });
  return {
    contract,
    endpoints,
    find: (method, path) =>
      path.startsWith(base) ? endpointAt(roots, method, path.slice(base.length) || "/") : undefined,
  };
}

function rootsOf(source: ContractSource): readonly AnyResource[] {
  const given: { readonly "~served"?: { readonly tops: readonly AnyResource[] } } = Object(source);
  const served = given["~served"];
  if (served !== undefined) {
    return served.tops;
  }
  return isResource(source) ? [source] : Object.values(source).filter(isResource);
}

function isResource(value: unknown): value is AnyResource {
  return "~resource" in Object(value);
}

/** The resources above an endpoint, from the root. */
export function chainOf(endpoint: AnyEndpoint): readonly AnyResource[] {
  const chain: AnyResource[] = [];
  for (let at: AnyResource | undefined = endpoint.resource; at !== undefined;) {
    chain.unshift(at);
    at = inspect(at).parent;
  }
  return chain;
}
