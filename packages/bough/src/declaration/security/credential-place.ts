// Where a request has the credential of a scheme.
import type { AnyScheme } from "./scheme.ts";

/** The place of a scheme's credential, to compare it with that of another scheme. */
export function placeOf(scheme: AnyScheme): string {
  const { kind } = scheme["~scheme"];
  return kind.type === "apiKey"
    ? `${kind.in} ${kind.in === "header" ? kind.key.toLowerCase() : kind.key}`
    : kind.type === "mutualTls"
      ? "certificate"
      : `authorization ${kind.type === "http" ? kind.scheme.toLowerCase() : "bearer"}`;
}

/** The request header that has the credential of a scheme, if one has. */
export function headerOf(scheme: AnyScheme): string | undefined {
  const { kind } = scheme["~scheme"];
  return kind.type === "apiKey"
    ? kind.in === "header"
      ? kind.key
      : kind.in === "cookie"
        ? "Cookie"
        : undefined
    : kind.type === "mutualTls"
      ? undefined
      : "Authorization";
}
