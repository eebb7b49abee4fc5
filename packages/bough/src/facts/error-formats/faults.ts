// Finds faults of the error format in which a root's errors are written, and of the failures that it carries.
import type { AnyBody } from "../../declare/body/body.ts";
import type { AnyFailure } from "../../declare/failure/failure.ts";
import { rejectionRow } from "../../declare/failure/rejections.ts";
import {
  chainWith,
  rejectingRoot,
  type Placement,
  type ResourceData,
} from "../../declare/tree/placement.ts";
import { findBodyFaults, NO_ANSWER } from "../../declare/verify/body-faults.ts";
import type { Faults } from "../../declare/verify/declaration-error.ts";
import { essenceOf } from "../../shared/http/media-type.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import type { AnyErrorFormat, ErrorFormatData } from "./declared.ts";

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
        "has data, but the error format doesn't name a path for it",
        'pass one: errorFormat(body, { data: "error.details" })',
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
      `the status ${one.status}, but the error format doesn't name a code to tell them apart`,
      'pass its path, errorFormat(body, { code: "error.code" }), or use another status',
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
