// The functions that declare schemes: a key, a credential in `Authorization` (RFC 9110 11.4), a bearer token of an
// authorization server, a client's certificate.
import {
  scheme,
  type ApiKeyKind,
  type CredentialForm,
  type Scheme,
  type SchemeName,
  type SchemeOptions,
  type Taking,
} from "./declared.ts";
import { encodeBasic, isBearerToken } from "../../shared/http/authorization.ts";
import { encodeQueryComponent, encodeSegment, isWellFormed } from "../../shared/http/percent.ts";
import type { SecuritySentences } from "../../shared/internal/type-error.ts";
import { fieldsOf } from "../../shared/internal/record.ts";

/** The options of `apiKey`: one place, `header`, `query` or `cookie`. */
export type ApiKeyOptions = SchemeOptions & (InHeader | InQuery | InCookie);

interface InHeader {
  readonly header: string;
  readonly query?: undefined;
  readonly cookie?: undefined;
}
interface InQuery {
  readonly query: string;
  readonly header?: undefined;
  readonly cookie?: undefined;
}
interface InCookie {
  readonly cookie: string;
  readonly header?: undefined;
  readonly query?: undefined;
}

/** Declares a key: `apiKey("partner-key", { header: "x-api-key" })`, or `{ query }` or `{ cookie }`. */
export function apiKey<const Name extends string, const O extends ApiKeyOptions>(
  name: SchemeName<Name>,
  options: O,
): Scheme<Name, Taking<string, O>> {
  const given: Partial<Record<"header" | "query" | "cookie", string | undefined>> = options ?? {};
  const places = (["header", "query", "cookie"] as const).filter(
    (place) => given[place] !== undefined,
  );
  // `verify` reports a key with several places or without a name.
  const place = places[0] ?? "header";
  const key = (places.length === 1 && given[place]) || "";
  return scheme(name, { type: "apiKey", in: place, key }, keySent(place, key), options);
}

// A key is text in any of its places.
function keySent(place: ApiKeyKind["in"], key: string): CredentialForm {
  return {
    expected: TEXT,
    ambient: place === "cookie",
    cookie: place === "cookie",
    ...(place === "query" && { queryKeys: [key] }),
    add: (request, value) => {
      if (typeof value !== "string" || value === "" || !isWellFormed(value)) {
        return false;
      }
      if (place === "query") {
        request.url = withKey(request.url, key, value);
        return true;
      }
      const { cookie } = request.headers;
      return place === "header"
        ? request.set(key, value)
        : request.set("cookie", `${cookie ? `${cookie}; ` : ""}${key}=${encodeSegment(value)}`);
    },
  };
}

// A URL that the server gave, such as a `next` link, may have the key of that request.
function withKey(url: string, name: string, value: string): string {
  const given = new URL(url);
  let without = url;
  if (given.searchParams.has(name)) {
    given.searchParams.delete(name);
    without = given.href;
  }
  const pair = `${encodeQueryComponent(name)}=${encodeQueryComponent(value)}`;
  return `${without}${without.includes("?") ? "&" : "?"}${pair}`;
}

const TEXT = "must be text that a request can carry";
const TOKEN = "must be a token of letters, digits and -._~+/";

const bearerSent: CredentialForm = {
  expected: TOKEN,
  add: ({ set }, value) =>
    typeof value === "string" && isBearerToken(value) && set("authorization", `Bearer ${value}`),
};

const basicSent: CredentialForm = {
  expected: "must be a username without a colon and a password, without control characters",
  add: ({ set }, value) => {
    const { username, password } = fieldsOf(value);
    const text =
      typeof username === "string" && typeof password === "string"
        ? encodeBasic({ username, password })
        : undefined;
    return text !== undefined && set("authorization", `Basic ${text}`);
  },
};

const certificateSent: CredentialForm = {
  expected: TOKEN,
  add: () => false,
  ambient: true,
};

/** The options of `bearer`. */
export interface BearerOptions extends SchemeOptions {
  /** The format of the token, for documents: `"JWT"`. */
  readonly format?: string;
  /** The realm of the challenge. Default: the name of the scheme. */
  readonly realm?: string;
}

/** The options of `basic`. */
export interface BasicOptions extends SchemeOptions {
  /** The realm of the challenge. Default: the name of the scheme. */
  readonly realm?: string;
  /** `false` sends a challenge that browsers do not know, so that they show no dialog. */
  readonly dialog?: boolean;
}

/** The options of `httpAuth`. */
export interface HttpAuthOptions extends SchemeOptions {
  /** The name before the credential: `"Token"` for `Authorization: Token …`. */
  readonly scheme: string;
  /** The realm of the challenge. Default: the name of the scheme. */
  readonly realm?: string;
}

/** The credential of `basic`, on both sides. */
export interface BasicCredential {
  readonly username: string;
  readonly password: string;
}

/** Declares a bearer token in `Authorization` (RFC 6750): `bearer("user-token", { format: "JWT" })`. */
export function bearer<const Name extends string, const O extends BearerOptions = {}>(
  name: SchemeName<Name>,
  options?: O,
): Scheme<Name, Taking<string, O>> {
  const { format, realm = name } = options ?? {};
  return scheme(name, { type: "http", scheme: "Bearer", realm, format }, bearerSent, options);
}

/** Declares a user name and a password in `Authorization` (RFC 7617), in UTF-8. */
export function basic<const Name extends string, const O extends BasicOptions = {}>(
  name: SchemeName<Name>,
  options?: O,
): Scheme<Name, Taking<BasicCredential, O>> {
  const { dialog, realm = name } = options ?? {};
  return scheme(name, { type: "http", scheme: "Basic", realm, dialog }, basicSent, options);
}

/**
 * Declares a credential in `Authorization` after another name:
 * `httpAuth("user-token", { scheme: "Token" })`. The credential is the text after the name.
 */
export function httpAuth<const Name extends string, const O extends HttpAuthOptions>(
  name: SchemeName<Name>,
  options: O & OwnScheme<O>,
): Scheme<Name, Taking<string, O>> {
  const given: Partial<HttpAuthOptions> = options ?? {};
  const { scheme: named = "", realm = name } = given;
  const sent: CredentialForm = {
    expected: TEXT,
    add: ({ set }, value) =>
      typeof value === "string" && value !== "" && set("authorization", `${named} ${value}`),
  };
  return scheme(name, { type: "http", scheme: named, realm }, sent, options);
}

interface OwnScheme<O extends HttpAuthOptions> {
  readonly scheme: Lowercase<O["scheme"]> extends "bearer" | "basic"
    ? SecuritySentences["ownScheme"]
    : string;
}

/** The credential of `mutualTls`: the client's certificate as node:tls gives it. */
export interface ClientCertificate {
  readonly subject: unknown;
  readonly issuer: unknown;
  readonly serialNumber: string;
  /** SHA-256 of the certificate: hexadecimal bytes with colons between them. */
  readonly fingerprint256: string;
  /** The certificate as DER. */
  readonly raw: Uint8Array;
}

/** Declares that the client has a certificate: `mutualTls("device")`. */
export function mutualTls<const Name extends string, const O extends SchemeOptions = {}>(
  name: SchemeName<Name>,
  options?: O,
): Scheme<Name, Taking<ClientCertificate, O>> {
  return scheme(name, { type: "mutualTls" }, certificateSent, options);
}

interface Flow {
  /** What each scope allows, by its name. */
  readonly scopes: Readonly<Record<string, string>>;
  readonly refreshUrl?: string;
}
interface TokenFlow extends Flow {
  readonly tokenUrl: string;
}
interface AuthorizationFlow extends Flow {
  readonly authorizationUrl: string;
}
interface CodeFlow extends TokenFlow, AuthorizationFlow {}
interface DeviceFlow extends TokenFlow {
  readonly deviceAuthorizationUrl: string;
}

/** The flows of OAuth 2.0 by OpenAPI's names, at least one. */
export interface OAuthFlows {
  readonly authorizationCode?: CodeFlow;
  readonly clientCredentials?: TokenFlow;
  readonly implicit?: AuthorizationFlow;
  readonly password?: TokenFlow;
  readonly deviceAuthorization?: DeviceFlow;
}

/** The options of `oauth2` after the flows. */
export interface OAuthOptions extends SchemeOptions {
  /** The realm of the challenge. Default: the name of the scheme. */
  readonly realm?: string;
}

/** The options of `openIdConnect`. */
export interface OpenIdOptions extends OAuthOptions {
  /** The URL of the discovery document. */
  readonly url: string;
}

type ScopesOf<F> = {
  readonly [Name in keyof F]: F[Name] extends { readonly scopes: infer S }
    ? keyof S & string
    : never;
}[keyof F];

/**
 * Declares a bearer token of OAuth 2.0, with the flows that give it:
 * `oauth2("github", { authorizationCode: { authorizationUrl, tokenUrl, scopes } })`.
 */
export function oauth2<
  const Name extends string,
  const F extends OAuthFlows,
  const O extends OAuthOptions = {},
>(name: SchemeName<Name>, flows: F, options?: O): Scheme<Name, Taking<string, O, ScopesOf<F>>> {
  const listed = Object.values(fieldsOf(flows)).flatMap((flow) =>
    Object.keys(fieldsOf(fieldsOf(flow)["scopes"])),
  );
  const kind = { type: "oauth2", realm: options?.realm ?? name, flows } as const;
  return scheme(name, kind, bearerSent, options, listed);
}

/** Declares a bearer token of OpenID Connect: `openIdConnect("google", { url })`. */
export function openIdConnect<const Name extends string, const O extends OpenIdOptions>(
  name: SchemeName<Name>,
  options: O,
): Scheme<Name, Taking<string, O>> {
  const { url, realm = name }: Partial<OpenIdOptions> = options ?? {};
  return scheme(name, { type: "openIdConnect", realm, url }, bearerSent, options);
}
