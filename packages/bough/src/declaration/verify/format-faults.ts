// Finds faults of an error format, and of the failures that are written in it.
import { errorsOf } from "../failure/error-format.ts";
import type { ErrorFormatData } from "../failure/format-read.ts";
import type { AnyFailure } from "../failure/failure.ts";
import { rejectionRow } from "../failure/rejections.ts";
import { chainWith, rejectingRoot } from "../tree/placement.ts";
import type { Placement, ResourceData } from "../tree/placement.ts";
import { essenceOf } from "../../http/media-type.ts";
import { shown } from "../../internal/shown.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { AnyBody } from "../body/body-format.ts";
import { findBodyFaults, NO_ANSWER } from "./body-faults.ts";
import type { FaultPair } from "./fault-pair.ts";

/** Finds the faults of the option `errors`. */
export function findErrorFormatFaults(
  { kind, errors, rejections }: ResourceData,
  found: FaultPair[],
): void {
  if (kind !== "root") {
    found.push([
      "declares errors, but is not a root",
      "give them to rootResource(segment, { errors: … }, { … })",
    ]);
  }
  if (rejections !== undefined) {
    found.push(["declares both errors and rejections", "remove one of the two"]);
  }
  const format = errorsOf(Object(errors));
  if (format === undefined) {
    found.push([
      `its errors are ${shown(errors)}`,
      'use errorFormat(type<ApiError>(), { code: "error.code" })',
    ]);
    return;
  }
  const { body, code, data } = format;
  if (isJson(body)) {
    findBodyFaults(body, "the body of its errors", NO_ANSWER, found);
  } else {
    found.push([
      "its errors cannot have this body",
      "use type<T>(), a schema or json(): an error format is JSON",
    ]);
  }
  for (const [name, path] of Object.entries({ code, data })) {
    if (path !== undefined && !isPath(path)) {
      found.push([
        `the path of the ${name} in its errors is ${shown(path)}`,
        'use one to four names or indexes with dots between them: "error.code"',
      ]);
    }
  }
  if (data !== undefined && `${code}.`.startsWith(`${data}.`)) {
    found.push([
      `the path of the data in its errors, "${data}", contains the code`,
      "put the code and the data into different members",
    ]);
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

function isPath(path: unknown): boolean {
  return typeof path === "string" && /^[^.]+(\.[^.]+){0,3}$/.test(path);
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
  found: FaultPair[],
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
    const same = known.find(
      (other) =>
        other !== failure &&
        other.status === status &&
        (format.code === undefined || other.code === code),
    );
    if (same !== undefined) {
      found.push(sameFault(failure, same, format));
    }
    if (format.code !== undefined && code === rejectionRow(Number(status))?.type) {
      found.push([
        `the failure "${name}" has the code ${shown(code)} and the status ${status} of a rejection`,
        "use another name or status, or failure(name, status, { code })",
      ]);
    }
    if (format.data === undefined && failure["~failure"].body !== undefined) {
      found.push([
        `the failure "${name}" has data, for which the error format has no path`,
        'name it: errorFormat(body, { data: "error.details" })',
      ]);
    }
    known.push(failure);
  }
}

function sameFault(one: AnyFailure, other: AnyFailure, { code }: ErrorFormatData): FaultPair {
  return code === undefined
    ? [
        `the failures "${other.name}" and "${one.name}" have the status ${one.status}, and the error format has no code`,
        'name its path, errorFormat(body, { code: "error.code" }), or use another status',
      ]
    : [
        `the failures "${other.name}" and "${one.name}" have the code ${shown(one.code)} and the status ${one.status}`,
        "use another code or status for one of them",
      ];
}

function isFormatted(failure: AnyFailure | undefined | null): boolean {
  return failure?.["~failure"]?.bare === false;
}
