// Deprecation: each response of a deprecated endpoint says since when it is deprecated, when it goes and what replaces
// it, in the headers `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link`.
import type { Deprecation } from "../../../declaration/endpoint/deprecation.ts";
import { addressOf } from "../../../declaration/tree/address.ts";
import { withBelow } from "../../../declaration/tree/nodes.ts";
import type { AnyEndpoint } from "../../../declaration/tree/placed-endpoint.ts";
import { chainOf } from "../../../declaration/tree/placement.ts";
import { successorsOf } from "../../../declaration/verify/successors.ts";
import type { ServerCall } from "../../call/call.ts";
import type { PartSetup, ServerPart } from "../../routing/part.ts";

/** Announces the end of deprecated endpoints. */
export function deprecation({ roots }: PartSetup): ServerPart {
  return {
    names: ({ deprecated }) => (deprecated === undefined ? {} : { writes: writesOf(deprecated) }),
    endpoint: ({ endpoint }) => {
      const { deprecated } = endpoint;
      if (deprecated === undefined) {
        return undefined;
      }
      const fixed = fixedHeaders(deprecated);
      const nodes = [...roots()].flatMap(({ value }) => withBelow(value));
      const [successor, ambiguous] = successorsOf(endpoint, nodes);
      return successor === undefined || ambiguous !== undefined || !isVersionOf(successor, endpoint)
        ? { headers: () => fixed }
        : { headers: (call) => [...fixed, ...linkTo(successor, call)] };
    },
  };
}

function writesOf({ since, sunset, successor, link }: Deprecation): string[] {
  return [
    ...(since === undefined ? [] : ["deprecation"]),
    ...(sunset === undefined ? [] : ["sunset"]),
    ...(link === undefined && successor === undefined ? [] : ["link"]),
  ];
}

function fixedHeaders({ since, sunset, link }: Deprecation): readonly string[] {
  return [
    ...(since === undefined ? [] : ["deprecation", `@${Date.parse(since) / 1000}`]),
    ...(sunset === undefined ? [] : ["sunset", new Date(sunset).toUTCString()]),
    ...(link === undefined ? [] : ["link", `<${link}>; rel="deprecation"`]),
  ];
}

// The URL of a successor is known if this path has all its ids.
function isVersionOf(successor: AnyEndpoint, endpoint: AnyEndpoint): boolean {
  const own = new Set(idNamesOf(endpoint));
  return (
    endpoint.method === "GET" &&
    successor.method === "GET" &&
    idNamesOf(successor).every((name) => own.has(name))
  );
}

function idNamesOf(endpoint: AnyEndpoint): (string | undefined)[] {
  return chainOf(endpoint["~endpoint"].parent)
    .filter(({ data }) => data.kind === "dynamic")
    .map(({ data }) => data.segment);
}

// An id that the successor's type does not take has no URL there.
function linkTo({ "~endpoint": place }: AnyEndpoint, call: ServerCall): readonly string[] {
  let isRefused = false;
  const path = addressOf(place, call.ids, () => {
    isRefused = true;
  });
  const before = call["~scope"].urlPrefix + (call["~exchange"].mount ?? "");
  return isRefused ? [] : ["link", `<${before}${path}>; rel="successor-version"`];
}
