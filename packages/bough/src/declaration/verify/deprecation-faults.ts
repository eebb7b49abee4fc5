// Finds faults of deprecations: days that do not exist, a sunset before the deprecation, links that no header can carry.
import { shown } from "../../internal/shown.ts";
import type { Deprecation } from "../endpoint/deprecation.ts";
import type { EndpointData } from "../endpoint/endpoint-data.ts";
import type { AnyFailure } from "../failure/failure.ts";
import { isDay } from "../parameter/parameter-types.ts";
import type { AnyEndpoint } from "../tree/placed-endpoint.ts";
import type { FaultPair } from "./declaration-error.ts";

const MEMBERS = ["since", "sunset", "successor", "link"];

/** Finds the faults of what an endpoint or a resource declares. `whole` has what the resources above declare too. */
export function findDeprecationFaults(
  {
    deprecated,
    description,
  }: Pick<EndpointData, "deprecated"> & { readonly description?: object | undefined },
  whole: Deprecation | undefined,
  found: FaultPair[],
): void {
  if (description !== undefined && "deprecated" in description) {
    found.push([
      "its description has deprecated",
      "use .deprecated({ since, sunset, successor, link }), or the option deprecated of a resource",
    ]);
  }
  if (deprecated === undefined) {
    return;
  }
  for (const [name, value] of Object.entries(deprecated)) {
    const fault = memberFault(name, value);
    if (fault !== undefined) {
      found.push(fault);
    }
  }
  const { since, sunset } = whole ?? deprecated;
  // Days have the same length, so they can be compared as they are.
  if (since !== undefined && sunset !== undefined && sunset < since) {
    found.push([`its sunset ${sunset} is before its deprecation ${since}`, "use a later sunset"]);
  }
}

function memberFault(name: string, value: unknown): FaultPair | undefined {
  if (!MEMBERS.includes(name)) {
    const fault = `its deprecation has the unknown option ${JSON.stringify(name)}`;
    return [fault, `use { ${MEMBERS.join(", ")} }`];
  }
  if (value === undefined || isSound(name, value)) {
    return undefined;
  }
  return [`its deprecation has ${shown(value)} as ${name}`, `use ${EXPECTED[name]}`];
}

const EXPECTED: Readonly<Record<string, string>> = {
  since: "a day such as 2026-11-01",
  sunset: "a day such as 2027-05-01",
  successor: 'the name of an endpoint such as "v2.users.list", or its key',
  link: 'a URL such as "https://example.com/moving"',
};

function isSound(name: string, value: unknown): boolean {
  if (typeof value !== "string") {
    return false;
  }
  if (name === "link") {
    // The characters of a URL (RFC 3986 2), so that none of them ends `<…>` in the header.
    return (
      /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/.test(value) && URL.canParse(value, "https://localhost")
    );
  }
  return name === "successor" ? value !== "" : isDay(value);
}

/** Finds headers that `.deprecated(…)` sends and the endpoint declares too. */
export function findOwnHeaders(
  { deprecated, responses, failures }: AnyEndpoint,
  found: FaultPair[],
): void {
  if (deprecated === undefined) {
    return;
  }
  // A declaration may have another value here, which is a fault of its own.
  const failed: readonly (Partial<AnyFailure> | undefined)[] = failures;
  const names = [...responses, ...failed.map((one) => one?.["~failure"])]
    .flatMap((one) => Object.keys(one?.headers ?? {}))
    .map((name) => name.toLowerCase());
  const { since, sunset } = deprecated;
  for (const [name, value] of [
    ["deprecation", since],
    ["sunset", sunset],
  ] as const) {
    if (value !== undefined && names.includes(name)) {
      const fault = `declares the response header "${name}", which .deprecated() sends`;
      found.push([fault, "remove it from the headers"]);
    }
  }
}
