// Bearer tokens of an authorization server: OAuth 2.0 (RFC 6749) and OpenID Connect. The flows are for documents
// and for clients; the server reads the token as it reads that of `bearer`.
import { fieldsOf } from "../../internal/record.ts";
import { scheme, type Scheme, type SchemeName, type SchemeOptions, type Taking } from "./scheme.ts";

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
  return scheme(name, kind, options, listed);
}

/** Declares a bearer token of OpenID Connect: `openIdConnect("google", { url })`. */
export function openIdConnect<const Name extends string, const O extends OpenIdOptions>(
  name: SchemeName<Name>,
  options: O,
): Scheme<Name, Taking<string, O>> {
  const { url, realm = name }: Partial<OpenIdOptions> = options ?? {};
  return scheme(name, { type: "openIdConnect", realm, url }, options);
}
