// Security schemes, and the alternatives that an endpoint has of them. A scheme says which credential an endpoint asks
// for and where a request has it. Declaration, server and client use the same frozen value, as they do for a failure.
import type { SecuritySentences } from "../../shared/internal/type-error.ts";
import type { AnyFailure, TypedFailure } from "../../declare/failure/failure.ts";
import { fieldsOf } from "../../shared/internal/record.ts";

/** A security scheme: `bearer("user-token")`. `T` has its credential, its scopes and its failures. */
export interface Scheme<Name extends string, T extends SchemeTypes> extends AnyScheme {
  readonly name: Name;
  /** Types only; absent at run time. */
  readonly "~types": T;
  /** The same scheme, for endpoints that ask for these scopes or roles. */
  scopes(scope: T["scope"], ...more: readonly T["scope"][]): Scheme<Name, T>;
}

/** The types of a scheme. */
interface SchemeTypes {
  /** The credential that `authenticate` gets and the client gives. */
  readonly credential: unknown;
  readonly scope: string;
  /** The failures that replace 401 and 403. */
  readonly failures: unknown;
}

/** The parts of an alternative of `security` that endpoints use, computed once. */
interface AnyAlternative {
  /** The failures that replace 401 and 403. */
  readonly "~refusals": readonly AnyFailure[];
  /** Whether it reads a cookie. */
  readonly "~cookie": boolean;
  /** The query parameters that are its API keys. */
  readonly "~queryKeys": readonly string[];
}

/** Any security scheme. */
export interface AnyScheme extends AnyAlternative {
  readonly "~security": "scheme";
  readonly name: string;
  readonly description: string | undefined;
  /** The scopes or roles that an endpoint asks for; usually none. */
  readonly required: readonly string[];
  /** The same object for all scopes of the scheme. */
  readonly "~scheme": SchemeData;
}

/** A scheme with the members that its types are read from. */
export interface TypedScheme extends AnyScheme {
  readonly "~types": SchemeTypes;
}

/** The declaration of a scheme as data. */
export interface SchemeData {
  readonly name: string;
  readonly kind: SchemeKind;
  readonly unauthorized: AnyFailure | undefined;
  readonly forbidden: AnyFailure | undefined;
  /** The scopes that the scheme lists; `undefined` if it takes any. */
  readonly listed: readonly string[] | undefined;
  /** How clients send a credential. */
  readonly sent: CredentialForm;
}

/** How clients send a credential of a scheme. The function that declares a scheme brings its form, so a client bundles no other. */
export interface CredentialForm {
  /** What a credential must be, for errors: the value itself is a secret. */
  readonly expected: string;
  /** Adds a credential to a request; returns whether the request can carry it. */
  readonly add: (request: CarryingRequest, value: unknown) => boolean | undefined;
  /** Whether a browser or the connection sends it: a cookie, a certificate. */
  readonly ambient?: boolean;
  /** Whether it is a cookie. */
  readonly cookie?: boolean;
  /** The query parameter that has it. */
  readonly queryKeys?: readonly [string];
}

/** A request that gets credentials. */
export interface CarryingRequest {
  url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sets a header; returns whether its value is header text. */
  readonly set: (name: string, line: string) => boolean;
}

/** The credential that a scheme asks for. */
export type SchemeKind = HttpKind | ApiKeyKind | TokenKind | { readonly type: "mutualTls" };
/** A credential in `Authorization`, after the name of an HTTP authentication scheme (RFC 9110 11.4). */
interface HttpKind {
  readonly type: "http";
  /** The name as the challenge has it: `Bearer`. */
  readonly scheme: string;
  readonly realm: string;
  /** The format of a bearer token, for documents. */
  readonly format?: string | undefined;
  /** `false` keeps a browser from showing its dialog. */
  readonly dialog?: boolean | undefined;
}
/** A key in a header, a query parameter or a cookie. */
export interface ApiKeyKind {
  readonly type: "apiKey";
  readonly in: "header" | "query" | "cookie";
  readonly key: string;
}
/** A bearer token of an authorization server. */
interface TokenKind {
  readonly type: "oauth2" | "openIdConnect";
  readonly realm: string;
  /** By name, for documents: `{ authorizationCode: { … } }`. */
  readonly flows?: object | undefined;
  /** The URL of the discovery document. */
  readonly url?: string | undefined;
}

/** A failure with one status, and without data and headers. */
interface PlainFailure extends TypedFailure {
  readonly status: number;
  readonly "~detail": TypedFailure["~detail"] & { readonly plain: true };
}

/** The options of every scheme. */
export interface SchemeOptions {
  readonly description?: string;
  /** A declared failure instead of 401, for every endpoint with the scheme. */
  readonly unauthorized?: PlainFailure;
  /** A declared failure instead of 403, for every endpoint with the scheme. */
  readonly forbidden?: PlainFailure;
}

/** The types of a scheme with these options. */
export interface Taking<Credential, O, Scope extends string = string> {
  readonly credential: Credential;
  readonly scope: Scope;
  readonly failures: FailuresIn<O>;
}
type FailuresIn<O> =
  | (O extends { readonly unauthorized: infer F } ? F : never)
  | (O extends { readonly forbidden: infer F } ? F : never);

/** `Name` if a scheme can have it, else a sentence for the compiler. */
export type SchemeName<Name extends string> = Name extends "anonymous"
  ? SecuritySentences["anonymous"]
  : Name extends ""
    ? SecuritySentences["empty"]
    : Name;

/** Makes a scheme. */
// oxlint-disable-next-line max-params -- an object for each scheme costs bytes of every client
export function scheme<Name extends string, T extends SchemeTypes>(
  name: string,
  kind: SchemeKind,
  sent: CredentialForm,
  options: SchemeOptions = {},
  listed?: readonly string[],
): Scheme<Name, T> {
  const { description, unauthorized, forbidden } = options;
  const data = Object.freeze({
    name,
    kind: Object.freeze(kind),
    unauthorized,
    forbidden,
    listed: listed && Object.freeze([...listed]),
    sent,
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of a scheme exist for the compiler only, and its value is the same for all
  return asking(data, description, []) as Scheme<Name, T>;
}

function asking(
  data: SchemeData,
  description: string | undefined,
  required: readonly string[],
): AnyScheme {
  const { cookie = false, queryKeys = [] } = data.sent;
  const made = {
    "~security": "scheme",
    name: data.name,
    description,
    required: Object.freeze([...required]),
    "~scheme": data,
    "~refusals": [data.unauthorized, data.forbidden].filter((failure) => !!failure),
    "~cookie": cookie,
    "~queryKeys": queryKeys,
    scopes: (...more: readonly string[]): AnyScheme =>
      asking(data, description, [...required, ...more]),
  } as const;
  return Object.freeze(made);
}

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

/** One of the alternatives in `security`. */
export type AnySecurity = AnyScheme | AnyAllOf | Anonymous;

/** No credential: the endpoint accepts requests without one. */
export interface Anonymous extends AnyAlternative {
  readonly "~security": "anonymous";
}

/** Several schemes together, with any types. */
export interface AnyAllOf extends AnyAlternative {
  readonly "~security": "allOf";
  readonly schemes: readonly AnyScheme[];
}

/** Several schemes together: `allOf(UserToken, PartnerKey)`. */
export interface AllOf<Schemes extends readonly AnyScheme[]> extends AnyAllOf {
  readonly schemes: Schemes;
}

/** Lets requests without credentials in: alone, or beside schemes for users who may sign in. */
export const anonymous: Anonymous = /* @__PURE__ */ Object.freeze({
  "~security": "anonymous",
  "~refusals": [],
  "~cookie": false,
  "~queryKeys": [],
} as const);

/** Joins schemes: a request needs the credentials of all of them. */
export function allOf<const S extends readonly [AnyScheme, AnyScheme, ...AnyScheme[]]>(
  ...schemes: S
): AllOf<S> {
  return Object.freeze({
    "~security": "allOf",
    schemes: Object.freeze(schemes),
    // In plain JavaScript anything may be given: `verify` reports it.
    "~refusals": schemes.flatMap((one) => Object(one)["~refusals"] ?? []),
    "~cookie": schemes.some((one) => Object(one)["~cookie"] === true),
    "~queryKeys": schemes.flatMap((one) => Object(one)["~queryKeys"] ?? []),
  });
}

/** The schemes of an alternative; empty for `anonymous`. */
export function schemesOf(alternative: AnySecurity): readonly AnyScheme[] {
  // `verify` reports other values.
  return [fieldsOf(alternative)["schemes"] ?? alternative].flat().filter(isScheme);
}

export function isScheme(value: unknown): value is AnyScheme {
  return fieldsOf(value)["~security"] === "scheme";
}

/** The schemes of alternatives, as a union. */
export type SchemesIn<S> = S extends AnyAllOf
  ? S["schemes"][number]
  : S extends AnyScheme
    ? S
    : never;

/** The failures that schemes have instead of 401 and 403. */
export type SecurityFailures<S> =
  SchemesIn<S> extends infer One
    ? One extends TypedScheme
      ? One["~types"]["failures"]
      : never
    : never;

/** The names of query parameters that are API keys. */
export function queryKeysOf(
  alternatives: readonly Pick<AnyAlternative, "~queryKeys">[] = [],
): ReadonlySet<string> {
  return new Set(alternatives.flatMap((one) => one?.["~queryKeys"] ?? []));
}
