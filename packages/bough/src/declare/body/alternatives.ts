// One value in several representations. The receiver picks one.
import type { BodySentences } from "../../shared/internal/type-error.ts";
import { nameOf } from "../../shared/http/media-type.ts";
import { bodyOf, formatsOf, type ClientFormat } from "./body-format.ts";
import type { AnyBody, Body, BodyKind, OptionalBody, TypedBody } from "./body.ts";

// Flattens several bodies inside several bodies.
type EachOf<B extends Alternative> = B extends OneOfBodies<infer Among> ? Among : B;

/** One of several bodies. */
export interface Alternative extends AnyBody {
  readonly "~given": unknown;
  readonly "~received": unknown;
  readonly "~mediaType": string;
}

/** The body that `oneOfBodies` returns: one value in one of several representations. */
export interface OneOfBodies<B extends Alternative> extends Body<Either<B>, B["~received"]> {
  readonly "~body": "alternatives";
  /** Types only; absent at run time. */
  readonly "~alternatives": B;
  /** Types only: what a call has besides its body. */
  readonly "~chosen": NamedOnly<NameOf<B>>;
  /** Types only: a property for each kind of body among them. */
  readonly "~kinds": Readonly<Record<KindsOf<B>, true>>;
}
// A body that is declared by its type alone has no known kind, so it can be sent and received.
type KindsOf<B extends Alternative> =
  B extends OneOfBodies<infer Among>
    ? KindsOf<Among>
    : BodyKind extends B["~body"]
      ? never
      : B["~body"];

/**
 * The media types, without parameters, that a receiver can ask for.
 *
 * `MediaTypesOf<CodecBody<Row, Row, "text/csv; charset=utf-8">>` is `"text/csv"`.
 */
export type MediaTypesOf<B> = B extends Alternative
  ? string extends B["~mediaType"]
    ? never
    : EssenceOf<B["~mediaType"]>
  : never;
type EssenceOf<MediaType extends string> = MediaType extends `${infer Essence};${string}`
  ? Essence
  : MediaType;

/** The body that answers `Accept` with one media type; for other values of `Accept`, all of them. */
export type Picked<B extends Alternative, Accept> =
  Accept extends MediaTypesOf<B> ? PickedOf<B, Accept> : B;
// A body whose media type is unknown here may be the answer.
type PickedOf<B extends Alternative, Accept> = B extends unknown
  ? Accept extends EssenceOf<B["~mediaType"]>
    ? B
    : never
  : never;

/**
 * The name by which one of several bodies is chosen: its media type without `charset`; `string` if it is unknown here.
 */
export type NameOf<B> = B extends Alternative ? WithoutCharset<B["~mediaType"]> : never;
type WithoutCharset<MediaType> = MediaType extends `${infer Essence};${infer Rest}`
  ? Rest extends `${"" | " "}charset=${string}`
    ? Essence
    : MediaType
  : MediaType;

/** The bodies of this name. If there is none, those whose name is unknown here. */
export type Named<B extends Alternative, Name> =
  Name extends KnownName<B>
    ? B extends unknown
      ? NameOf<B> extends Name
        ? B
        : never
      : never
    : B extends unknown
      ? string extends NameOf<B>
        ? B
        : never
      : never;
// Body by body: in a union, `string` would take in every other name.
type KnownName<B> = B extends unknown ? (string extends NameOf<B> ? never : NameOf<B>) : never;

/** Several bodies that differ in type. */
export interface Differing {
  readonly "~alternatives": Alternative;
  readonly "~given": Undecided<string>;
}
/** The request body of a declaration with several bodies that differ in type: the call has what was received. */
export interface SeveralBodies<B extends Differing> extends TypedBody {
  readonly "~alternatives": B["~alternatives"];
  readonly "~given": B["~given"];
  readonly "~received": unknown;
  readonly "~chosen": EachBody<B["~alternatives"]>;
}

type EachBody<B> = B extends Alternative ? NamedBody<NameOf<B>, B["~received"]> : never;
interface NamedOnly<MediaType> {
  /** The media type of the body, without `charset`: it says which of the declared bodies was sent. */
  readonly mediaType: MediaType;
}
interface NamedBody<MediaType, Received> extends NamedOnly<MediaType> {
  readonly body: Received;
}
/** Several bodies, or several that may be left out. */
export type Choice = HasAlternatives | OptionalBody<TypedBody & HasAlternatives>;
interface HasAlternatives {
  readonly "~alternatives": Alternative;
}
/** The bodies of a choice. */
export type Among<B> = B extends HasAlternatives
  ? B["~alternatives"]
  : B extends OptionalBody<infer Always>
    ? Among<Always>
    : never;

/** The value of the body that `Name` chooses; without a name it fits all of them. */
export type GivenBy<B extends OneOfBodies<Alternative>, Name> = [Name] extends [never]
  ? B["~given"]
  : GivenNamed<B["~alternatives"], Name>;
/** The value of the body that `Name` chooses. */
export type GivenNamed<B extends Alternative, Name> =
  TakesNamed<B, Name> extends (value: infer Value) => void ? Value : never;
type TakesNamed<B extends Alternative, Name> = Name extends unknown
  ? (value: GivenOf<Named<B, Name>>) => void
  : never;
type GivenOf<B> = B extends Alternative ? B["~given"] : never;

/** The option that chooses one of several bodies. */
export interface NameOption<B, Name> {
  /** The media type of the representation, regardless of `Accept`. */
  readonly mediaType?: Name extends NameOf<B> ? Name : NameOf<B>;
}

/** The sentence if the representations differ, so that the sender must choose one. */
export interface Undecided<Why extends string> {
  readonly "~responded": Why;
}
// A value of one body that fits all of them, else the sender must choose.
type Either<B extends Alternative> =
  Fits<B, Common<B>> extends never ? Undecided<BodySentences["undecided"]> : Common<B>;
type Fits<B extends Alternative, All> = B extends unknown
  ? B["~given"] extends All
    ? true
    : never
  : never;

// A value that fits every representation. Asks each body, because its value may be a union.
type Common<B extends Alternative> = (
  B extends unknown ? (given: B["~given"]) => void : never
) extends (given: infer All) => void
  ? All
  : never;

/** A body that the receiver picks: its value fits every representation. */
export type ForEach<B extends TypedBody> =
  B extends OneOfBodies<infer Among> ? Body<Common<Among>, Among["~received"]> : B;

/**
 * Declares one value in several representations: `oneOfBodies(json(User), body(csv, User))`. For a response, the
 * client chooses by `Accept`; without it, the client gets the first one. A client sends a request in the first one, and
 * the server reads all of them (RFC 9110 12). The types may differ: the sender then names one by its media type,
 * `respond(value, { mediaType })` or `request(endpoint, body, { mediaType })`, and the receiver finds it in
 * `result.mediaType` or `call.mediaType`.
 */
export function oneOfBodies<
  const Bodies extends readonly [Alternative, Alternative, ...Alternative[]],
>(...bodies: Bodies): OneOfBodies<EachOf<Bodies[number]>>;
export function oneOfBodies(...bodies: readonly Alternative[]): AnyBody {
  const mediaTypes = bodies.flatMap((one) => one["~format"]?.mediaTypes ?? []);
  const formats = bodies.flatMap(formatsOf);
  return bodyOf(
    "alternatives",
    { mediaTypes, alternatives: bodies },
    formats.map((format) => ({
      ...format,
      choose: choosing(formats, format),
      named: ({ mediaType }: { readonly mediaType?: string | undefined }) =>
        mediaType ? namedAmong(formats, mediaType) : undefined,
    })),
  );
}

type Formats = ReturnType<typeof formatsOf>;

// Negotiated bodies have the name of JSON; `undefined` is a body of any media type.
function namesOf(formats: Formats): readonly (string | undefined)[] {
  return formats.map(({ mediaTypes: [own] = ["application/json"] }) => own && nameOf(own));
}

// The body that a call names. One without a media type of its own is sent as whatever the call says. Another
// name is a fault of the body, which the call reports.
function namedAmong(formats: Formats, mediaType: string): Formats[number] {
  const names = namesOf(formats);
  const named = formats[names.indexOf(mediaType)];
  const { send } = formats[names.indexOf(undefined)] ?? {};
  return (
    named ?? {
      mediaType,
      send: (value, signal) => {
        if (!send) {
          throw new TypeError(`the request has the media types ${names.join(", ")}`);
        }
        return { ...send(value, signal), mediaType };
      },
    }
  );
}

// A result has the media type of its representation. A server may send another one than `Accept` names (RFC 9110
// 12.5.1), but the result of a call with `accept` has a type for that one only.
function choosing(formats: Formats, format: Formats[number]): NonNullable<ClientFormat["choose"]> {
  return (answer, essence) => {
    const { call, response, outgoing, invalid, resultOf } = answer;
    // Rejections have several bodies too, of which no call asks for one.
    if (response.status >= 400) {
      return;
    }
    const mediaType = nameOf(format.mediaTypes?.[0] ?? essence);
    const { accept = "*/*" } = outgoing.headers;
    const names = namesOf(formats);
    // A body of any media type has every name. A range or a list is not a name.
    const isName = names.includes(accept) || (names.includes(undefined) && !/[,;*]/.test(accept));
    if (isName && mediaType !== accept) {
      response.body?.cancel().catch(() => undefined);
      const message = `must be ${accept}, as the call asks, received ${mediaType}`;
      throw invalid(call, response, {
        issues: [{ in: "header", name: "content-type", message }],
      });
    }
    answer.resultOf = async (...given) => Object.assign(await resultOf(...given), { mediaType });
  };
}
