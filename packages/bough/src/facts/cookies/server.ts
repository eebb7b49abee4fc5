// Cookies: reads the declared cookies of a request after its parameters (RFC 6265 5.4), and writes those that `respond`
// and `fail` set or remove (RFC 6265 4.1). A response to a request with cookies is not stored.
import {
  parseCookieField,
  formatSetCookie,
  type CookieOptions,
} from "../../shared/http/cookie-field.ts";
import { decodePercent } from "../../shared/http/percent.ts";
import { decodeAll, writeTexts } from "../../declare/parameter/parameter-codec.ts";
import { Issue, type AnyParameter } from "../../declare/parameter/parameter.ts";
import type { RequestIssue } from "../../serve/exchange/rejection.ts";
import { type AnyCookie, type CookieParts, needsSecure } from "./declared.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import { isRecord, ownOf } from "../../shared/internal/record.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import { HandlerError } from "../../serve/handler/handler-error.ts";
import { withLines, type RawHeaders } from "../../serve/response/write-headers.ts";
import { parametersOf } from "../../declare/parameter/parameter-make.ts";
import { NO_STORE } from "../../serve/exchange/answer.ts";
import type { EndpointPart, PartSetup, ServerPart } from "../../serve/routing/part.ts";

/** Reads the declared cookies of a `Cookie` header. An optional cookie that cannot be read counts as absent. */
function readCookies(
  declared: readonly [string, AnyParameter][],
  header: string | undefined,
  errors: RequestIssue[],
): Record<string, unknown> {
  const texts = parseCookieField(header ?? "");
  const cookies: Record<string, unknown> = Object.create(null);
  for (const [name, type] of declared) {
    let value = readCookie(type, texts[name]);
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

function readCookie(type: AnyParameter, raw: string | undefined): unknown {
  if (raw === undefined) {
    return decodeAll(type, undefined);
  }
  const text = decodePercent(/^".*"$/.test(raw) ? raw.slice(1, -1) : raw);
  return text === undefined ? new Issue("must not have a broken escape") : decodeAll(type, [text]);
}

/** The rules for the cookies of an answer. */
interface CookieRules {
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
function headersWithCookies(
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
  return lines.length === 0 ? headers : withLines(headers, "set-cookie", lines);
}

function declaredAt(
  name: string,
  declared: CookieParts | undefined,
  { endpoint }: CookieRules,
): AnyCookie {
  const found = ownOf(declared, name);
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
          call.cookies = readCookies(declared, call["~exchange"].header(HEADER), issues);
        },
        storage: (call) => (call["~exchange"].header(HEADER) === undefined ? undefined : NO_STORE),
      };
    },
  };
}
