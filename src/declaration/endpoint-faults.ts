// What can be wrong with one endpoint, as pairs of fault and remedy.
import { isNullBodyStatus } from "../http/status.ts";
import { isRecord } from "../internal/is-record.ts";
import { shown } from "../internal/shown.ts";
import { bodyFaults, NO_ANSWER, NO_REQUEST } from "./body-faults.ts";
import type { ChainCall, EndpointData, ReplyData } from "./endpoint-data.ts";
import { failureFaults } from "./failure-faults.ts";
import type { FaultPair } from "./fault-pair.ts";
import { headerFaults, parameterFaults } from "./parameter-faults.ts";
import type { AnyEndpoint } from "./placed-endpoint.ts";
import { takesAllSegments } from "./placement.ts";
import { segmentFaults } from "./segment-faults.ts";

/** Everything that is wrong with an endpoint by itself. */
export function endpointFaults(endpoint: AnyEndpoint): FaultPair[] {
  const { data, parent } = endpoint["~endpoint"];
  const { method, subpath, headers, failures } = data;
  const found = twiceDeclared(data).map((what): FaultPair => [
    `${what} is declared twice`,
    "declare it once",
  ]);
  found.push(...callFaults(data));
  found.push(...subpathFaults(subpath, takesAllSegments(parent.data)));
  if (endpoint.request !== undefined && (method === "GET" || method === "HEAD")) {
    found.push([`${method} has no request body, but one is declared`, "use query()"]);
  }
  found.push(...bodyFaults(endpoint.request, "the request", NO_REQUEST));
  for (const response of endpoint.responses) {
    found.push(...responseFaults(response));
  }
  found.push(
    ...parameterFaults(endpoint.parameters, "the query parameter"),
    ...headerFaults(headers, "the request header", parent),
    ...failureFaults(failures, parent),
  );
  return found;
}

const RECORDED: ReadonlySet<string> = new Set(["parameters", "headers", "describe", "meta"]);
const REPLY_OPTIONS = ["status", "headers", "description"];

// What a call was given in place of an object leaves nothing behind.
function callFaults({ "~calls": last }: EndpointData): FaultPair[] {
  const found: FaultPair[] = [];
  // Without a list of the calls: nearly always there is nothing to tell.
  for (let call = last; call; [call] = call) {
    const [, name, first, second] = call;
    if (name === "response" && second !== undefined) {
      const remedy = "give { status, headers, description }";
      const unknown = Object.keys(Object(second)).find((option) => !REPLY_OPTIONS.includes(option));
      if (!isRecord(second)) {
        found.unshift([`.response() has ${shown(second)} for its options`, remedy]);
      } else if (unknown !== undefined) {
        found.unshift([
          `.response() has the option ${JSON.stringify(unknown)}, which it does not take`,
          remedy,
        ]);
      }
    } else if (first !== undefined && RECORDED.has(name) && !isRecord(first)) {
      found.unshift([`.${name}() has ${shown(first)}`, "give an object of names and values"]);
    }
  }
  return found;
}

// Later calls win where a name stands twice; here it is told.
function twiceDeclared({ "~calls": last, responses }: EndpointData): string[] {
  // One call says nothing twice.
  if (last?.[0] === undefined) {
    return [];
  }
  const calls: ChainCall[] = [];
  for (let call: ChainCall | undefined = last; call; [call] = call) {
    calls.unshift(call);
  }
  const namesIn = (step: string, what: string): string[] =>
    calls
      .filter(([, name]) => name === step)
      .flatMap(([, , record]) =>
        Object.keys(Object(record) as object).map((name) => `the ${what} "${name}"`),
      );
  return repeated([
    ...calls.filter(([, name]) => name === "request").map(() => "the request body"),
    ...namesIn("parameters", "parameter"),
    ...namesIn("headers", "header"),
    ...responses.map(({ status }) => `the status ${status}`),
  ]);
}

function repeated(all: readonly string[]): string[] {
  return all.filter((each, index) => all.indexOf(each) !== index);
}

function subpathFaults(subpath: unknown, belowAll: boolean): FaultPair[] {
  if (typeof subpath !== "string") {
    return [["its subpath is no text", 'give segments: get("me")']];
  }
  if (subpath === "") {
    return [];
  }
  const faults = subpath
    .split("/")
    .flatMap((segment) => segmentFaults(segment, "a segment of its subpath"));
  return belowAll
    ? [
        ...faults,
        ["stands below segments(), which takes all remaining segments", "leave its subpath out"],
      ]
    : faults;
}

function responseFaults({ status, body, headers }: ReplyData): FaultPair[] {
  const faults = bodyFaults(body, `the response of status ${status}`, NO_ANSWER);
  faults.push(
    ...(isRecord(headers)
      ? headerFaults(headers, "the response header")
      : [
          [
            `the response of status ${shown(status)} has ${shown(headers)} for its headers`,
            "give an object of parameter types, or leave it out",
          ] as const,
        ]),
  );
  if (typeof status !== "number") {
    faults.unshift([
      `status ${shown(status)} is no number`,
      "give one from 200 to 399, or leave it out",
    ]);
  } else if (!Number.isInteger(status) || status < 200 || status > 399) {
    faults.unshift([`status ${status} is no success`, "declare it as a failure: .failure(…)"]);
  } else if (isNullBodyStatus(status) && !("~body" in body && body["~body"] === "none")) {
    faults.unshift([
      `status ${status} cannot have a body, but one is declared`,
      "use noBody, or another status",
    ]);
  }
  return faults;
}
