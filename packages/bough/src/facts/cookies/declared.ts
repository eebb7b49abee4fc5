// Cookies that responses set, and what their names and attributes demand.
import type { CookieOptions } from "../../shared/http/cookie-field.ts";
import type { None } from "../../shared/internal/record.ts";
import type { ParameterSentences, ResourceSentences } from "../../shared/internal/type-error.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import type {
  AnyParameter,
  NoParameter,
  ParameterGiven,
  ParameterLike,
  TwoWaySchema,
} from "../../declare/parameter/parameter.ts";

/** Whether a name has the prefix of cookies that one host sets for all its paths. */
export function isHostName(name: string): boolean {
  return /^__host-/i.test(name);
}

/** Whether browsers take a cookie only with `Secure`. */
export function needsSecure(name: string, { sameSite, partitioned }: CookieOptions): boolean {
  return /^__(?:host|secure)-/i.test(name) || sameSite === "none" || partitioned === true;
}

/** The data of a cookie that a response sets. */
interface CookieData {
  readonly type: ParameterLike;
  readonly options: CookieOptions;
}

/** A cookie that a response sets to a `Given`. */
export interface Cookie<Given> {
  readonly "~cookie": CookieData;
  /** Types only; absent at run time. */
  readonly "~given": Given;
}

export interface AnyCookie {
  readonly "~cookie": CookieData;
}

/** Cookies of a response by name. */
export interface CookieParts {
  readonly [name: string]: AnyCookie;
}

type CookieType = OneValue | TwoWaySchema;
interface OneValue extends AnyParameter {
  readonly "~presence": "required" | "optional";
}

/** The argument of `.cookies({ … })`: parameter types by name. */
interface CookieRecord {
  readonly [name: string]: CookieType;
}

/** `T` if a cookie can have it, else the error for it. */
type CookieTypeCheck<T> = T extends CookieType
  ? T
  : T extends AnyParameter
    ? ParameterSentences["cookieList"]
    : NoParameter<T>;

/**
 * `unknown` if each name has a parameter type with one value, else an object with the errors. Compare `ParameterCheck`.
 */
export type CookieCheck<R, Existing> = [R] extends [CookieRecord]
  ? keyof Existing extends never
    ? unknown
    : EachCookieCheck<R, Existing>
  : [R] extends [AnySchema]
    ? ParameterSentences["wholeSchema"]
    : EachCookieCheck<R, Existing>;
/** The types of request cookies by name, with an error for each wrong one. */
type EachCookieCheck<R, Existing> = {
  readonly [Name in keyof R]: Name extends keyof Existing
    ? ParameterSentences["twice"]
    : CookieTypeCheck<R[Name]>;
};

/** `R` if it can be the option `cookies` of a resource, else the error for it. */
export type CookieOptionCheck<R> = [R] extends [CookieRecord]
  ? R
  : R extends AnySchema | ParameterLike
    ? ResourceSentences["cookies"]
    : R extends object
      ? EachCookieCheck<R, None>
      : ResourceSentences["cookies"];

/** The cookies of a response by name, with an error for each value that `cookie` did not make. */
export type EachSetCookieCheck<R> = {
  readonly [Name in keyof R]: R[Name] extends AnyCookie ? R[Name] : ParameterSentences["notCookie"];
};

interface TypedCookie {
  readonly "~given": unknown;
}
type CookieGiven<C> = C extends TypedCookie ? C["~given"] | null | undefined : never;

/** The cookies that a response may set: a value sets one, `null` removes it. */
export type CookiesGiven<C> = [keyof C] extends [never]
  ? NoCookies
  : { readonly [Name in keyof C]?: CookieGiven<C[Name]> };
/** The cookies of `respond` where none is declared. */
export interface NoCookies {
  readonly [name: string]: ParameterSentences["noCookies"] | null | undefined;
}

/** The same for a union of records: the cookies of any of them. */
export type AnyCookiesGiven<C> = {
  readonly [Name in CookieNames<C>]?: CookieGivenBy<C, Name>;
};
type CookieNames<C> = C extends unknown ? keyof C : never;
type CookieGivenBy<C, Name extends PropertyKey> = C extends { readonly [Key in Name]: infer One }
  ? CookieGiven<One>
  : never;

/**
 * Declares a cookie that a response sets: `cookie(string(), { maxAge: 3600 })`. Without options it is `HttpOnly`,
 * `SameSite=Lax`, `Path=/` and, unless `publicUrl` begins with `http://`, `Secure`. The value is percent-encoded.
 */
export function cookie<const T>(
  type: CookieTypeCheck<T>,
  options?: CookieOptions,
): Cookie<Exclude<ParameterGiven<T>, undefined>>;
export function cookie(type: ParameterLike, options: CookieOptions = {}): AnyCookie {
  return Object.freeze({
    "~cookie": Object.freeze({
      type,
      options: Object.freeze({ ...options }),
    }),
  });
}
