// The types of an endpoint's declaration, as one record that each call of the chain extends. The records
// are interfaces, so the compiler computes a member only when it is read.
import type { AnySecurity, SecurityFailures } from "../../facts/security/declared.ts";
import type { Method } from "../../shared/http/method.ts";
import type { Merged, None, Overridden } from "../../shared/internal/record.ts";
import type { Differing, MediaTypesOf, SeveralBodies } from "../body/alternatives.ts";
import type { Bodied, NoBody, NoRequest, OptionalBody, TypedBody } from "../body/body.ts";
import type { StatusRange } from "../failure/occurrence.ts";

/** The method, the subpath, the meta and the security of an endpoint. */
export interface AnyStart {
  readonly method: Method;
  readonly subpath: string;
  readonly tail: string;
  readonly meta: object;
  /** A union of alternatives; `never` if the endpoint declares none. */
  readonly security: AnySecurity;
  readonly facts: Facts;
}
/**
 * What server and client both act on. A folder of facts/ extends this type, and facts of one endpoint are joined by `&`.
 * An endpoint that declares nothing of it has no member.
 */
export interface Facts {
  /** The members of its calls besides those of every call. */
  readonly "~call"?: unknown;
  /** The options of `client.request` besides those of every call. */
  readonly "~options"?: unknown;
  /** What a view must give to the calls of a handler. */
  readonly "~needs"?: object;
}
/** What an endpoint declares of facts. Each folder of facts/ adds the options of its method by declaration merging. */
export interface FactData {}
/** The options of a request to any endpoint, to which these folders add too. */
export interface FactOptions {}
/** What a verb starts with. */
export interface Start<M extends Method, Subpath extends string> extends AnyStart {
  readonly method: M;
  readonly subpath: Subpath;
  /** The part of the path that the subpath adds. */
  readonly tail: Subpath extends "" | `:${string}` ? Subpath : `/${Subpath}`;
  readonly meta: None;
  readonly security: never;
  readonly facts: None;
}
interface StartMeta<S extends AnyStart, Meta extends object> extends AnyStart {
  readonly method: S["method"];
  readonly subpath: S["subpath"];
  readonly tail: S["tail"];
  readonly meta: Overridden<S["meta"], Meta>;
  readonly security: S["security"];
  readonly facts: S["facts"];
}
interface StartSecurity<S extends AnyStart, Security extends AnySecurity> extends AnyStart {
  readonly method: S["method"];
  readonly subpath: S["subpath"];
  readonly tail: S["tail"];
  readonly meta: S["meta"];
  readonly security: Security;
  readonly facts: S["facts"];
}
/** What a verb starts with, and a fact. */
export interface StartFact<S extends AnyStart, Fact extends Facts> extends AnyStart {
  readonly method: S["method"];
  readonly subpath: S["subpath"];
  readonly tail: S["tail"];
  readonly meta: S["meta"];
  readonly security: S["security"];
  readonly facts: Merged<S["facts"], Fact>;
}

/** A definition without responses and failures: its verb, its request and its input. */
export interface AnySent {
  readonly start: AnyStart;
  /** `NoRequest` if there is no request body. */
  readonly request: TypedBody;
  readonly input: AnyInput;
}
/** The types of an endpoint's declaration. */
export interface Definition extends AnySent {
  /** A union of declared responses; `never` if no response is declared. */
  readonly responses: AnyResponse;
  /** A union of failures. */
  readonly failures: Failing;
  /** The definition that `Returns` puts its responses and failures before. */
  readonly sent: AnySent;
}

// Editors print the type arguments in order and cut off the end, so responses and failures are first.
/** A definition with responses or failures. */
export interface Returns<
  Responses extends AnyResponse,
  Failures extends Failing,
  S extends AnySent,
> {
  readonly start: S["start"];
  readonly request: S["request"];
  readonly responses: Responses;
  readonly input: S["input"];
  readonly failures: Failures;
  readonly sent: S;
}

/** The status, body, headers and cookies of a response that is declared with the options `O`. */
export interface DeclaredResponse<Status extends number | "2XX", B, O> {
  readonly status: Status;
  readonly body: Bodied<B>;
  readonly headers: HeadersOf<O>;
  readonly cookies: CookiesOf<O>;
}

/** A declared response with any types. */
export interface AnyResponse {
  readonly status: number | "2XX";
  readonly body: TypedBody;
  readonly headers: object;
  readonly cookies: object;
}

/** The members of a failure that a definition uses. */
export interface Failing {
  readonly name: string;
  readonly status: number | StatusRange;
}

/** The definition that a verb starts with. */
export interface Bare<M extends Method, Subpath extends string> {
  readonly start: Start<M, Subpath>;
  readonly request: NoRequest;
  readonly responses: never;
  readonly input: NoInput;
  readonly failures: never;
  readonly sent: Bare<M, Subpath>;
}

/** A definition after `.request(…)`. */
export interface WithRequest<D extends Definition, B> {
  readonly start: D["start"];
  readonly request: B extends Differing ? SeveralBodies<B> : Bodied<B>;
  readonly responses: D["responses"];
  readonly input: D["input"];
  readonly failures: D["failures"];
  readonly sent: WithRequest<D, B>;
}

/** A definition after `.request(…, { optional: true })`. */
export interface WithOptionalRequest<D extends Definition, B> {
  readonly start: D["start"];
  readonly request: OptionalBody<B extends Differing ? SeveralBodies<B> : Bodied<B>>;
  readonly responses: D["responses"];
  readonly input: D["input"];
  readonly failures: D["failures"];
  readonly sent: WithOptionalRequest<D, B>;
}

/** A definition without responses and failures, of which a response has several bodies or sets cookies. */
export interface WithChoice<S extends AnySent, B, O> {
  readonly start: S["start"];
  readonly request: S["request"];
  readonly input: O extends HasCookies
    ? InputSets<InputResponse<S["input"], B>, O["cookies"]>
    : InputResponse<S["input"], B>;
}

/** A definition after `.parameters(…)`. */
export interface WithParameters<D extends Definition, R extends object> {
  readonly start: D["start"];
  readonly request: D["request"];
  readonly responses: D["responses"];
  readonly input: InputParameters<D["input"], R>;
  readonly failures: D["failures"];
  readonly sent: WithParameters<D, R>;
}

/** A definition after `.headers(…)`. */
export interface WithHeaders<D extends Definition, R extends object> {
  readonly start: D["start"];
  readonly request: D["request"];
  readonly responses: D["responses"];
  readonly input: InputHeaders<D["input"], R>;
  readonly failures: D["failures"];
  readonly sent: WithHeaders<D, R>;
}

/** A definition after `.cookies(…)`. */
export interface WithCookies<D extends Definition, R extends object> {
  readonly start: D["start"];
  readonly request: D["request"];
  readonly responses: D["responses"];
  readonly input: InputCookies<D["input"], R>;
  readonly failures: D["failures"];
  readonly sent: WithCookies<D, R>;
}

/** A definition after `.meta(…)`. */
export interface WithMeta<D extends Definition, M extends object> {
  readonly start: StartMeta<D["start"], M>;
  readonly request: D["request"];
  readonly responses: D["responses"];
  readonly input: D["input"];
  readonly failures: D["failures"];
  readonly sent: WithMeta<D, M>;
}

/** A definition after `.security(…)`. */
export interface WithSecurity<D extends Definition, S extends AnySecurity> {
  readonly start: StartSecurity<D["start"], S>;
  readonly request: D["request"];
  readonly responses: D["responses"];
  readonly input: D["input"];
  readonly failures: D["failures"] | Extract<SecurityFailures<S>, Failing>;
  readonly sent: WithSecurity<D, S>;
}

/** A definition with a fact that neither adds options of calls nor failures. */
export interface WithFact<D extends Definition, Fact extends Facts> {
  readonly start: StartFact<D["start"], Fact>;
  readonly request: D["request"];
  readonly responses: D["responses"];
  readonly input: D["input"];
  readonly failures: D["failures"];
  readonly sent: WithFact<D, Fact>;
}
/** The status of a response: the declared one, else 204 for `noBody` and 200 for other bodies. */
export type StatusOf<B, O> = O extends HasStatus ? O["status"] : B extends NoBody ? 204 : 200;
// The compiler instantiates a type literal inside a generic type each time, and a named one once.
export interface HasStatus {
  readonly status: number | "2XX";
}
interface HasHeaders {
  readonly headers: object;
}
type HeadersOf<O> = O extends HasHeaders ? O["headers"] : None;
export interface HasCookies {
  readonly cookies: object;
}
type CookiesOf<O> = O extends HasCookies ? O["cookies"] : None;

/** The input of a call besides ids and body: query parameters, request headers and cookies by name. */
export interface AnyInput {
  readonly parameters: object;
  readonly headers: object;
  readonly cookies: object;
  /** The media types that a client can choose from; `never` if there is no choice. */
  readonly accept: string;
  /** The cookies of all responses, for `fail`: one type for all endpoints that set none. */
  readonly sets: object;
}
/** The input after `.parameters(…)`. */
export interface InputParameters<I extends AnyInput, R extends object> extends AnyInput {
  readonly parameters: Merged<I["parameters"], R>;
  readonly headers: I["headers"];
  readonly cookies: I["cookies"];
  readonly accept: I["accept"];
  readonly sets: I["sets"];
}
/** The input after `.headers(…)`. */
export interface InputHeaders<I extends AnyInput, R extends object> extends AnyInput {
  readonly parameters: I["parameters"];
  readonly headers: Merged<I["headers"], R>;
  readonly cookies: I["cookies"];
  readonly accept: I["accept"];
  readonly sets: I["sets"];
}
/** The input after `.cookies(…)`. */
export interface InputCookies<I extends AnyInput, R extends object> extends AnyInput {
  readonly parameters: I["parameters"];
  readonly headers: I["headers"];
  readonly cookies: Merged<I["cookies"], R>;
  readonly accept: I["accept"];
  readonly sets: I["sets"];
}
interface InputAccept<I extends AnyInput, B> extends AnyInput {
  readonly parameters: I["parameters"];
  readonly headers: I["headers"];
  readonly cookies: I["cookies"];
  readonly accept: I["accept"] | MediaTypesOf<B>;
  readonly sets: I["sets"];
}
/** The input after a response that sets cookies. */
export interface InputSets<I extends AnyInput, C extends object> extends AnyInput {
  readonly parameters: I["parameters"];
  readonly headers: I["headers"];
  readonly cookies: I["cookies"];
  readonly accept: I["accept"];
  readonly sets: None extends I["sets"] ? C : I["sets"] | C;
}
/** A mark among the media types: most calls have no choice and no options of facts, which one condition finds out. */
export type FactMark = "~facts";
/** The input after the call of a fact that has options. */
export interface InputFact<I extends AnyInput> extends AnyInput {
  readonly parameters: I["parameters"];
  readonly headers: I["headers"];
  readonly cookies: I["cookies"];
  readonly accept: I["accept"] | FactMark;
  readonly sets: I["sets"];
}
/** The input after a response, which may have several bodies. */
export type InputResponse<I extends AnyInput, B> = B extends Several
  ? InputAccept<I, B["~alternatives"]>
  : I;

export interface Several {
  readonly "~alternatives": unknown;
}

/** The input of an endpoint without query parameters, request headers and cookies. */
export interface NoInput extends AnyInput {
  readonly none: true;
  readonly parameters: None;
  readonly headers: None;
  readonly cookies: None;
  readonly accept: never;
  readonly sets: None;
}
