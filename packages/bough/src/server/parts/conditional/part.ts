// Conditional requests: endpoints with `.conditional()` send versions as `ETag`, respond 304 to clients that have the
// version, and change only the version that a client has seen (RFC 9110 13). It reads the preconditions after the
// parameters, refuses writes without one after the body, and evaluates them around the handler, inside all arounds.
import { MATCH_HEADERS, TAG_HEADER } from "../../../declaration/endpoint/facts.ts";
import { headerOf } from "../../../declaration/security/credential-place.ts";
import { schemesOf } from "../../../declaration/security/security.ts";
import type { AnyEndpoint } from "../../../declaration/tree/placed-endpoint.ts";
import type { EndpointNames, ServerPart } from "../../routing/part.ts";
import { conditionalRead } from "./conditional-read.ts";
import { conditionalWrite } from "./conditional-write.ts";

/** Evaluates preconditions. */
export function conditional(): ServerPart {
  return {
    names: namesOf,
    endpoint: (route) => {
      const { conditional: options, method } = route.endpoint;
      return options && (method === "GET" ? conditionalRead : conditionalWrite)(route, options);
    },
  };
}

// A cache that asks with the tag of another user's response must not get a 304.
function namesOf({
  conditional: options,
  method,
  security = [],
}: AnyEndpoint): Partial<EndpointNames> {
  if (options === undefined) {
    return {};
  }
  return method === "GET"
    ? {
        reads: MATCH_HEADERS,
        writes: [TAG_HEADER],
        varies: security
          .flatMap(schemesOf)
          .map(headerOf)
          .filter((header) => header !== undefined),
      }
    : { reads: method === "PUT" ? MATCH_HEADERS : MATCH_HEADERS.slice(0, 1) };
}
