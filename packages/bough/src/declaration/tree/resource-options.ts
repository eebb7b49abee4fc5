// The options of a resource, and what they give to everything below, as types.
import type { Nothing } from "../../internal/record.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { AnyBody, Bodied } from "../body/body.ts";
import type { Failing } from "../endpoint/definition.ts";
import type { Description } from "../endpoint/endpoint-data.ts";
import type { Inherited, Plain } from "../endpoint/place.ts";
import type { AnyFailure } from "../failure/failure.ts";
import type { ParameterLike } from "../parameter/parameter.ts";
import type { Child } from "./placement.ts";

/**
 * The options of a resource. `failures`, `headers`, `parameters` and `trailingSlash` apply to every
 * endpoint below it.
 */
export interface ResourceOptions {
  readonly type?: ParameterLike;
  /** The text before and after the id in its segment: `/{sid}.json`. */
  readonly prefix?: string;
  readonly suffix?: string;
  /** Whether the path of every endpoint below ends in a slash. */
  readonly trailingSlash?: boolean;
  readonly failures?: readonly AnyFailure[];
  readonly headers?: object;
  readonly parameters?: object;
  /** The body of all rejections below a root, instead of problem details. */
  readonly rejections?: AnyBody | AnySchema;
  readonly describe?: Description;
}

/** What a resource with these options gives to everything below. */
export type InheritedFrom<O> = O extends Child | ParameterLike
  ? Plain
  : O extends { readonly trailingSlash: infer T }
    ? InheritingSlash<InheritedRecords<O>, T>
    : InheritedRecords<O>;
type InheritedRecords<O> = Inheriting<
  O extends { readonly failures: readonly (infer F extends Failing)[] } ? F : never,
  O extends { readonly headers: infer H extends object } ? H : Nothing,
  O extends { readonly parameters: infer R extends object } ? R : Nothing
>;
/** The failures, headers and parameters of one resource's options. */
export interface Inheriting<F extends Failing, H extends object, R extends object> {
  readonly failures: F;
  readonly headers: H;
  readonly parameters: R;
  readonly names: keyof H | keyof R;
  readonly slash: never;
}
/** The options of a resource with `trailingSlash`, as types. */
export interface InheritingSlash<I extends Inherited, Declared> {
  readonly failures: I["failures"];
  readonly headers: I["headers"];
  readonly parameters: I["parameters"];
  readonly names: I["names"];
  readonly slash: Declared extends true ? "/" : "";
}
/** What a root with these options gives to everything below. */
export type InheritedFromRoot<O> = O extends { readonly rejections: infer B }
  ? InheritingRejections<InheritedFrom<O>, B>
  : InheritedFrom<O>;
/** The options of a root with `rejections`, as types. */
export interface InheritingRejections<I extends Inherited, B> {
  readonly failures: I["failures"];
  readonly headers: I["headers"];
  readonly parameters: I["parameters"];
  readonly names: I["names"];
  readonly slash: I["slash"];
  readonly rejections: Bodied<B>;
}
