// Schemes whose credential is in `Authorization` (RFC 9110 11.4).
import type { SecuritySentences } from "../../internal/type-error.ts";
import { scheme, type Scheme, type SchemeName, type SchemeOptions, type Taking } from "./scheme.ts";

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
  return scheme(name, { type: "http", scheme: "Bearer", realm, format }, options);
}

/** Declares a user name and a password in `Authorization` (RFC 7617), in UTF-8. */
export function basic<const Name extends string, const O extends BasicOptions = {}>(
  name: SchemeName<Name>,
  options?: O,
): Scheme<Name, Taking<BasicCredential, O>> {
  const { dialog, realm = name } = options ?? {};
  return scheme(name, { type: "http", scheme: "Basic", realm, dialog }, options);
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
  return scheme(name, { type: "http", scheme: named, realm }, options);
}

interface OwnScheme<O extends HttpAuthOptions> {
  readonly scheme: Lowercase<O["scheme"]> extends "bearer" | "basic"
    ? SecuritySentences["ownScheme"]
    : string;
}
