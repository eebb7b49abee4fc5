// The input of a call besides ids and body, as a record of types that the calls of the chain extend.
import type { Merged, None } from "../../internal/record.ts";
import type { MediaTypesOf } from "../body/alternatives.ts";

/** The input of a call besides ids and body: query parameters, request headers and cookies by name. */
export interface AnyInput {
  readonly parameters: object;
  readonly headers: object;
  readonly cookies: object;
  /** The media types that a client can choose from; `never` if there is no choice. */
  readonly accept: string;
  /** The option `ifMatch`; `never` if there is none. */
  readonly match: object;
  /** The cookies of all responses, for `fail`: one type for all endpoints that set none. */
  readonly sets: object;
}
/** The input after `.parameters(…)`. */
export interface InputParameters<I extends AnyInput, R extends object> extends AnyInput {
  readonly parameters: Merged<I["parameters"], R>;
  readonly headers: I["headers"];
  readonly cookies: I["cookies"];
  readonly accept: I["accept"];
  readonly match: I["match"];
  readonly sets: I["sets"];
}
/** The input after `.headers(…)`. */
export interface InputHeaders<I extends AnyInput, R extends object> extends AnyInput {
  readonly parameters: I["parameters"];
  readonly headers: Merged<I["headers"], R>;
  readonly cookies: I["cookies"];
  readonly accept: I["accept"];
  readonly match: I["match"];
  readonly sets: I["sets"];
}
/** The input after `.cookies(…)`. */
export interface InputCookies<I extends AnyInput, R extends object> extends AnyInput {
  readonly parameters: I["parameters"];
  readonly headers: I["headers"];
  readonly cookies: Merged<I["cookies"], R>;
  readonly accept: I["accept"];
  readonly match: I["match"];
  readonly sets: I["sets"];
}
interface InputAccept<I extends AnyInput, B> extends AnyInput {
  readonly parameters: I["parameters"];
  readonly headers: I["headers"];
  readonly cookies: I["cookies"];
  readonly accept: I["accept"] | MediaTypesOf<B>;
  readonly match: I["match"];
  readonly sets: I["sets"];
}
/** The input after a response that sets cookies. */
export interface InputSets<I extends AnyInput, C extends object> extends AnyInput {
  readonly parameters: I["parameters"];
  readonly headers: I["headers"];
  readonly cookies: I["cookies"];
  readonly accept: I["accept"];
  readonly match: I["match"];
  readonly sets: None extends I["sets"] ? C : I["sets"] | C;
}
/** A mark among the media types: most calls have no choice, `ifMatch` or key, which one condition finds out. */
export type MatchMark = "~match";
/** The input after `.conditional()` of a write. */
export interface InputMatch<I extends AnyInput, Match extends object> extends AnyInput {
  readonly parameters: I["parameters"];
  readonly headers: I["headers"];
  readonly cookies: I["cookies"];
  readonly accept: I["accept"] | MatchMark;
  readonly match: Match;
  readonly sets: I["sets"];
}
/** The input after `.idempotent()`. */
export interface InputKey<I extends AnyInput> extends AnyInput {
  readonly parameters: I["parameters"];
  readonly headers: I["headers"];
  readonly cookies: I["cookies"];
  readonly accept: I["accept"] | MatchMark;
  readonly match: I["match"];
  readonly sets: I["sets"];
}
/** The input after a response, which may have several bodies. */
export type InputResponse<I extends AnyInput, B> = B extends Several
  ? InputAccept<I, B["~alternatives"]>
  : I;

/** A body that is one of several. */
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
  readonly match: never;
  readonly sets: None;
}
