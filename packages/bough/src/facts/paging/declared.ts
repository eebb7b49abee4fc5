// The pages of a list: how a client gets from a response to the next page, as types and as data. `.paged()` declares
// it.
import type { PagingSentences } from "../../shared/internal/fact-sentences.ts";
import type { Refused } from "../../shared/internal/type-error.ts";
import type { ParameterGiven } from "../../declare/parameter/parameter.ts";
import type { AnyResponse, Definition, Returns } from "../../declare/endpoint/definition.ts";
import type { EndpointDeclaration } from "../../declare/endpoint/endpoint.ts";
import type { ReceivedBody, TypedEndpoint } from "../../declare/endpoint/infer.ts";

/** The response header with the next page of `.paged({ link: true })` (RFC 8288). */
export const LINK_HEADER = "link";

declare module "../../declare/endpoint/definition.ts" {
  interface FactData {
    /** How the list is paged; `undefined` if the endpoint does not declare it. */
    readonly paged?: PagedOptions | undefined;
  }
}
declare module "../../declare/endpoint/endpoint.ts" {
  interface EndpointDeclaration<D extends Definition> {
    /**
     * Declares how a list is paged, after its response and its parameters: `.paged({ items: "users", next: { after: "next"
     * } })` takes the parameter `after` of the next call from the property `next` of a response. `items` and `pages` of
     * `bough/client` read all pages.
     */
    readonly paged: PagedCall<D>;
  }
}
type PagedCall<D extends Definition> = D["start"]["method"] extends "GET" | "QUERY"
  ? D["responses"] extends never
    ? (...given: Refused<PagingSentences["response"]>) => never
    : D["responses"] extends AnyPagedResponse
      ? (...given: Refused<PagingSentences["twice"]>) => never
      : PagedStep<D, ReceivedBody<D["responses"]>, D["input"]["parameters"]>
  : (...given: Refused<PagingSentences["method"]>) => never;
type PagedStep<D extends Definition, Body, P> = <const O extends PagedCheck<O, Body, P>>(
  paging: O,
  ...check: FormCheck<O>
) => PagedDeclaration<Returns<Paged<D["responses"], O, Body>, D["failures"], D["sent"]>>;

/** The declaration of an endpoint after `.paged()`, whose parameters must be known. */
export interface PagedDeclaration<D extends Definition> extends EndpointDeclaration<D> {
  // The first signature makes it a kind of the others; the compiler explains the last one.
  parameters(given: never): never;
  parameters(...given: Refused<PagingSentences["parameters"]>): never;
}
/** The type of an item of `E`, which declares `.paged()`. */
export type InferItem<E extends TypedEndpoint> = Extract<
  E["~definition"]["responses"],
  AnyPagedResponse
>["paged"];

/** A property of a body: `"users"`, `"meta.next"`, or its names as an array if they contain dots: `["@odata.nextLink"]`. */
export type PagedName = string | readonly [string] | readonly [string, string];

/**
 * How a list is paged. A name leads to a property of the response body, at most two deep. One of `next`, `page`, `offset`
 * and `link` says how the next page is asked for.
 */
export interface PagedOptions {
  /** The array. With `link`, it may be left out: the body is then the array. */
  readonly items?: PagedName;
  /**
   * The cursor: query parameters of the next call, each with the property that it takes, or `{ last }` with a property of
   * the last item. A name alone is the property with the URL of the next page.
   */
  readonly next?: PagedName | Readonly<Record<string, PagedName | LastName>>;
  /** The query parameter that counts pages. */
  readonly page?: string;
  /** The query parameter that counts items. */
  readonly offset?: string;
  /** The number of the first page or item, if the parameter has no default: 1 for `page`, 0 for `offset`. */
  readonly first?: number;
  /** The property that says whether there are more pages. */
  readonly more?: PagedName;
  /** The property with the number of all items. */
  readonly total?: PagedName;
  /** The URL of the next page is in the header `Link: <…>; rel="next"` (RFC 8288). */
  readonly link?: true;
}
/** A property of the last item. */
interface LastName {
  readonly last: PagedName;
}

/** A response whose endpoint is paged. */
export interface PagedResponse<
  R extends AnyResponse,
  Item,
  Link extends boolean,
> extends AnyPagedResponse {
  readonly status: R["status"];
  readonly body: R["body"];
  readonly headers: R["headers"];
  readonly cookies: R["cookies"];
  readonly paged: Item;
  readonly link: Link;
}
/** A response of any endpoint that is paged. */
export interface AnyPagedResponse extends AnyResponse {
  /** The type of an item. */
  readonly paged: unknown;
  /** Whether `respond` takes a `link`. */
  readonly link: boolean;
}

/** The responses `R` of an endpoint that is paged by `O`. `Body` is what the client gets. */
export type Paged<R, O, Body> = R extends AnyResponse
  ? PagedResponse<R, ItemIn<O extends HasItems ? ValueAt<Body, O["items"]> : Body>, IsLink<O>>
  : never;
// The documents of some vendors declare the array as optional. A response without it is refused all the same.
type ItemIn<List> = List extends readonly (infer Item)[]
  ? Item
  : List extends null | undefined
    ? never
    : unknown;
type IsLink<O> = O extends LinkForm ? true : false;
interface HasItems {
  readonly items: unknown;
}

/** The sentence for options that make up none of the forms, for the rest of the arguments. */
export type FormCheck<O> = [O] extends [CursorForm | PageForm | OffsetForm | LinkForm]
  ? [keyof O] extends [keyof PagedOptions]
    ? []
    : Refused<PagingSentences["option"]>
  : Refused<PagingSentences["form"]>;
interface CursorForm extends HasItems {
  readonly next: unknown;
  readonly page?: never;
  readonly offset?: never;
  readonly first?: never;
  readonly total?: never;
  readonly link?: never;
}
interface PageForm extends HasItems {
  readonly page: unknown;
  readonly next?: never;
  readonly offset?: never;
  readonly link?: never;
}
interface OffsetForm extends HasItems {
  readonly offset: unknown;
  readonly next?: never;
  readonly page?: never;
  readonly link?: never;
}
interface LinkForm {
  readonly link: true;
  readonly next?: never;
  readonly page?: never;
  readonly offset?: never;
  readonly first?: never;
  readonly more?: never;
  readonly total?: never;
}

/** The options of `.paged()` with a sentence for each name that does not fit. `P` are the parameters of the endpoint. */
export interface PagedCheck<O, Body, P> {
  readonly items?: NameCheck<
    O["items" & keyof O],
    Body,
    readonly unknown[] | null | undefined,
    PagingSentences["items"]
  >;
  readonly next?: NextCheck<O["next" & keyof O], O, Body, P>;
  readonly more?: NameCheck<
    O["more" & keyof O],
    Body,
    boolean | null | undefined,
    PagingSentences["more"]
  >;
  readonly total?: NameCheck<
    O["total" & keyof O],
    Body,
    number | null | undefined,
    PagingSentences["total"]
  >;
  readonly page?: CountCheck<O["page" & keyof O], P>;
  readonly offset?: CountCheck<O["offset" & keyof O], P>;
  readonly first?: number;
  readonly link?: O extends HasItems
    ? true
    : Fits<true, Body, readonly unknown[], PagingSentences["noItems"]>;
}
type NameCheck<Name, Body, Wanted, Sentence> = Fits<Name, ValueAt<Body, Name>, Wanted, Sentence>;
type NextCheck<Next, O, Body, P> = Next extends string | readonly unknown[]
  ? NameCheck<Next, Body, string | null | undefined, PagingSentences["url"]>
  : Next extends object
    ? {
        readonly [Name in keyof Next]: Next[Name] extends HasLast
          ? LastCheck<Next[Name]["last"], O, Body, Name, P>
          : CursorCheck<Next[Name], Body, Name, P>;
      }
    : PagingSentences["url"];
interface HasLast {
  readonly last: unknown;
}
interface LastCheck<Last, O, Body, Name, P> {
  readonly last: CursorCheck<Last, ItemIn<ValueAt<Body, O["items" & keyof O]>>, Name, P>;
}
// A parameter that the endpoint does not declare may be one of a resource above, which `verify` checks.
type CursorCheck<Given, From, Name, P> = Fits<
  Given,
  ValueAt<From, Given>,
  Name extends keyof P ? ParameterGiven<P[Name]> | null | undefined : Cursor,
  PagingSentences["cursor"]
>;
type Cursor = string | number | bigint | boolean | object | null | undefined;
type CountCheck<Name, P> = Name extends keyof P
  ? number extends ParameterGiven<P[Name]>
    ? Name
    : PagingSentences["count"]
  : string;

// `Given` if its value fits. The names in bodies of `any` and `unknown` are checked at run time.
type Fits<Given, Value, Wanted, Sentence> = [Value] extends [Wanted]
  ? Given
  : unknown extends Value
    ? Given
    : Sentence;

/** The type of a property of a body: `ValueAt<{ meta: { next: string } }, "meta.next">` is `string`. */
type ValueAt<T, Name> = Name extends `${infer First}.${infer Second}`
  ? PropertyOf<PropertyOf<T, First>, Second>
  : Name extends keyof T
    ? T[Name]
    : Name extends readonly [infer First, infer Second]
      ? PropertyOf<PropertyOf<T, First>, Second>
      : PropertyOf<T, Name extends readonly [infer Only] ? Only : Name>;
type PropertyOf<T, Name> = unknown extends T
  ? T
  : T extends null | undefined
    ? undefined
    : Name extends keyof T
      ? T[Name]
      : Missing;
// No value of JSON, and none that a parameter takes.
type Missing = symbol;

/** Whether this is a name, and not names by parameter or `{ last }`. */
export function isName(value: unknown): value is PagedName {
  return typeof value === "string" || Array.isArray(value);
}

/** The names of a property, outermost first: `["meta", "next"]` for `"meta.next"`. */
export function namesOf(name: PagedName | readonly []): readonly string[] {
  return typeof name === "string" ? name.split(".") : name;
}
