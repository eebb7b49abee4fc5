// Security schemes, and the alternatives of an endpoint, as code.
import type { ContractSecurity, ContractSecurityScheme } from "bough/contract";
import { member } from "../json.ts";
import { propertyName, quoted } from "../source-text.ts";
import { dataText } from "./data-text.ts";
import { call, group, object, type Doc } from "./layout.ts";
import type { Uses } from "./uses.ts";

/** A scheme: `bearer("user-token")`. */
export function schemeText(name: string, scheme: ContractSecurityScheme, uses: Uses): Doc {
  const text = (key: string): string => String(member(scheme, key));
  const made = (value: string, ...options: readonly Doc[]): Doc =>
    call(uses.value(value), quoted(name), ...options);
  switch (scheme.type) {
    case "apiKey":
      return made("apiKey", object([`${propertyName(text("in"))}: ${quoted(text("name"))}`]));
    case "oauth2":
      return made("oauth2", dataText(scheme["flows"]));
    case "openIdConnect":
      return made("openIdConnect", object([`url: ${quoted(text("openIdConnectUrl"))}`]));
    case "http": {
      const named = text("scheme").toLowerCase();
      if (named === "basic") {
        return made("basic");
      }
      if (named !== "bearer") {
        return made("httpAuth", object([`scheme: ${quoted(text("scheme"))}`]));
      }
      const format = scheme["bearerFormat"];
      return typeof format === "string"
        ? made("bearer", object([`format: ${quoted(format)}`]))
        : made("bearer");
    }
    default:
      return made("mutualTls");
  }
}

/** The alternatives as arguments: `UserToken, allOf(A, B), anonymous`. */
export function alternativesText(
  security: readonly ContractSecurity[],
  identifier: (scheme: string) => string,
  uses: Uses,
): readonly Doc[] {
  return security.map((one) => {
    const schemes = Object.entries(one).map(([name, scopes]): Doc => {
      const scheme = identifier(name);
      return scopes.length === 0
        ? scheme
        : [`${scheme}.scopes`, group("(", scopes.map(quoted), ")")];
    });
    const [only = uses.value("anonymous"), more] = schemes;
    return more === undefined ? only : call(uses.value("allOf"), ...schemes);
  });
}
