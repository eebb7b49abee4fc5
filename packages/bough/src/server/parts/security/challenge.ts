// Challenges: what `WWW-Authenticate` tells a client about the credentials that an endpoint asks for (RFC 9110
// 11.6.1).
import type { AnyScheme } from "../../../declaration/security/scheme.ts";

/** Why a request is refused, as RFC 6750 3.1 names it. */
export type ChallengeError = "invalid_request" | "invalid_token" | "insufficient_scope";

/** The challenge of a scheme; only bearer tokens have an error. */
export function challengeOf(scheme: AnyScheme, error?: ChallengeError): string {
  const { kind } = scheme["~scheme"];
  if (kind.type === "mutualTls") {
    return "MutualTls";
  }
  if (kind.type === "apiKey") {
    return `ApiKey ${parameters({ in: kind.in, name: kind.key })}`;
  }
  const { realm } = kind;
  if (kind.type !== "http" || kind.scheme === "Bearer") {
    const scope = scheme.required.length > 0 ? scheme.required.join(" ") : undefined;
    return `Bearer ${parameters({ realm, error, scope })}`;
  }
  const { scheme: name, dialog } = kind;
  return name === "Basic"
    ? `${dialog === false ? "X-Basic" : name} ${parameters({ realm, charset: "UTF-8" })}`
    : `${name} ${parameters({ realm })}`;
}

/** Whether the credential of a scheme is a bearer token. */
export function isBearer({ "~scheme": { kind } }: AnyScheme): boolean {
  return (
    kind.type === "oauth2" ||
    kind.type === "openIdConnect" ||
    (kind.type === "http" && kind.scheme === "Bearer")
  );
}

// Values as quoted strings (RFC 9110 5.6.4).
function parameters(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}="${value?.replace(/["\\]/g, "\\$&")}"`)
    .join(", ");
}
