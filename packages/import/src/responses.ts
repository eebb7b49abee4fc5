// The responses of an operation: successes and failures.
import type { ContractFailure, ContractParameter, ContractResponse } from "bough/contract";
import { readContent } from "./content.ts";
import { listedFailures } from "./errors.ts";
import { entriesOf, member, step, textOf } from "./json.ts";
import { Unresolved, type Found } from "./open-document.ts";
import { ParameterTypes, type Reading, type Writing } from "./parameter-type.ts";
import { parameterOf } from "./parameter.ts";
import type { Place } from "./report.ts";

/** The declared responses of an operation. */
export interface Responses {
  readonly successes: readonly ContractResponse[];
  readonly failures: readonly ContractFailure[];
}

interface Read extends Omit<ContractResponse, "status"> {
  readonly status: number | string;
  /** The name of the component that it refers to. */
  readonly component: string | undefined;
  /** The failures that the response lists; it is then in the error format of the root. */
  readonly listed?: readonly ContractFailure[] | undefined;
}

export function readResponses(reading: Reading, responses: Found, place: Place): Responses {
  const read = entriesOf(responses.value)
    .filter(([name]) => !name.startsWith("x-"))
    .flatMap(([name, value]) => {
      const pointer = `${responses.pointer}${step(name)}`;
      return readOne(reading, { name, value, pointer }, { ...place, pointer }) ?? [];
    });
  const successes = read.filter(isSuccess).map(({ component: _, listed: __, ...one }) => one);
  const failures = read.filter((one) => !isSuccess(one));
  const other = failures.find(({ status }) => status === "other");
  if (successes.length > 0 || read.some(({ status }) => Number(status) < 400)) {
    return { successes, failures: failures.flatMap(failuresOf) };
  }
  if (other !== undefined) {
    // `default` covers every status that has no response of its own, so also successes.
    const { component: _, listed: __, ...success } = other;
    return { successes: [{ ...success, status: "2XX" }], failures: failures.flatMap(failuresOf) };
  }
  reading.report.changed(
    { ...place, pointer: responses.pointer },
    "document",
    "no success is declared, so the response has no body",
  );
  return { successes, failures: failures.flatMap(failuresOf) };
}

function isSuccess({ status }: Read): boolean {
  return !isError(status);
}

function isError(status: number | string): boolean {
  return status !== "2XX" && !(Number(status) < 400);
}

function readOne(
  reading: Reading,
  { name, value, pointer }: Found & { readonly name: string },
  place: Place,
): Read | undefined {
  const { document, report } = reading;
  const status = statusOf(name);
  if (status === undefined) {
    const isKnown = /^(?:1|3)(?:XX|\d\d)$/i.test(name);
    report.changed(
      place,
      isKnown ? "unsupported" : "document",
      isKnown
        ? `the response ${name} is left out: Bough declares statuses from 200`
        : `the response "${name}" has no status; it is left out`,
    );
    return undefined;
  }
  const component = textOf(member(value, "$ref"))?.split("/").at(-1);
  const found = document.follow({ value, pointer });
  if (found instanceof Unresolved) {
    report.changed(place, "document", `${found.reason}; the response has no body`);
    return { status, content: [], component: undefined };
  }
  const content = { value: member(found.value, "content"), pointer: `${found.pointer}/content` };
  const listed = isError(status) ? listedFailures(reading, { ...found, status }, place) : undefined;
  const side = "response";
  const read =
    listed === undefined
      ? readContent(reading, content, { ...place, pointer: found.pointer, side })
      : [];
  const isNull = status === 204 || status === 205 || status === 304;
  if (isNull && read.length > 0) {
    report.changed(place, "document", `status ${name} cannot have a body, which is left out`);
  }
  if (entriesOf(member(found.value, "links")).length > 0) {
    report.changed(place, "unsupported", "the links of a response are left out");
  }
  const description = textOf(member(found.value, "description"));
  const headers = readHeaders(reading, found, place);
  return {
    status,
    component,
    listed,
    content: isNull ? [] : read,
    ...(description === undefined ? {} : { description }),
    ...(headers.length === 0 ? {} : { headers }),
  };
}

function statusOf(name: string): number | string | undefined {
  if (name === "default") {
    return "other";
  }
  const upper = name.toUpperCase();
  if (upper === "2XX" || upper === "4XX" || upper === "5XX") {
    return upper;
  }
  return /^[2-5]\d\d$/.test(name) ? Number(name) : undefined;
}

const HEADER: Writing = { as: "text", list: "comma", object: "brackets", isDefined: true };

// The server sets them, whether or not they are declared.
const SENT_ANYWAY = ["content-type", "content-length", "transfer-encoding", "trailer"];

function readHeaders(
  reading: Reading,
  response: Found,
  place: Place,
): readonly ContractParameter[] {
  const seen = new Set(SENT_ANYWAY);
  return entriesOf(member(response.value, "headers")).flatMap(([name, value]) => {
    const pointer = `${response.pointer}/headers${step(name)}`;
    const at = { ...place, pointer };
    const found = reading.document.follow({ value, pointer });
    const isField = /^[\w!#$%&'*+.^`|~-]+$/.test(name);
    if (found instanceof Unresolved || !isField) {
      const reason = found instanceof Unresolved ? found.reason : `"${name}" is not a header name`;
      reading.report.changed(at, "document", `${reason}; the header is left out`);
      return [];
    }
    if (seen.has(name.toLowerCase())) {
      return [];
    }
    seen.add(name.toLowerCase());
    const types = new ParameterTypes(reading, at);
    const schema = {
      value: member(found.value, "schema") ?? {},
      pointer: `${found.pointer}/schema`,
    };
    const required = member(found.value, "required") === true;
    const { default: _, ...one } = parameterOf(name, types.typeOf(schema, HEADER), {
      required,
      found: schema,
      types,
    });
    // A server that leaves a header out sends no default.
    return [{ ...one, required: one.type === "list" ? one.required : required }];
  });
}

function failuresOf({ component, status, listed, ...rest }: Read): readonly ContractFailure[] {
  return listed === undefined
    ? [{ name: String(status), status, title: component ?? String(status), ...rest }]
    : listed.map((one) => ({ ...rest, ...one }));
}
