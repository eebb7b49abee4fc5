// Reads the declared cookies of a request (RFC 6265 5.4).
import { parseCookieField } from "../../../http/cookie-field.ts";
import { decodePercent } from "../../../http/percent.ts";
import { decodeAll } from "../../../declaration/parameter/parameter-codec.ts";
import { Issue, type AnyParameter } from "../../../declaration/parameter/parameter.ts";
import type { RequestIssue } from "../../exchange/rejection.ts";

/** Decodes the declared cookies of a `Cookie` header. An optional cookie that cannot be decoded counts as absent. */
export function decodeCookies(
  declared: readonly [string, AnyParameter][],
  header: string | undefined,
  errors: RequestIssue[],
): Record<string, unknown> {
  const texts = parseCookieField(header ?? "");
  const cookies: Record<string, unknown> = Object.create(null);
  for (const [name, type] of declared) {
    let value = decodeCookie(type, texts[name]);
    if (value instanceof Issue && type["~parameter"].optional) {
      // Browsers keep sending a stale cookie, so it must not lock its user out.
      value = decodeAll(type, undefined);
    }
    if (value instanceof Issue) {
      errors.push({ in: "cookie", name, message: value.message });
    } else {
      cookies[name] = value;
    }
  }
  return cookies;
}

function decodeCookie(type: AnyParameter, raw: string | undefined): unknown {
  if (raw === undefined) {
    return decodeAll(type, undefined);
  }
  const text = decodePercent(/^".*"$/.test(raw) ? raw.slice(1, -1) : raw);
  return text === undefined ? new Issue("must not have a broken escape") : decodeAll(type, [text]);
}
