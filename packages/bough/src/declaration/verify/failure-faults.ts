// Finds faults of the failures that an endpoint or resource declares, including conflicts with failures of
// the resources above.
import { shown } from "../../internal/shown.ts";
import type { AnyFailure } from "../failure/failure.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { AnyBody } from "../body/body.ts";
import { findBodyFaults, NO_ANSWER } from "./body-faults.ts";
import { RANGES } from "../failure/status-range.ts";
import type { FaultPair } from "./fault-pair.ts";
import { findHeaderFaults } from "./parameter-faults.ts";
import { chainWith, templateOf } from "../tree/placement.ts";
import type { Placement } from "../tree/placement.ts";

interface FailurePlace {
  readonly failure: AnyFailure;
  /** The template of the resource above that declares it. */
  readonly at?: string;
}

/** Finds the faults of failures, and their conflicts with those of `parent` and the resources above it. */
export function findFailureFaults(
  failures: readonly AnyFailure[],
  parent: Placement | undefined,
  found: FaultPair[],
): void {
  if (failures.length === 0) {
    return;
  }
  const own = failures.filter(isFailure);
  if (own.length < failures.length) {
    found.push(["a declared failure is not a failure", "declare it with failure(name, status)"]);
  }
  const before: FailurePlace[] = chainWith(parent, "failures").flatMap((at) =>
    (at.data.failures ?? []).filter(isFailure).map((failure) => ({ failure, at: templateOf(at) })),
  );
  for (const failure of own) {
    found.push(...faultsOf(failure));
    for (const other of before) {
      findConflict(failure, other, found);
    }
    before.push({ failure });
  }
}

// Many endpoints declare the same failure, and its own faults are the same at each of them.
const KNOWN = new WeakMap<AnyFailure, readonly FaultPair[]>();

function faultsOf(failure: AnyFailure): readonly FaultPair[] {
  let known = KNOWN.get(failure);
  if (known === undefined) {
    known = findFaultsOfOne(failure);
    KNOWN.set(failure, known);
  }
  return known;
}

function findFaultsOfOne(failure: AnyFailure): readonly FaultPair[] {
  const found: FaultPair[] = [];
  const { name, status, code } = failure;
  const { bare, headers } = failure["~failure"];
  findHeaderFaults(headers, `the header of failure "${name}"`, undefined, found);
  findDataFaults(failure, found);
  const isRange = RANGES.has(status);
  if (
    !isRange &&
    (typeof status === "string" || !Number.isInteger(status) || status < 400 || status > 599)
  ) {
    found.push([
      `the failure "${name}" has the status ${shown(status)}`,
      "use a status from 400 to 599",
    ]);
  }
  if (typeof code !== "string" && !Number.isFinite(code)) {
    found.push([`the failure "${name}" has the code ${shown(code)}`, "use a string or a number"]);
  }
  const reason =
    isRange && name === status
      ? undefined
      : (RESERVED.get(name) ??
        (/^\d*$/.test(name) && !(bare && name === `${status}`)
          ? "failure(404) is the bare failure of a status"
          : undefined));
  if (reason !== undefined) {
    found.push([`a failure cannot be called "${name}"`, `use a name of words: ${reason}`]);
  }
  return found;
}

const RESERVED: ReadonlyMap<string, string> = new Map([
  ["ok", '"ok" is the success case of match'],
  ["else", '"else" is the case of match for all other failures'],
  ["default", '"default" is reserved: match uses "else" for all other failures'],
  ["other", '"other" is reserved for all statuses'],
  ["4XX", '"4XX" is reserved for all statuses from 400 to 499'],
  ["5XX", '"5XX" is reserved for all statuses from 500 to 599'],
]);

function findDataFaults(
  { name, "~failure": { body, bare } }: AnyFailure,
  found: FaultPair[],
): void {
  const what = `the body of failure "${name}"`;
  if (bare) {
    findBodyFaults(body, what, NO_ANSWER, found);
    return;
  }
  const given: Partial<AnyBody & AnySchema> = body ?? {};
  const { "~body": kind, "~format": format } = given;
  if (body === undefined || "~standard" in given || kind === "negotiated") {
    return;
  }
  const remedy = "give its type or a schema: problem details and codecs write it";
  if (kind === undefined) {
    found.push([`${what} is neither a type nor a schema`, remedy]);
  } else if (kind === "none") {
    found.push([`the failure "${name}" has noBody as its body`, "leave .body() out"]);
  } else {
    const types = format?.mediaTypes ?? [];
    const told = types.length > 0 ? types.join(", ") : `${kind}()`;
    found.push([`the failure "${name}" has ${told} as its body`, remedy]);
  }
}

// The same value may be declared repeatedly, since it is the same failure.
function findConflict(
  failure: AnyFailure,
  { failure: other, at }: FailurePlace,
  found: FaultPair[],
): void {
  const { name, status } = failure;
  if (other === failure || (other.status !== status && other.name !== name)) {
    return;
  }
  const where = at === undefined ? "" : `, which ${at} declares`;
  const declares = at === undefined ? "" : `; ${at} declares "${other.name}"`;
  const bare = failure["~failure"].bare || other["~failure"].bare;
  if (RANGES.has(status)) {
    // A nearer range replaces an inherited one.
    if (other.status === status && at === undefined) {
      found.push([
        `the failure "${name}" is declared twice`,
        "declare one failure for each range of statuses",
      ]);
    }
  } else if (bare && other.status === status) {
    found.push([
      `the failures "${other.name}" and "${name}" have the status ${status}, but a bare failure must be the only one of its status${declares}`,
      "leave one out, or send both as problem details",
    ]);
  } else if (other.name === name) {
    found.push([
      `the failure "${name}" differs from an earlier failure of that name${where}`,
      "declare it once, or rename one of the two",
    ]);
  } else if (other.status === status && other.type === failure.type) {
    found.push([
      `the failure "${name}" has the problem type and status of "${other.name}"${where}`,
      "give one of them another type or status",
    ]);
  }
}

function isFailure(value: AnyFailure | undefined | null): value is AnyFailure {
  return value?.["~failure"] !== undefined;
}
