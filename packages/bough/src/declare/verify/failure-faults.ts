// Finds faults of the failures that an endpoint or resource declares, including conflicts with failures of
// the resources above.
import { shown } from "../../shared/internal/wrong-argument.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import type { AnyBody } from "../body/body.ts";
import type { AnyFailure } from "../failure/failure.ts";
import { RANGES } from "../failure/occurrence.ts";
import { chainWith, templateOf, type Placement } from "../tree/placement.ts";
import { findBodyFaults, NO_ANSWER } from "./body-faults.ts";
import { Faults, type FaultPair } from "./declaration-error.ts";
import { findHeaderFaults } from "./parameter-faults.ts";

interface FailurePlace {
  readonly failure: AnyFailure;
  /** The template of the resource above that declares it. */
  readonly at?: string;
}

/** Finds the faults of failures, and their conflicts with those of `parent` and the resources above it. */
export function findFailureFaults(
  failures: readonly AnyFailure[],
  parent: Placement | undefined,
  found: Faults,
): void {
  if (failures.length === 0) {
    return;
  }
  const before: FailurePlace[] = chainWith(parent, "failures").flatMap((at) =>
    (at.data.failures ?? []).map((failure) => ({ failure, at: templateOf(at) })),
  );
  for (const failure of failures) {
    found.addAll(faultsOf(failure));
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
  const all = new Faults();
  const { name, status, code } = failure;
  const found = all.at("the failure", name);
  const { bare, headers } = failure["~failure"];
  findHeaderFaults(headers, `the header of failure "${name}"`, undefined, all);
  findDataFaults(failure, found);
  const isRange = RANGES.has(status);
  if (
    !isRange &&
    (typeof status === "string" || !Number.isInteger(status) || status < 400 || status > 599)
  ) {
    found.add(`has the status ${shown(status)}`, "use a status from 400 to 599");
  }
  if (typeof code !== "string" && !Number.isFinite(code)) {
    found.add(`has the code ${shown(code)}`, "use a string or a number");
  }
  const reason =
    isRange && name === status
      ? undefined
      : (RESERVED.get(name) ??
        (/^\d*$/.test(name) && !(bare && name === `${status}`)
          ? "failure(404) is the bare failure of a status"
          : undefined));
  if (reason !== undefined) {
    all.add(`a failure cannot be called "${name}"`, `use a name of words: ${reason}`);
  }
  return all.list;
}

const RESERVED: ReadonlyMap<string, string> = new Map([
  ["ok", '"ok" is the success case of match'],
  ["else", '"else" is the case of match for all other failures'],
  ["default", '"default" is reserved: match uses "else" for all other failures'],
  ["other", '"other" is reserved for all statuses'],
  ["4XX", '"4XX" is reserved for all statuses from 400 to 499'],
  ["5XX", '"5XX" is reserved for all statuses from 500 to 599'],
]);

function findDataFaults({ name, "~failure": { body, bare } }: AnyFailure, found: Faults): void {
  if (bare) {
    findBodyFaults(body, NO_ANSWER, found.at("the body of failure", name));
    return;
  }
  const given: Partial<AnyBody & AnySchema> = body ?? {};
  const { "~body": kind, "~format": format } = given;
  if (body === undefined || "~standard" in given || kind === "negotiated") {
    return;
  }
  if (kind === "none") {
    found.add("has noBody as its body", "remove .body()");
  } else {
    const told = (format?.mediaTypes ?? []).join(", ");
    found.add(
      `has ${told || (kind === undefined ? shown(body) : `${kind}()`)} as its body`,
      "pass its type or a schema: problem details and codecs write it",
    );
  }
}

// The same value may be declared repeatedly, since it is the same failure.
function findConflict(
  failure: AnyFailure,
  { failure: other, at }: FailurePlace,
  found: Faults,
): void {
  const { name, status } = failure;
  const its = found.at("the failure", name);
  if (other === failure || (other.status !== status && other.name !== name)) {
    return;
  }
  const where = at === undefined ? "" : `, which ${at} declares`;
  const declares = at === undefined ? "" : `; ${at} declares "${other.name}"`;
  const bare = failure["~failure"].bare || other["~failure"].bare;
  if (RANGES.has(status)) {
    // A nearer range replaces an inherited one.
    if (other.status === status && at === undefined) {
      its.add("is declared twice", "declare one failure for each range of statuses");
    }
  } else if (bare && other.status === status) {
    found.add(
      `the failures "${other.name}" and "${name}" have the status ${status}, but a bare failure must be the only one of its status${declares}`,
      "remove one, or send both as problem details",
    );
  } else if (other.name === name) {
    its.add(
      `differs from an earlier failure of that name${where}`,
      "declare it once, or rename one of the two",
    );
  } else if (other.status === status && other.type === failure.type) {
    its.add(
      `has the problem type and status of "${other.name}"${where}`,
      "use another type or status for one of them",
    );
  }
}
