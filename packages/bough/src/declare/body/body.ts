// A body of a declaration: a type on each side, and its format at run time. Every Standard Schema can be used as a
// body.
import type { AnySchema, InferInput, InferOutput } from "../../shared/schema/standard-schema.ts";
import type { SchemaGiven, SchemaSent } from "../../shared/schema/two-way.ts";
import type { IsAny } from "../../shared/internal/record.ts";
import type { BodySentences, ResourceSentences } from "../../shared/internal/type-error.ts";
import type { AnyBody, BodyFormat, BodyKind } from "./body-format.ts";
import type { Distorted, JsonCheck, JsonFault } from "../../shared/schema/json-type.ts";

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

/** `unknown` as a union, beside which the compiler keeps the other types of an argument. */
export type Anything = {} | null | undefined;

/** The types of a body or schema on both sides. */
export interface TypedBody {
  readonly "~given": Anything;
  readonly "~received": unknown;
  /** What a call has besides, if this is one of several: which one was sent. */
  readonly "~chosen"?: unknown;
}

/** The request body of an endpoint that declares none, and the data of a failure without data. */
export interface NoRequest extends TypedBody {
  readonly "~absent": true;
  readonly "~given": undefined;
  readonly "~received": undefined;
}

/** The default of a type argument that was left out. No JSON value has this type. */
export interface NoType {
  readonly "~none": () => never;
}

/** A body that is neither one of several nor optional. */
export interface PlainBody extends TypedBody {
  readonly "~body": BodyKind;
  readonly "~alternatives"?: never;
}

interface LeftOut {
  readonly mediaType: undefined;
  readonly body: undefined;
}
/** An optional request body. */
export interface OptionalBody<B extends TypedBody> extends TypedBody {
  readonly "~optional": B;
  /** Types only: a call without its body has neither. */
  readonly "~chosen"?: B["~chosen"] | LeftOut;
  readonly "~given": B["~given"] | undefined;
  readonly "~received": B["~received"] | undefined;
}

interface SchemaBody<S extends AnySchema> {
  readonly "~given": SchemaGiven<S>;
  readonly "~received": InferOutput<S>;
}

// `B & {}` asks about a union as a whole, like `[B]`. Two tuples would be compared by all members of a list.
/** A body itself, the body of a schema, or for any other type the body that is declared by it. */
export type Bodied<B> = B & {} extends TypedBody | AnySchema ? Opened<B> : Body<B>;
type Opened<B> =
  IsAny<B> extends true
    ? Body<B>
    : B extends TypedBody
      ? B
      : B extends AnySchema
        ? SchemaBody<B>
        : Body<B>;

/** The type of `noBody`, whose kind decides the default status. */
export interface NoBody extends Body<void, undefined> {
  readonly "~body": "none";
}

/** No body: `.response(noBody, { status: 202 })`. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of a body exist for the compiler only
export const noBody: NoBody = /* @__PURE__ */ Object.freeze<AnyBody>({
  "~body": "none",
  "~formats": /* @__PURE__ */ Object.freeze([]),
}) as NoBody;

/** The body that goes through the codecs. */
export const negotiated: AnyBody = /* @__PURE__ */ Object.freeze({
  "~body": "negotiated",
  "~formats": /* @__PURE__ */ Object.freeze([{}]),
});

interface Unchecked {
  readonly unchecked: true;
}
// An unresolved type parameter leaves the check open, and then only `{ unchecked: true }` fits. The sentence is there
// for messages.
type Unresolved<T, _Sentence> = Distorted<T> extends never ? [] : JsonFault<T>;

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

/** A schema that `type(schema, { unchecked: true })` declares without a check of its type. */
export interface UncheckedSchema<S extends AnySchema> extends SchemaBody<S>, BySchema {
  readonly "~body": BodyKind;
  readonly "~mediaType": string;
}

/** The rest parameter of a call whose type argument must survive JSON. */
export type JsonRest<T> = Distorted<T> extends never ? [] : JsonFault<T>;

/**
 * Declares a body by its type alone, sent through the codecs: `.request<T>()` is short for it. `{ unchecked: true
 * }` skips the check that JSON keeps the type.
 */
export function type<T>(options: Unchecked): UncheckedBody<T>;
export function type<T>(..._check: Unresolved<T, BodySentences["unresolved"]>): Body<T>;
/** Declares a schema without the check that JSON keeps its type, for a type that is not resolved yet. */
export function type<S extends AnySchema>(schema: S, options: Unchecked): UncheckedSchema<S>;
export function type(...[first]: readonly (Partial<AnySchema & Unchecked> | undefined)[]): unknown {
  // The caller is responsible for the type of a type-only body.
  return first?.["~standard"] ? first : negotiated;
}

/**
 * `B` if a request can have this body or schema, else a sentence. `Unresolved` is the sentence for a `B` that is not
 * resolved yet.
 */
export type RequestBody<B, _Unresolved = BodySentences["unresolvedSchema"]> = B extends AnyBody
  ? B extends ResponseOnly
    ? BodySentences["eventsRequest"]
    : B
  : NoInfer<RequestSchema<B>>;
// `RequestBody` has `NoInfer` around it, because the branch of bodies is enough to infer `B`, and a search for `B` in
// the check of a schema is expensive.
type RequestSchema<B> = B extends AnySchema
  ? JsonCheck<InferInput<B>, B>
  : BodySentences["notABody"];
type ResponseOnly = OfKind<"events">;
type RequestOnly = OfKind<"multipart">;
type OfKind<Kind extends BodyKind> = { readonly "~body": Kind } | AmongThem<Kind>;
// Several bodies, one of which has this kind.
interface AmongThem<Kind extends BodyKind> {
  readonly "~kinds": Readonly<Record<Kind, true>>;
}

/** `B` if rejections can have this body or schema, else a sentence. */
export type RejectionsBody<B> = B extends AnyBody
  ? B extends OfKinds<Exclude<BodyKind, "negotiated" | "codec" | "alternatives">>
    ? ResourceSentences["rejections"]
    : B
  : B extends AnySchema
    ? JsonCheck<SchemaSent<B>, B>
    : ResourceSentences["rejections"];
/** `B` if an event can have this body or schema as its data, else the sentence. */
export type WholeBody<B, Sentence> = B extends AnyBody
  ? B extends OfKinds<Exclude<BodyKind, "negotiated" | "codec">>
    ? Sentence
    : B
  : B extends AnySchema
    ? JsonCheck<SchemaSent<B>, B>
    : Sentence;
type OfKinds<Kind extends BodyKind> = Kind extends unknown ? OfKind<Kind> : never;

/** `B` if a multipart body can have it as a typed part, else a sentence. */
export type PartBody<B extends AnyBody> =
  B extends OfKinds<"none" | "stream" | "multipart" | "events" | "json-lines">
    ? BodySentences["streamedPart"]
    : B extends BySchema
      ? BodyKind extends B["~body"]
        ? BodySentences["partSchema"]
        : B
      : B;

/** `B` if a response can have this body or schema, else a sentence. */
export type ResponseBody<B, _Unresolved = BodySentences["unresolvedSchema"]> = B extends AnyBody
  ? B extends RequestOnly
    ? BodySentences["multipartResponse"]
    : B
  : NoInfer<ResponseSchema<B>>;
type ResponseSchema<B> = B extends AnySchema
  ? JsonCheck<SchemaSent<B>, B>
  : BodySentences["notABody"];
