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
  readonly sets: None;
}
