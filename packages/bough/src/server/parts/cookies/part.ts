// Cookies: reads the declared cookies of a request after its parameters, and writes those that `respond` and `fail`
// set. A response to a request with cookies is not stored.
import { parametersOf } from "../../../declaration/parameter/parameter-make.ts";
import type { CookieParts } from "../../../declaration/parameter/cookie.ts";
import type { AnyEndpoint } from "../../../declaration/tree/placed-endpoint.ts";
import { NO_STORE } from "../../exchange/answer.ts";
import { decodeCookies } from "./decode-cookies.ts";
import { headersWithCookies } from "./encode-cookies.ts";
import type { EndpointPart, PartSetup, ServerPart } from "../../routing/part.ts";

const HEADER = "cookie";

// A failure sets the cookies of all responses. If two responses declare the same name, the first counts.
function cookiesOf({ responses }: AnyEndpoint): CookieParts {
  const all = responses.flatMap((response) => Object.entries(response.cookies ?? {}));
  return Object.fromEntries(all.toReversed());
}

/** Reads and writes cookies. */
export function cookies({ options: { publicUrl = "" } }: PartSetup): ServerPart {
  const secureCookies = !/^http:/i.test(publicUrl);
  return {
    names: (endpoint) => ({ varies: Object.keys(endpoint.cookies).length > 0 ? ["Cookie"] : [] }),
    endpoint: ({ endpoint }) => {
      const declared = parametersOf(endpoint.cookies);
      const rules = { endpoint, secureCookies };
      const ofAll = cookiesOf(endpoint);
      const given: EndpointPart["given"] = (options, of) =>
        headersWithCookies(options, of === "failure" ? ofAll : of?.cookies, rules);
      if (declared.length === 0) {
        return { given };
      }
      return {
        given,
        head: (call, issues) => {
          call.cookies = decodeCookies(declared, call["~exchange"].header(HEADER), issues);
        },
        storage: (call) => (call["~exchange"].header(HEADER) === undefined ? undefined : NO_STORE),
      };
    },
  };
}
