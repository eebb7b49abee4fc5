// The tags of operations. Documentation pages and generated clients group operations by them, so an operation for
// which none is declared gets one by its path.
import type { Contract, ContractEndpoint, ContractResource } from "bough/contract";
import type { OpenApiTag } from "./document.ts";

type TagOf = (endpoint: ContractEndpoint) => string | undefined;

/** The contract with the tags of each endpoint: its own, else those of a resource above it, else one by its path. */
export function withTags(
  contract: Contract,
  tagOf: TagOf = tagByPath(contract.endpoints),
): Contract {
  const endpoints = contract.endpoints.map((endpoint) => {
    const above = resourcesAbove(endpoint, contract).find(({ tags }) => tags)?.tags;
    const tag = tagOf(endpoint);
    const tags = endpoint.tags ?? above ?? (tag === undefined ? undefined : [tag]);
    return tags === undefined ? endpoint : { ...endpoint, tags };
  });
  return { ...contract, endpoints };
}

/** The documented resources that an endpoint belongs to, the nearest first. */
function resourcesAbove(
  endpoint: ContractEndpoint,
  { resources = [] }: Contract,
): ContractResource[] {
  return resources
    .filter(({ name }) => name.every((step, index) => endpoint.name[index] === step))
    .toSorted((a, b) => b.name.length - a.name.length);
}

/** All tags: those that are given, then the others in the order of their resources and endpoints. */
export function allTags(
  contracts: readonly Contract[],
  given: readonly OpenApiTag[] = [],
): OpenApiTag[] {
  const tags = new Map(given.map((tag) => [tag.name, tag]));
  for (const { endpoints, resources = [] } of contracts) {
    for (const name of [...resources, ...endpoints].flatMap((one) => one.tags ?? [])) {
      tags.set(name, tags.get(name) ?? { name });
    }
  }
  return [...tags.values()];
}

/** Segments that say which API or version it is, and not what it is about. */
const VERSION = /^(?:api|rest|v\d[\w.-]*)$/i;

/**
 * Finds the tag of a path: the first segment that is neither shared by all paths nor a version, `users` for
 * `/v1/users/{user}`. If there are several versions, each has tags of its own: `v1/users` and `v2/users`.
 */
function tagByPath(endpoints: readonly ContractEndpoint[]): TagOf {
  const paths = endpoints.map(staticSegments);
  const shared = sharedLength(paths);
  const versions = new Set(paths.map((path) => versionOf(path.slice(shared)).join("/")));
  versions.delete("");
  return (endpoint) => {
    const path = staticSegments(endpoint).slice(shared);
    const version = versionOf(path);
    const subject = path[version.length];
    if (subject === undefined) {
      return path.join("/") || undefined;
    }
    return versions.size > 1 ? [...version, subject].join("/") : subject;
  };
}

/** The segments before the first id. */
function staticSegments({ template }: ContractEndpoint): string[] {
  const segments = template.split("/").filter((segment) => segment !== "");
  const dynamic = segments.findIndex((segment) => segment.includes("{"));
  return dynamic === -1 ? segments : segments.slice(0, dynamic);
}

function versionOf(path: readonly string[]): readonly string[] {
  const subject = path.findIndex((segment) => !VERSION.test(segment));
  return subject === -1 ? path : path.slice(0, subject);
}

// A segment with nothing behind it is what its path is about.
function sharedLength(paths: readonly (readonly string[])[]): number {
  let length = 0;
  while (
    paths.length > 0 &&
    paths.every((path) => path.length > length + 1 && path[length] === paths[0]?.[length])
  ) {
    length += 1;
  }
  return length;
}
