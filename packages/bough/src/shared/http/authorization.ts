// The field `Authorization` (RFC 9110 11.6.2), and the credentials of Bearer (RFC 6750 2.1) and Basic (RFC 7617 2).
import { toBase64, strictUtf8 } from "../internal/encodings.ts";
import { isWellFormed } from "./percent.ts";

/** An `Authorization` field. */
export interface Authorization {
  /** The authentication scheme in lower case; empty if the field does not begin with one. */
  readonly scheme: string;
  /** The text behind the scheme. */
  readonly credentials: string;
}

// A comma, and a scheme with credentials behind it. A parameter of a scheme has "=" there.
const SECOND = /,[ \t]*[\w!#$%&'*+.^`|~-]+[ \t]+[^\s=,]/;
// The end stands for a missing quote and for what a backslash escapes, so that the search never starts again in
// the middle.
const QUOTED = /"(?:[^"\\]|\\(?:.|$))*(?:"|$)/gs;

/** Splits the field; `"several"` for two fields that are joined by a comma. */
export function parseAuthorization(line: string): Authorization | "several" {
  if (line.includes(",") && SECOND.test(line.replace(QUOTED, '""'))) {
    return "several";
  }
  const [, scheme = "", credentials = ""] = /^([\w!#$%&'*+.^`|~-]+)(?: +(.*))?$/s.exec(line) ?? [];
  return { scheme: scheme.toLowerCase(), credentials };
}

/** Whether text is a bearer token (`b64token`). */
export function isBearerToken(text: string): boolean {
  return /^[\w.~+/-]+=*$/.test(text);
}

export interface UserAndPassword {
  readonly username: string;
  readonly password: string;
}

/** Decodes the credentials of Basic as UTF-8; `undefined` if they are malformed. */
export function decodeBasic(text: string): UserAndPassword | undefined {
  let decoded: string;
  try {
    const binary = atob(text);
    // `atob` also takes other spellings of the same bytes.
    if (btoa(binary) !== text) {
      return undefined;
    }
    const bytes = Uint8Array.from(binary, (byte) => byte.charCodeAt(0));
    decoded = strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
  const colon = decoded.indexOf(":");
  return colon < 0 || CONTROL.test(decoded)
    ? undefined
    : { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

/** Encodes the credentials of Basic; `undefined` for what they cannot have. */
export function encodeBasic({ username, password }: UserAndPassword): string | undefined {
  const text = `${username}:${password}`;
  return username.includes(":") || CONTROL.test(text) || !isWellFormed(text)
    ? undefined
    : toBase64(new TextEncoder().encode(text));
}

// oxlint-disable-next-line no-control-regex -- RFC 7617 2 excludes them
const CONTROL = /[\u0000-\u001f\u007f]/;
