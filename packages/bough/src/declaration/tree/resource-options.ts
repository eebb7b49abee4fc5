// The options of a resource, and what they give to everything below, as types.
import type { None } from "../../internal/record.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { AnyBody, Bodied } from "../body/body.ts";
import type { Failing } from "../endpoint/definition.ts";
import type { Deprecation } from "../../facts/deprecation/declared.ts";
import type { Description, Stability } from "../endpoint/endpoint-data.ts";
import type { Inherited, Plain } from "../endpoint/position.ts";
import type {
  AnyErrorFormat,
  TypedErrorFormat,
  InFormat,
} from "../../facts/error-formats/declared.ts";
import type { AnyFailure } from "../failure/failure.ts";
import type { AnySecurity, SecurityFailures } from "../../facts/security/declared.ts";
import type { ParameterLike } from "../parameter/parameter.ts";
import type { Child } from "./placement.ts";

/**
 * The options of a resource. `failures`, `security`, `headers`, `parameters`, `cookies`, `meta`,
 * `deprecated`, `stability` and `trailingSlash` apply to every endpoint below it.
 */
export interface ResourceOptions {
  /** The type of the id of a dynamic resource: `{ type: uuid() }`. Default: any text that isn't empty. */
  readonly type?: ParameterLike;
  /** The text before the id in its segment: `/v{version}`. */
  readonly prefix?: string;
  /** The text after the id in its segment: `/{sid}.json`. */
  readonly suffix?: string;
  /** Whether the path of every endpoint below ends in a slash. */
  readonly trailingSlash?: boolean;
  /** Failures of every endpoint below. */
  readonly failures?: readonly AnyFailure[];
  /** The alternatives for the endpoints below that declare no security of their own. */
  readonly security?: readonly AnySecurity[];
  /** Request headers of every endpoint below. */
  readonly headers?: object;
  /** Query parameters of every endpoint below. */
  readonly parameters?: object;
  /** Request cookies of every endpoint below. */
  readonly cookies?: object;
  /** Data of your own, which you can read from `meta` of every endpoint below. */
  readonly meta?: object;
  /** The body of all rejections below a root, instead of problem details. */
  readonly rejections?: AnyBody | AnySchema;
  /** The format of all rejections and failures below a root, instead of problem details. */
  readonly errors?: AnyErrorFormat;
  /** Declares that callers should stop using every endpoint below; an endpoint adds to it with `.deprecated(…)`. */
  readonly deprecated?: Deprecation;
  /** The documentation of the resource. Its tags apply to endpoints below that declare none. */
  readonly describe?: Description;
  /** `"experimental"` if the changes of the endpoints below break no promise. */
  readonly stability?: Stability;
}

/** What a resource with these options gives to everything below. */
export type InheritedFrom<O> = O extends Child | ParameterLike ? Plain : Inheriting<O>;
/** The failures, headers, parameters, cookies, meta, slash and security of one resource's options. */
export interface Inheriting<O> {
  readonly failures: O extends { readonly failures: readonly (infer F extends Failing)[] }
    ? F
    : never;
  readonly headers: RecordIn<O, "headers">;
  readonly parameters: RecordIn<O, "parameters">;
  readonly cookies: RecordIn<O, "cookies">;
  readonly meta: RecordIn<O, "meta">;
  readonly names:
    | keyof RecordIn<O, "headers">
    | keyof RecordIn<O, "parameters">
    | keyof RecordIn<O, "cookies">;
  readonly slash: O extends { readonly trailingSlash: infer T }
    ? T extends true
      ? "/"
      : ""
    : never;
  readonly security: SecurityIn<O>;
  readonly refusals: Extract<SecurityFailures<SecurityIn<O>>, Failing>;
  readonly errors: unknown;
}
type SecurityIn<O> = O extends { readonly security: readonly (infer S extends AnySecurity)[] }
  ? S
  : never;
type RecordIn<O, Key extends string> = O extends { readonly [Name in Key]: infer R extends object }
  ? R
  : None;
/** What a root with these options gives to everything below. */
export type InheritedFromRoot<O> = O extends HasErrors
  ? InheritingErrors<InheritedFrom<O>, O["errors"]>
  : O extends { readonly rejections: infer B }
    ? InheritingRejections<InheritedFrom<O>, B>
    : InheritedFrom<O>;
interface HasErrors {
  readonly errors: TypedErrorFormat;
}
/** The options of a root with `rejections`, as types. */
export interface InheritingRejections<I extends Inherited, B> {
  readonly failures: I["failures"];
  readonly headers: I["headers"];
  readonly parameters: I["parameters"];
  readonly cookies: I["cookies"];
  readonly meta: I["meta"];
  readonly names: I["names"];
  readonly slash: I["slash"];
  readonly security: I["security"];
  readonly refusals: I["refusals"];
  // Its failures stay problem details, also below a root with `errors`.
  readonly errors: {};
  readonly rejections: Bodied<B>;
}
/** The options of a root with `errors`, as types. */
export interface InheritingErrors<I extends Inherited, F extends TypedErrorFormat> {
  readonly failures: I["failures"];
  readonly headers: I["headers"];
  readonly parameters: I["parameters"];
  readonly cookies: I["cookies"];
  readonly meta: I["meta"];
  readonly names: I["names"];
  readonly slash: I["slash"];
  readonly security: I["security"];
  readonly refusals: I["refusals"];
  readonly errors: InFormat<F["~body"]["~received"]>;
  readonly rejections: F["~body"];
  readonly format: F;
}
