// What can be wrong with one endpoint, as pairs of fault and remedy.
import { isNullBodyStatus } from "../http/status.ts";
import { bodyFaults } from "./body-faults.ts";
import type { ReplyData } from "./endpoint.ts";
import { failureFaults } from "./failure-faults.ts";
import type { FaultPair } from "./fault-pair.ts";
import { headerFaults, parameterFaults } from "./parameter-faults.ts";
import type { AnyEndpoint } from "./placed-endpoint.ts";
import { chainOf, takesAllSegments } from "./placement.ts";
import { segmentFaults } from "./segment-faults.ts";

/** Everything that is wrong with an endpoint by itself. */
export function endpointFaults(endpoint: AnyEndpoint): FaultPair[] {
  const { data, placement } = endpoint["~endpoint"];
  const above = chainOf(placement);
  return [
    ...data.twice.map((what): FaultPair => [`${what} is declared twice`, "declare it once"]),
    ...subpathFaults(data.subpath, takesAllSegments(placement.data)),
    ...(data.request !== undefined && (data.method === "GET" || data.method === "HEAD")
      ? [[`${data.method} has no request body, but one is declared`, "use query()"] as const]
      : []),
    ...bodyFaults(data.request, "the request"),
    ...data.responses.flatMap(responseFaults),
    ...parameterFaults(data.parameters, "the query parameter"),
    ...headerFaults(data.headers, "the request header", above),
    ...failureFaults(data.failures, above),
  ];
}

function subpathFaults(subpath: string, belowAll: boolean): FaultPair[] {
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
  const faults = [
    ...bodyFaults(body, `the response of status ${status}`),
    ...headerFaults(headers, "the response header"),
  ];
  if (!Number.isInteger(status) || status < 200 || status > 399) {
    faults.unshift([`status ${status} is no success`, "declare it as a failure: .failure(…)"]);
  } else if (isNullBodyStatus(status) && !("~body" in body && body["~body"] === "none")) {
    faults.unshift([
      `status ${status} cannot have a body, but one is declared`,
      "use noBody, or another status",
    ]);
  }
  return faults;
}
