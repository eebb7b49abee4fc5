// Security: checks the credentials of a request before its guards, by the functions of `secured` and `authorize`. It
// refuses with 401 or 403, and gives the call `principal` and `scheme`.
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import { undeclaredFailure } from "../../serve/routing/route.ts";
import { PRIVATE } from "../../serve/exchange/answer.ts";
import type { ServerOptions } from "../../serve/parts/server-options.ts";
import type {
  EndpointNames,
  GivenRoute,
  PartSetup,
  RouteFault,
  ServerPart,
} from "../../serve/routing/part.ts";
import { headerOf, queryKeysOf, schemesOf } from "./declared.ts";
import { securedSteps } from "./server-authenticate.ts";
import { SecurityCheck } from "./server-check.ts";
import { CrossSite } from "./server-refusal.ts";

/** Checks the credentials of requests. */
export function security({ options }: PartSetup<ServerOptions>): ServerPart {
  const crossSite = new CrossSite(options.publicUrl, trustedOrigins(options));
  return {
    names: namesOf,
    refuse: (route) =>
      failureFault(route) ??
      unchecked(route) ??
      (route.endpoint.security === undefined && options.requireSecurity === true
        ? [
            "declares no security, and the server requires it",
            "add .security(scheme), or .security(anonymous)",
          ]
        : undefined),
    endpoint: ({ endpoint, steps }) => {
      const given = securedSteps(steps);
      if (endpoint.security === undefined && given.authorizers.length === 0) {
        return undefined;
      }
      const check = new SecurityCheck(endpoint, given, crossSite);
      return {
        credentials: (call, query) => check.check(call, query),
        storage: ({ scheme }) => (scheme === undefined || scheme === "anonymous" ? [] : PRIVATE),
      };
    },
  };
}

function failureFault({ endpoint, steps }: GivenRoute): RouteFault | undefined {
  const { authorizers, checks } = securedSteps(steps);
  return (
    undeclaredFailure(endpoint, "an authorize", authorizers) ??
    undeclaredFailure(endpoint, "an authenticate", checks.values())
  );
}

function unchecked({ endpoint, steps }: GivenRoute): RouteFault | undefined {
  const { checks } = securedSteps(steps);
  const found = endpoint.security?.flatMap(schemesOf).find((one) => !checks.has(one["~scheme"]));
  return (
    found && [
      `its security scheme "${found.name}" has no authenticate in its view`,
      "route it on server.secured([authenticate(scheme, (credential) => …)]), with this same scheme",
    ]
  );
}

// A guard may read `Authorization` without declared security. Scripts cannot set `Cookie`. Another answer for nobody
// than for somebody depends on who asks.
function namesOf({ security: alternatives }: AnyEndpoint): Partial<EndpointNames> {
  if (alternatives === undefined) {
    return { reads: ["authorization"] };
  }
  const headers = alternatives.flatMap(schemesOf).map(headerOf);
  const isOptional = alternatives.some((one) => one["~security"] === "anonymous");
  return {
    reads: headers
      .map((header) => header?.toLowerCase() ?? "cookie")
      .filter((header) => header !== "cookie"),
    varies: isOptional ? headers.filter((header) => header !== undefined) : [],
    secrets: [...queryKeysOf(alternatives)],
  };
}

// The origins whose pages may send requests with the user's cookie: those of `trustedOrigins`, and those that `cors`
// lists by name with credentials.
function trustedOrigins({ trustedOrigins: own = [], cors }: ServerOptions): string[] {
  const { origins, credentials } = cors ?? {};
  return [...own, ...(credentials === true && typeof origins === "object" ? origins : [])];
}
