// A security scheme says which credential an endpoint asks for and where a request has it. It is a frozen
// value with a name. Declaration, server and client use the same value, as they do for a failure.
import type { SecuritySentences } from "../../internal/type-error.ts";
import type { AnyFailure, TypedFailure } from "../failure/failure.ts";

/** A security scheme: `bearer("user-token")`. `T` has its credential, its scopes and its failures. */
export interface Scheme<Name extends string, T extends SchemeTypes> extends AnyScheme {
  readonly name: Name;
  /** Types only; absent at run time. */
  readonly "~types": T;
  /** The same scheme, for endpoints that ask for these scopes or roles. */
  scopes(scope: T["scope"], ...more: readonly T["scope"][]): Scheme<Name, T>;
}

/** The types of a scheme. */
export interface SchemeTypes {
  /** The credential that `authenticate` gets and the client gives. */
  readonly credential: unknown;
  readonly scope: string;
  /** The failures that replace 401 and 403. */
  readonly failures: unknown;
}

/** The parts of an alternative of `security` that endpoints use, computed once. */
export interface AnyAlternative {
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
}

/** The credential that a scheme asks for. */
export type SchemeKind = HttpKind | ApiKeyKind | TokenKind | { readonly type: "mutualTls" };
/** A credential in `Authorization`, after the name of an HTTP authentication scheme (RFC 9110 11.4). */
export interface HttpKind {
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
export interface TokenKind {
  readonly type: "oauth2" | "openIdConnect";
  readonly realm: string;
  /** By name, for documents: `{ authorizationCode: { … } }`. */
  readonly flows?: object | undefined;
  /** The URL of the discovery document. */
  readonly url?: string | undefined;
}

/** A failure with one status, and without data and headers. */
export interface PlainFailure extends TypedFailure {
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
export function scheme<Name extends string, T extends SchemeTypes>(
  name: string,
  kind: SchemeKind,
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
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of a scheme exist for the compiler only, and its value is the same for all
  return asking(data, description, []) as Scheme<Name, T>;
}

function asking(
  data: SchemeData,
  description: string | undefined,
  required: readonly string[],
): AnyScheme {
  const made = {
    "~security": "scheme",
    name: data.name,
    description,
    required: Object.freeze([...required]),
    "~scheme": data,
    "~refusals": [data.unauthorized, data.forbidden].filter((failure) => failure !== undefined),
    "~cookie": data.kind.type === "apiKey" && data.kind.in === "cookie",
    "~queryKeys": data.kind.type === "apiKey" && data.kind.in === "query" ? [data.kind.key] : [],
    scopes: (...more: readonly string[]): AnyScheme =>
      asking(data, description, [...required, ...more]),
  } as const;
  return Object.freeze(made);
}
