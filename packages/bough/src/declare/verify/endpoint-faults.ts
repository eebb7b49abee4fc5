// Finds faults of one endpoint.
import { findCookieFaults, findSetCookieFaults } from "../../facts/cookies/faults.ts";
import { findDeprecationFaults, findOwnHeaders } from "../../facts/deprecation/faults.ts";
import { findFormatFaults } from "../../facts/error-formats/faults.ts";
import { findKeyFaults } from "../../facts/security/faults.ts";
import { isNullBodyStatus } from "../../shared/http/status.ts";
import { fieldsOf } from "../../shared/internal/record.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import type { ChainCall, ResponseData } from "../endpoint/endpoint-data.ts";
import type { AnyFailure } from "../failure/failure.ts";
import { chainWith, takesAllSegments, type AnyEndpoint } from "../tree/placement.ts";
import { NO_ANSWER, NO_REQUEST, findBodyFaults } from "./body-faults.ts";
import type { Faults } from "./declaration-error.ts";
import { FACTS, findFactFaults } from "./fact-faults.ts";
import { findFailureFaults } from "./failure-faults.ts";
import { findHeaderFaults, findQueryFaults } from "./parameter-faults.ts";
import { findSubpathFaults } from "./segment-faults.ts";

/** Finds the faults of an endpoint, except conflicts with other endpoints. */
export function findEndpointFaults(endpoint: AnyEndpoint, found: Faults): void {
  const { data, parent } = endpoint["~endpoint"];
  const { method, subpath, headers, parameters, responses } = data;
  if (isAnyTwice(data["~calls"])) {
    findRepeated(declaredOnce(data["~calls"]), found);
  }
  if (responses.length > 1) {
    findRepeated(
      responses.map(({ status }) => `the status ${status}`),
      found,
    );
  }
  if (subpath !== "") {
    findSubpathFaults(subpath, takesAllSegments(parent.data), found);
  }
  if (endpoint.request !== undefined && (method === "GET" || method === "HEAD")) {
    found.add(`${method} has no request body, but one is declared`, "use query()");
  }
  if (method === "QUERY" && endpoint.requestOptions?.optional === true) {
    found.add(
      "the request body is optional, but QUERY always has one (RFC 10008 2)",
      "remove optional, or use post()",
    );
  }
  findBodyFaults(endpoint.request, NO_REQUEST, found.at("the request"));
  for (const response of responses) {
    findResponseFaults(response, found);
  }
  findQueryFaults(parameters, parent, found);
  findHeaderFaults(headers, "the request header", parent, found);
  findCookieFaults(data, parent, found);
  findFailureFaults(declaredBy(endpoint), parent, found);
  findFormatFaults(endpoint.failures, { above: parent, at: parent }, found);
  findKeyFaults(endpoint, found);
  findFactFaults(endpoint, found);
  findDeprecationFaults(data.deprecated, found);
  findOwnHeaders(endpoint, found);
}

// `.conditional()` declares its failure too, unless it is declared anyway.
function declaredBy({
  conditional,
  "~endpoint": { data, parent },
}: AnyEndpoint): readonly AnyFailure[] {
  const { changed } = conditional ?? {};
  if (changed === undefined) {
    return data.failures;
  }
  const above = chainWith(parent, "failures").flatMap((at) => at.data.failures ?? []);
  const isDeclared = [...above, ...data.failures].includes(changed);
  return isDeclared ? data.failures : [...data.failures, changed];
}

// Only repeated calls can declare something twice, and most endpoints have none but those of several responses.
function isAnyTwice(last: ChainCall | undefined): boolean {
  for (let call = last; call; call = call[0]) {
    for (let other = call[0]; other; other = other[0]) {
      if (other[1] === call[1] && call[1] !== "response") {
        return true;
      }
    }
  }
  return false;
}

// What these calls may declare only once. If a name is declared twice, the later call wins.
function declaredOnce(last: ChainCall | undefined): string[] {
  const calls: ChainCall[] = [];
  for (let call: ChainCall | undefined = last; call; call = call[0]) {
    calls.unshift(call);
  }
  return calls.flatMap(([, name, given]) => {
    const member = MEMBERS.get(name);
    return member === undefined
      ? (ONCE.get(name) ?? (Object.hasOwn(FACTS, name) ? `.${name}()` : []))
      : Object.keys(fieldsOf(given)).map((one) => `the ${member} "${one}"`);
  });
}

const ONCE = new Map([
  ["request", "the request body"],
  ["security", "the security"],
]);
const MEMBERS = new Map([
  ["parameters", "parameter"],
  ["headers", "header"],
  ["cookies", "cookie"],
]);

function findRepeated(all: readonly string[], found: Faults): void {
  for (const [index, what] of all.entries()) {
    if (all.indexOf(what) !== index) {
      found.add(`${what} is declared twice`, "declare it once");
    }
  }
}

function findResponseFaults(response: ResponseData, found: Faults): void {
  const { status, body, headers } = response;
  const isRange = status === "2XX";
  if (!isRange && (!Number.isInteger(status) || status < 200 || status > 399)) {
    found.add(`status ${shown(status)} is not a success`, "declare it as a failure: .failure(…)");
  } else if (
    !isRange &&
    isNullBodyStatus(status) &&
    !("~body" in body && body["~body"] === "none")
  ) {
    found.add(
      `status ${status} cannot have a body, but one is declared`,
      "use noBody, or another status",
    );
  }
  findBodyFaults(body, NO_ANSWER, found.at(`the response of status ${status}`));
  findSetCookieFaults(response, found);
  findHeaderFaults(headers, "the response header", undefined, found);
}
