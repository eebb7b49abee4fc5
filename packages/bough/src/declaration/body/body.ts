// A body as the declaration knows it: a type on each side, and at run time how it
// travels. Schemas stand beside bodies: any Standard Schema is one.
import type { AnySchema, InferInput, InferOutput } from "../../schema/standard-schema.ts";
import type { SchemaGiven, SchemaSent } from "../../schema/two-way.ts";
import type { IsAny } from "../../internal/identity.ts";
import type {
  BodySentences,
  JsonWouldChange,
  ResourceSentences,
} from "../../internal/type-error.ts";
import type { AnyBody, BodyFormat, BodyKind } from "./body-format.ts";
import type { Distorted, JsonCheck } from "../../schema/json-type.ts";

export type { AnyBody, BodyKind } from "./body-format.ts";

/**
 * A body: the sender gives `Given`, the receiver gets `Received`. `MediaType` is `string` if it is
 * known only when a value is sent.
 */
export interface Body<Given, Received = Given, MediaType extends string = string> {
  readonly "~body": BodyKind;
  readonly "~format"?: BodyFormat | undefined;
  /** Types only; absent at run time. */
  readonly "~given": Given;
  /** Types only; absent at run time. */
  readonly "~received": Received;
  /** Types only; absent at run time. */
  readonly "~mediaType": MediaType;
}

/** `unknown` as a union: beside it the compiler still sees what else an argument may be. */
export type Anything = {} | null | undefined;

/** What a definition knows of a body or schema: the types on both sides. */
export interface TypedBody {
  readonly "~given": Anything;
  readonly "~received": unknown;
}

/** The request body of an endpoint that declares none. */
export interface NoRequest extends TypedBody {
  readonly "~absent": true;
  readonly "~given": undefined;
  readonly "~received": undefined;
}

/** The default of a type argument that was left out. No JSON value has this type. */
export interface NoType {
  readonly "~none": () => never;
}

/** A body by itself: neither one of several, nor one that may be left out. */
export interface PlainBody extends TypedBody {
  readonly "~body": BodyKind;
  readonly "~alternatives"?: never;
}

/** A request body that may be left out. */
export interface OptionalBody<B extends TypedBody> extends TypedBody {
  readonly "~optional": B;
  readonly "~given": B["~given"] | undefined;
  readonly "~received": B["~received"] | undefined;
}

interface SchemaBody<S extends AnySchema> {
  readonly "~given": SchemaGiven<S>;
  readonly "~received": InferOutput<S>;
}

/** A body as it is, a schema by its two types, any other type as the body that is known by it. */
export type Bodied<B> = [B] extends [TypedBody | AnySchema] ? Opened<B> : Body<B>;
type Opened<B> =
  IsAny<B> extends true
    ? Body<B>
    : B extends TypedBody
      ? B
      : B extends AnySchema
        ? SchemaBody<B>
        : Body<B>;

/** The type of `noBody`: its kind is seen by the compiler, since it decides on the status. */
export interface NoBody extends Body<void, undefined> {
  readonly "~body": "none";
}

/** No body: `.response(noBody, { status: 202 })`. */
export const noBody: NoBody = /* @__PURE__ */ Object.freeze({
  "~body": "none",
  "~formats": /* @__PURE__ */ Object.freeze([]),
}) as unknown as NoBody;

/** The body that goes through the codecs. */
export const negotiated: AnyBody = /* @__PURE__ */ Object.freeze({
  "~body": "negotiated",
  "~formats": /* @__PURE__ */ Object.freeze([{}]),
});

interface Unchecked {
  readonly unchecked: true;
}
// A type parameter that is not resolved yet leaves the check open, and then no argument
// but `{ unchecked: true }` fits; the sentence is there for being shown.
type Unresolved<T, _Sentence> = [options: Unchecked] | JsonRest<T>;

/** A body whose declaration contains its schema, so that `bough schemas` leaves it out. */
export interface BySchema {
  /** Types only; absent at run time. */
  readonly "~schema": true;
}

/** A body that `type<T>({ unchecked: true })` declares although JSON may change `T`. */
export interface UncheckedBody<T> extends Body<T> {
  /** Types only; absent at run time. */
  readonly "~unchecked": true;
}

/** A schema that `type(schema, { unchecked: true })` declares without a look at its type. */
export interface UncheckedSchema<S extends AnySchema> extends SchemaBody<S>, BySchema {
  readonly "~body": BodyKind;
  readonly "~mediaType": string;
}

/** The rest parameter of a call whose type argument must survive JSON. */
export type JsonRest<T> = Distorted<T> extends never ? [] : JsonWouldChange;

/**
 * Declares a body by its type alone, sent through the codecs: `.request<T>()` is short for it. `{
 * unchecked: true }` leaves out the check that JSON keeps the type.
 */
export function type<T>(options: Unchecked): UncheckedBody<T>;
export function type<T>(..._check: Unresolved<T, BodySentences["unresolved"]>): Body<T>;
/** A schema without the check that JSON keeps its type: for one whose type is not known yet. */
export function type<S extends AnySchema>(schema: S, options: Unchecked): UncheckedSchema<S>;
export function type(...[first]: readonly unknown[]): unknown {
  // The one seam of a type-only body: its type is nothing but the caller's word.
  return (first as Partial<AnySchema> | undefined)?.["~standard"] ? first : negotiated;
}

/** Whether a value is a body of ours. */
export function isBody(value: unknown): value is AnyBody {
  return typeof value === "object" && value !== null && "~body" in value;
}

/**
 * `B` where it is a body or schema that a request can carry, else a sentence. `Unresolved` is the
 * sentence that is shown where `B` is not known yet.
 */
export type RequestBody<B, _Unresolved = BodySentences["unresolvedSchema"]> = B extends AnyBody
  ? B extends ResponseOnly
    ? BodySentences["eventsRequest"]
    : B
  : B extends AnySchema
    ? JsonCheck<InferInput<B>, B>
    : BodySentences["notABody"];
type ResponseOnly = OfKind<"events">;
type RequestOnly = OfKind<"multipart">;
type OfKind<Kind extends BodyKind> = { readonly "~body": Kind } | AmongThem<Kind>;
// Several bodies, one of which is of this kind.
interface AmongThem<Kind extends BodyKind> {
  readonly "~kinds": Readonly<Record<Kind, true>>;
}

/** `B` where it is a body or schema that rejections can be written as, else a sentence. */
export type RejectionsBody<B> = B extends AnyBody
  ? B extends OfKinds<Exclude<BodyKind, "negotiated" | "codec" | "alternatives">>
    ? ResourceSentences["rejections"]
    : B
  : B extends AnySchema
    ? JsonCheck<SchemaSent<B>, B>
    : ResourceSentences["rejections"];
type OfKinds<Kind extends BodyKind> = Kind extends unknown ? OfKind<Kind> : never;

/** `B` where a multipart body can have it as a part that is read as a whole, else a sentence. */
export type PartBody<B extends AnyBody> =
  B extends OfKinds<"none" | "stream" | "multipart" | "events" | "json-lines">
    ? BodySentences["streamedPart"]
    : B extends BySchema
      ? BodyKind extends B["~body"]
        ? BodySentences["partSchema"]
        : B
      : B;

/** `B` where it is a body or schema that a response can carry, else a sentence. */
export type ResponseBody<B, _Unresolved = BodySentences["unresolvedSchema"]> = B extends AnyBody
  ? B extends RequestOnly
    ? BodySentences["multipartResponse"]
    : B
  : B extends AnySchema
    ? JsonCheck<SchemaSent<B>, B>
    : BodySentences["notABody"];
