// Writes the cookies that a handler sets or removes as lines of `Set-Cookie` (RFC 6265 4.1).
import { formatSetCookie, type CookieOptions } from "../../../http/cookie-field.ts";
import type { AnyCookie, CookieParts } from "../../../declaration/parameter/cookie.ts";
import { needsSecure } from "../../../declaration/parameter/cookie-name.ts";
import { writeTexts } from "../../../declaration/parameter/parameter-texts.ts";
import { Issue } from "../../../declaration/parameter/parameter.ts";
import type { AnyEndpoint } from "../../../declaration/tree/placed-endpoint.ts";
import { isRecord } from "../../../internal/record.ts";
import { shown } from "../../../internal/shown.ts";
import { HandlerError } from "../../call/handler-error.ts";
import type { RawHeaders } from "../../response/encode-headers.ts";

/** The rules for the cookies of an answer. */
export interface CookieRules {
  readonly endpoint: AnyEndpoint;
  /** Whether cookies are `Secure` by default. */
  readonly secureCookies: boolean;
}

/** The headers and cookies that the handler gave. */
interface AnswerOptions {
  readonly headers?: RawHeaders | undefined;
  readonly cookies?: Readonly<Record<string, unknown>> | undefined;
}

/** The handler's headers, and a line of `Set-Cookie` for each cookie; throws `HandlerError`. */
export function headersWithCookies(
  { headers, cookies }: AnswerOptions,
  declared: CookieParts | undefined,
  rules: CookieRules,
): RawHeaders | undefined {
  if (cookies === undefined || (headers !== undefined && !isRecord(headers))) {
    return headers;
  }
  if (!isRecord(cookies)) {
    const text = `expected cookies as an object { name: value }, received ${shown(cookies)}`;
    throw new HandlerError("invalid-cookie", rules.endpoint, text);
  }
  const lines = Object.entries(cookies).flatMap(([name, value]) =>
    value === undefined ? [] : [lineOf(name, value, declaredAt(name, declared, rules), rules)],
  );
  if (lines.length === 0) {
    return headers;
  }
  const name = Object.keys(headers ?? {}).find((one) => one.toLowerCase() === "set-cookie");
  return {
    ...headers,
    [name ?? "set-cookie"]: [name && headers?.[name], lines].flat(2).filter(Boolean),
  };
}

function declaredAt(
  name: string,
  declared: CookieParts | undefined,
  { endpoint }: CookieRules,
): AnyCookie {
  const found =
    declared !== undefined && Object.hasOwn(declared, name) ? declared[name] : undefined;
  if (found === undefined) {
    const text = `sets the cookie ${JSON.stringify(name)}, which it does not declare: add .response(…, { cookies: { … } })`;
    throw new HandlerError("undeclared-cookie", endpoint, text);
  }
  return found;
}

// Browsers drop cookies whose name and value are longer (RFC 6265bis 5.6).
const LONGEST = 4096;

function lineOf(
  name: string,
  value: unknown,
  { "~cookie": { type, options } }: AnyCookie,
  { endpoint, secureCookies }: CookieRules,
): string {
  const texts = value === null ? [""] : writeTexts(type, value);
  const refuse = (fault: string): HandlerError =>
    new HandlerError("invalid-cookie", endpoint, `the cookie ${JSON.stringify(name)} ${fault}`);
  if (texts instanceof Issue) {
    throw refuse(texts.message);
  }
  const encoded = encodeURIComponent(texts[0] ?? "");
  if (name.length + encoded.length > LONGEST) {
    throw refuse(`has more than ${LONGEST} bytes with its name: browsers would drop it`);
  }
  return formatSetCookie({
    name,
    value: encoded,
    httpOnly: true,
    secure: secureCookies || needsSecure(name, options),
    sameSite: "lax",
    path: "/",
    ...present(options),
    ...(value === null ? REMOVED : {}),
  });
}

// Old clients only know `Expires` (RFC 6265 5.2.2).
const REMOVED: CookieOptions = { maxAge: 0, expires: new Date(0) };

// In plain JavaScript an option may be `undefined`.
function present(options: CookieOptions): CookieOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
