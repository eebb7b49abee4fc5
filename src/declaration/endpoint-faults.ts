// What can be wrong with one endpoint, as pairs of fault and remedy.
import { isFieldName } from "../http/header-value.ts";
import { isNullBodyStatus } from "../http/status.ts";
import type { AnyBody } from "./body.ts";
import type { AnyFailure } from "./failure.ts";
import type { FaultPair } from "./fault-pair.ts";
import type { ParameterParts } from "./parameter.ts";
import type { AnyEndpoint } from "./placed-endpoint.ts";
import { chainOf, takesAllSegments } from "./placement.ts";
import { segmentFaults } from "./resource-faults.ts";

/** Everything that is wrong with an endpoint by itself. */
export function endpointFaults(endpoint: AnyEndpoint): FaultPair[] {
  const { data, placement } = endpoint["~endpoint"];
  const subpath = data.subpath === "" ? [] : data.subpath.split("/");
  const above = chainOf(placement).some((at) => takesAllSegments(at.data));
  return [
    ...data.twice.map((what): FaultPair => [`${what} is declared twice`, "declare it once"]),
    ...subpath.flatMap((segment) => segmentFaults(segment, "a segment of its subpath")),
    ...(above && subpath.length > 0
      ? [
          [
            "stands below segments(), which takes all remaining segments",
            "leave its subpath out",
          ] as const,
        ]
      : []),
    ...(data.request !== undefined && (data.method === "GET" || data.method === "HEAD")
      ? [[`${data.method} has no request body, but one is declared`, "use query()"] as const]
      : []),
    ...data.responses.flatMap(({ status, body, headers }) => [
      ...responseFaults(status, body),
      ...headerFaults(headers, "the response header"),
    ]),
    ...parameterFaults(data.parameters, "the query parameter"),
    ...headerFaults(endpoint.headers, "the request header"),
    ...failureFaults(endpoint.failures),
  ];
}

function responseFaults(status: number, body: object): FaultPair[] {
  if (!Number.isInteger(status) || status < 200 || status > 399) {
    return [[`status ${status} is no success`, "declare it as a failure: .failure(…)"]];
  }
  return isNullBodyStatus(status) && (body as Partial<AnyBody>)["~body"] !== "none"
    ? [
        [
          `status ${status} cannot have a body, but one is declared`,
          "use noBody, or another status",
        ],
      ]
    : [];
}

function parameterFaults(parts: ParameterParts, what: string): FaultPair[] {
  return Object.entries(parts).flatMap(([name, type]): FaultPair[] => {
    if (!isParameter(type)) {
      return [
        [
          `${what} "${name}" has no parameter type`,
          "use integer(), boolean(), date() … or parameter({ decode, encode })",
        ],
      ];
    }
    const { list, optional } = type["~parameter"];
    return list !== undefined && optional
      ? [[`${what} "${name}" is an optional list`, "leave .optional() out: an absent list is []"]]
      : [];
  });
}

function headerFaults(parts: ParameterParts, what: string): FaultPair[] {
  const names = Object.keys(parts);
  return [
    ...parameterFaults(parts, what),
    ...names
      .filter((name) => !isFieldName(name))
      .map((name): FaultPair => [
        `${what} "${name}" is no field name`,
        "use letters, digits and hyphens",
      ]),
    ...names
      .filter(
        (name, index) =>
          names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) !== index,
      )
      .map((name): FaultPair => [`${what} "${name}" is declared twice`, "declare it once"]),
  ];
}

function failureFaults(failures: readonly AnyFailure[]): FaultPair[] {
  return failures.flatMap((failure, index): FaultPair[] => {
    const { name, status } = failure;
    const { bare, headers } = failure["~failure"];
    const before = failures.slice(0, index);
    const found: FaultPair[] = headerFaults(headers, `the header of failure "${name}"`);
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      found.push([
        `the failure "${name}" has the status ${status}`,
        "use a status from 400 to 599",
      ]);
    }
    if (!bare && (name === "ok" || /^\d*$/.test(name))) {
      found.push([
        `a failure cannot be called "${name}"`,
        "use a name of words; failure(404) is a bare one",
      ]);
    }
    if (before.some((other) => other.name === name)) {
      found.push([
        `the failure "${name}" is declared twice`,
        "declare it once, here or on a resource above",
      ]);
    } else if (
      before.some((other) => other.status === status && (bare || other["~failure"].bare))
    ) {
      found.push([
        `a bare failure shares its status ${status}`,
        "give the failures names, or leave one out",
      ]);
    }
    return found;
  });
}

function isParameter(type: unknown): boolean {
  return typeof type === "object" && type !== null && "~parameter" in type;
}
