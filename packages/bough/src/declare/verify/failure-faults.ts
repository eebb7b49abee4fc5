// Finds faults of the failures that an endpoint or resource declares, including conflicts with failures of
// the resources above, and faults of the error format in which they are written.
import { essenceOf } from "../../shared/http/media-type.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import type { AnyBody } from "../body/body.ts";
import type { AnyErrorFormat, ErrorFormatData } from "../../facts/error-formats/declared.ts";
import type { AnyFailure } from "../failure/failure.ts";
import { rejectionRow } from "../failure/rejections.ts";
import { RANGES } from "../failure/occurrence.ts";
import {
  chainWith,
  rejectingRoot,
  templateOf,
  type Placement,
  type ResourceData,
} from "../tree/placement.ts";
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

/** Finds the faults of the option `errors`. */
export function findErrorFormatFaults(
  errors: AnyErrorFormat,
  { kind, rejections }: ResourceData,
  found: Faults,
): void {
  if (kind !== "root") {
    found.add(
      "declares errors, but is not a root",
      "pass them to rootResource(segment, { errors: … }, { … })",
    );
  }
  if (rejections !== undefined) {
    found.add("declares both errors and rejections", "remove one of the two");
  }
  const { body, code, data } = errors["~errors"];
  if (isJson(body)) {
    findBodyFaults(body, NO_ANSWER, found.at("the body of its errors"));
  } else {
    found.add(
      "its errors cannot have this body",
      "use type<T>(), a schema or json(): an error format is JSON",
    );
  }
  for (const [name, path] of Object.entries({ code, data })) {
    if (path !== undefined && !/^[^.]+(\.[^.]+){0,3}$/.test(path)) {
      found.add(
        `the path of the ${name} in its errors is ${shown(path)}`,
        'use one to four names or indexes with dots between them: "error.code"',
      );
    }
  }
  if (data !== undefined && `${code}.`.startsWith(`${data}.`)) {
    found.add(
      `the path of the data in its errors, "${data}", contains the code`,
      "put the code and the data into different members",
    );
  }
}

function isJson(body: Partial<AnyBody & AnySchema> | undefined): boolean {
  const { "~body": kind, "~format": format, "~standard": standard } = body ?? {};
  return kind === "codec"
    ? (format?.mediaTypes ?? []).every((type) =>
        /^application\/json$|\+json$/.test(essenceOf(type)),
      )
    : kind === "negotiated" || (kind === undefined && standard !== undefined);
}

/** The place of failures: their resource, or that of their endpoint, and the resource above them. */
interface FormatPlace {
  readonly at: Placement;
  /** Declares failures that have been compared with each other. */
  readonly above: Placement | undefined;
}

/** Finds failures that clients could not tell apart in the error format of a place, or that it cannot carry. */
export function findFormatFaults(
  failures: readonly AnyFailure[],
  { at, above }: FormatPlace,
  found: Faults,
): void {
  const format = failures.length > 0 ? rejectingRoot(at)?.errors?.["~errors"] : undefined;
  if (format === undefined) {
    return;
  }
  const inherited = chainWith(above, "failures").flatMap(({ data }) => data.failures ?? []);
  const known = inherited.filter(isFormatted);
  const own = failures.filter((one) => !inherited.includes(one));
  for (const failure of own.filter(isFormatted)) {
    const { name, status, code } = failure;
    const its = found.at("the failure", name);
    const same = known.find(
      (other) =>
        other !== failure &&
        other.status === status &&
        (format.code === undefined || other.code === code),
    );
    if (same !== undefined) {
      addSame(failure, same, format, found);
    }
    if (format.code !== undefined && code === rejectionRow(Number(status))?.type) {
      its.add(
        `has the code ${shown(code)} and the status ${status} of a rejection`,
        "use another name or status, or failure(name, status, { code })",
      );
    }
    if (format.data === undefined && failure["~failure"].body !== undefined) {
      its.add(
        "has data, for which the error format has no path",
        'name it: errorFormat(body, { data: "error.details" })',
      );
    }
    known.push(failure);
  }
}

function addSame(
  one: AnyFailure,
  other: AnyFailure,
  { code }: ErrorFormatData,
  found: Faults,
): void {
  const both = found.at(`the failures "${other.name}" and "${one.name}" have`);
  if (code === undefined) {
    both.add(
      `the status ${one.status}, and the error format has no code`,
      'name its path, errorFormat(body, { code: "error.code" }), or use another status',
    );
  } else {
    both.add(
      `the code ${shown(one.code)} and the status ${one.status}`,
      "use another code or status for one of them",
    );
  }
}

function isFormatted(failure: AnyFailure): boolean {
  return !failure["~failure"].bare;
}
