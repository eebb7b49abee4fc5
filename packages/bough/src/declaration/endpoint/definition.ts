// What an endpoint's declaration says, as one record that a chain of calls fills.
// The records are interfaces with lazy members: a member costs the compiler
// something only when it is read.
import type { Merged, Nothing } from "../../internal/record.ts";
import type { Method } from "../../http/method.ts";
import type { MediaTypesOf } from "../body/alternatives.ts";
import type { Absent, Bodied, NoBody, TypedBody } from "../body/body.ts";

/** What a verb starts with, and what `.meta` was given: all that no call's types depend on. */
export interface Start<M extends Method, Subpath extends string, Meta extends object> {
  readonly method: M;
  readonly subpath: Subpath;
  /** What the subpath adds to the path. */
  readonly tail: Subpath extends "" ? "" : `/${Subpath}`;
  readonly meta: Meta;
}

/** What an endpoint declares. */
export interface Definition {
  readonly start: Start<Method, string, object>;
  /** `Absent` when nothing is sent. */
  readonly request: TypedBody;
  /** A union of `Reply`; `never` when no response is declared. */
  readonly replies: AnyReply;
  readonly input: AnyInput;
  /** A union of failures. */
  readonly failures: Failing;
}

/** A declared response: its status, its headers, and its body, schema or type. */
export interface Reply<Status extends number, B, Headers extends object> {
  readonly status: Status;
  readonly body: Bodied<B>;
  readonly headers: Headers;
}

/** What a call gives besides ids and body: query parameters and request headers by name. */
export interface AnyInput {
  readonly parameters: object;
  readonly headers: object;
  /** The media types of which `Accept` picks one; `never` where there is nothing to pick. */
  readonly accept: string;
}
interface InputParameters<I extends AnyInput, R extends object> extends AnyInput {
  readonly parameters: Merged<I["parameters"], R>;
  readonly headers: I["headers"];
  readonly accept: I["accept"];
}
interface InputHeaders<I extends AnyInput, R extends object> extends AnyInput {
  readonly parameters: I["parameters"];
  readonly headers: Merged<I["headers"], R>;
  readonly accept: I["accept"];
}
interface InputAccept<I extends AnyInput, B> extends AnyInput {
  readonly parameters: I["parameters"];
  readonly headers: I["headers"];
  readonly accept: I["accept"] | MediaTypesOf<B>;
}

/** Neither query parameters nor request headers. */
export interface NoInput extends AnyInput {
  readonly none: true;
  readonly parameters: Nothing;
  readonly headers: Nothing;
  readonly accept: never;
}

/** A declared response of which only the kind matters. */
export interface AnyReply {
  readonly status: number;
  readonly body: TypedBody;
  readonly headers: object;
}

/** What a definition knows of a failure. */
export interface Failing {
  readonly name: string;
  readonly status: number;
}

/** The definition that a verb starts with. */
export interface Bare<M extends Method, Subpath extends string> {
  readonly start: Start<M, Subpath, Nothing>;
  readonly request: Absent;
  readonly replies: never;
  readonly input: NoInput;
  readonly failures: never;
}

/** A definition after `.request(…)`. */
export interface WithRequest<D extends Definition, B> {
  readonly start: D["start"];
  readonly request: Bodied<B>;
  readonly replies: D["replies"];
  readonly input: D["input"];
  readonly failures: D["failures"];
}

/** A definition after one more `.response(…)`. */
export interface WithReply<D extends Definition, B, O> {
  readonly start: D["start"];
  readonly request: D["request"];
  readonly replies: D["replies"] | Reply<StatusOf<B, O>, B, HeadersOf<O>>;
  readonly input: B extends Several ? InputAccept<D["input"], B["~alternatives"]> : D["input"];
  readonly failures: D["failures"];
}

/** A definition after `.parameters(…)`. */
export interface WithParameters<D extends Definition, R extends object> {
  readonly start: D["start"];
  readonly request: D["request"];
  readonly replies: D["replies"];
  readonly input: InputParameters<D["input"], R>;
  readonly failures: D["failures"];
}

/** A definition after `.headers(…)`. */
export interface WithHeaders<D extends Definition, R extends object> {
  readonly start: D["start"];
  readonly request: D["request"];
  readonly replies: D["replies"];
  readonly input: InputHeaders<D["input"], R>;
  readonly failures: D["failures"];
}

/** A definition after `.failure(…)`. */
export interface WithFailures<D extends Definition, F extends Failing> {
  readonly start: D["start"];
  readonly request: D["request"];
  readonly replies: D["replies"];
  readonly input: D["input"];
  readonly failures: D["failures"] | F;
}

/** A definition after `.meta(…)`. */
export interface WithMeta<D extends Definition, M extends object> {
  readonly start: Start<D["start"]["method"], D["start"]["subpath"], Merged<D["start"]["meta"], M>>;
  readonly request: D["request"];
  readonly replies: D["replies"];
  readonly input: D["input"];
  readonly failures: D["failures"];
}

/** The status of a response: the declared one, else 204 for no body and 200 for any other. */
export type StatusOf<B, O> = O extends HasStatus ? O["status"] : B extends NoBody ? 204 : 200;
// Named, and not written where they are asked for: the compiler instantiates a type
// literal inside a generic type each time.
interface HasStatus {
  readonly status: number;
}
interface Several {
  readonly "~alternatives": unknown;
}
interface HasHeaders {
  readonly headers: object;
}
type HeadersOf<O> = O extends HasHeaders ? O["headers"] : Nothing;
