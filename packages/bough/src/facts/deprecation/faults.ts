// Finds faults of deprecations: days that do not exist, links and headers that the server cannot send.
import type { AnyFailure } from "../../declare/failure/failure.ts";
import { isDay } from "../../declare/parameter/parameter-types.ts";
import type { Faults } from "../../declare/verify/declaration-error.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import type { Deprecation } from "./declared.ts";

const EXPECTED = new Map([
  ["since", "a day such as 2026-11-01"],
  ["sunset", "a day such as 2027-05-01"],
  ["link", 'a URL such as "https://example.com/moving"'],
]);

/** Finds the faults of what an endpoint or a resource declares. */
export function findDeprecationFaults(deprecated: Deprecation | undefined, found: Faults): void {
  for (const [name, value] of deprecated ? Object.entries(deprecated) : []) {
    if (value !== undefined && !isSound(name, value)) {
      found.add(
        `its deprecation has ${shown(value)} as ${name}`,
        `use ${EXPECTED.get(name) ?? "since, sunset or link"}`,
      );
    }
  }
}

// The characters of a URL (RFC 3986 2), so that none of them ends `<…>` in the header.
function isSound(name: string, value: unknown): boolean {
  const isUrl = (text: string): boolean =>
    /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/.test(text) && URL.canParse(text, "https://localhost");
  return (
    typeof value === "string" && EXPECTED.has(name) && (name === "link" ? isUrl : isDay)(value)
  );
}

/** Finds headers that `.deprecated(…)` sends and the endpoint declares too. */
export function findOwnHeaders(
  { deprecated, responses, failures }: AnyEndpoint,
  found: Faults,
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
      found.add(fault, "remove it from the headers");
    }
  }
}
