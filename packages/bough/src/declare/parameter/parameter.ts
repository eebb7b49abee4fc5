// A parameter type encodes a value to text and decodes it. Path ids, query parameters and headers use
// it. A plain schema only decodes, so it cannot be a parameter type.
import type { BracketedText } from "../../shared/http/percent.ts";
import type { AnySchema, InferInput, InferOutput } from "../../shared/schema/standard-schema.ts";
import type { Mutual } from "../../shared/internal/record.ts";
import type { ParameterSentences } from "../../shared/internal/type-error.ts";

/**
 * Whether a caller may leave the parameter out, and whether it may be an id. A `record`, and an
 * object whose members may all be left out, is `{}` if it is absent.
 */
export type Presence = "required" | "optional" | "list" | "record" | "segments";

/**
 * A two-way parameter type. The client encodes `Given`, the server decodes it, and the handler gets
 * `Received`. The two differ only if the parameter may be left out.
 */
export interface Parameter<Given, Received = Given, P extends Presence = "required"> {
  readonly "~parameter": ParameterData;
  /** Types only; absent at run time. */
  readonly "~given": Given;
  /** Types only; absent at run time. */
  readonly "~received": Received;
  /** Types only; absent at run time. */
  readonly "~presence": P;
  /** Makes the parameter optional; the handler gets `undefined` if it is absent. */
  optional(
    this: Omitting<P, "optional">,
  ): Parameter<Given | undefined, Received | undefined, "optional">;
  /** Makes the parameter optional; the server uses `value` if it is absent, and the client never sends `value`. */
  default(
    this: Omitting<P, "default">,
    value: NoInfer<There<Received, P>>,
  ): Parameter<Given | undefined, There<Received, P>, P extends "list" ? P : "optional">;
  /** Refines or brands the decoded value with a schema whose output has the type of its input. */
  check<S extends AnySchema>(
    schema: CheckFits<S, There<Received, P>>,
  ): Parameter<Rebranded<S, Given>, InferOutput<S> | Unchecked<Received, P>, P>;
  /** Describes the parameter in documents. */
  describe(description: string): Parameter<Given, Received, P>;
  /** Marks the parameter as deprecated in documents, with what to use instead: `.deprecated("use q")`. */
  deprecated(instead?: string): Parameter<Given, Received, P>;
}

// An absent list is [] or its default and an absent record is {}, so they are never optional.
type Omitting<P, Call extends "optional" | "default"> = P extends "record"
  ? ParameterSentences[`${Call}Record`]
  : [P, Call] extends ["list", "optional"]
    ? ParameterSentences["optionalList"]
    : unknown;

// The type of the value if it is present.
type There<Received, P> = P extends "optional" ? Exclude<Received, undefined> : Received;
// An absent value is not checked: `undefined` and the default stay as they are.
type Unchecked<Received, P> = P extends "optional"
  ? undefined extends Received
    ? undefined
    : Received
  : never;

// The output of the schema may be narrower or wider than the value. A schema such as `z.enum` of some
// texts has a narrower input, which must then be its output.
type CheckFits<S extends AnySchema, Value> = [Fresh<Value>] extends [InferInput<S>]
  ? [InferOutput<S>] extends [Value]
    ? S
    : [Fresh<Value>] extends [InferOutput<S>]
      ? S
      : ParameterSentences["changes"]
  : [InferInput<S>] extends [Value]
    ? Mutual<InferInput<S>, InferOutput<S>> extends true
      ? S
      : ParameterSentences["changes"]
    : ParameterSentences["changes"];

// Schemas of lists have mutable arrays as input, and a decoded list is mutable.
type Fresh<Value> = Value extends readonly unknown[]
  ? { -readonly [Index in keyof Value]: Value[Index] }
  : Value;

// The client gives the unbranded type only if the schema adds nothing to it.
type Rebranded<S extends AnySchema, Given> =
  Mutual<Exclude<InferOutput<S>, undefined>, Fresh<Exclude<Given, undefined>>> extends true
    ? Given
    : InferOutput<S> | Extract<Given, undefined>;

/** A parameter type with any types. */
export interface AnyParameter {
  readonly "~parameter": ParameterData;
}

interface TypedParameter {
  readonly "~given": unknown;
  readonly "~received": unknown;
}

/** A `ParameterLike` as one object: it has the members of the one or of the other. */
export type EitherLike = Partial<AnyParameter & TwoWaySchema>;

/** Writes and reads a parameter in paths, queries and headers. Methods, because each takes the types that it is for. */
export interface ParameterTexts {
  /** Checks and encodes a value; no text if it is absent. */
  write(type: EitherLike, value: unknown): readonly string[] | Issue;
  /** Decodes texts; `undefined` for none. */
  read(type: EitherLike, texts: readonly string[] | undefined): unknown;
  /** Encodes a value for a query, each pair with a leading `&`: `&tag=a&tag=b`. `beside` has all parameters of the request. */
  writeQuery(type: EitherLike, name: string, value: unknown, beside?: Beside): string | Issue;
  /** Encodes a value as that of a field; `undefined` if it is absent, an `Issue` if it is invalid or the receiver would split a list differently. */
  writeLine(type: EitherLike, name: string, value: unknown): string | Issue | undefined;
  /** Decodes a field of a response; an `Issue` if it is invalid. */
  readLine(type: EitherLike, headers: Headers, name: string): unknown;
}

/** The data of a parameter type. */
export interface ParameterData extends ParameterTexts {
  /** Its name in messages and documents: `integer`. See `ParameterKind` for all of them. */
  readonly kind: string;
  /** Decodes text; an `Issue` if it is invalid. */
  readonly decode: (text: string) => unknown;
  /** Encodes a value; an `Issue` if the server would reject it. */
  readonly encode: (value: unknown) => string | Issue;
  /** Encodes a text as a segment of a path that has characters without an escape. Default: `encodeSegment`. */
  readonly segment?: ((text: string) => string) | undefined;
  /** Whether it may be left out. */
  readonly optional: boolean;
  /** The default, in an object because it may be `undefined`. */
  readonly fallback?: { readonly value: unknown } | undefined;
  /** Only for lists: their bounds, and how they are written. */
  readonly list?: ListStyle | undefined;
  /** How queries and forms carry it; `undefined` for one text, and for texts under a repeated name. */
  readonly query?: QueryCodec | undefined;
  /** Synchronous schemas that refine the decoded value, in order. */
  readonly checks: readonly AnySchema[];
  readonly description: string | undefined;
  readonly deprecated?: string | true | undefined;
  /** Its options such as bounds and the types inside it, for documents. See `ParameterKind`. */
  readonly constraints: object;
}

/** How a list is written in a query: `a=1&a=2`, `a=1,2`, `a=1%202`, `a=1%7C2`, `a[]=1&a[]=2`, `a[0]=1&a[1]=2`. */
export type ListStyleName = "repeat" | "comma" | "space" | "pipe" | "brackets" | "indexed";

/** How an object or a record is written in a query: `a[b]=1`, or `b=1`. */
export type ObjectStyleName = "brackets" | "spread";

/** The bounds of a list, and how it is written. */
export interface ListStyle {
  readonly style: ListStyleName;
  readonly min: number;
  readonly max: number;
  /** The elements of a header as its receiver reads them (RFC 9110 5.6.1). */
  readonly elementsOf: (line: string) => readonly string[];
}

/** Writes and reads a value that has a format of its own in queries and forms. */
export interface QueryCodec {
  /** Whether brackets follow its name: `created[gte]`. */
  readonly bracketed: boolean;
  /** Only for a value that has the names of its members in place of its own. */
  readonly spread?: Spread | undefined;
  /** Encodes a value; an `Issue` if the server would reject it. `beside` has all parameters of the request. */
  readonly write: (
    type: AnyParameter,
    value: unknown,
    beside?: Beside,
  ) => readonly QueryPair[] | Issue;
  /** Decodes a value; an `Issue` if it is invalid. */
  readonly read: (type: AnyParameter, given: NamedTexts) => unknown;
}

/** The names of a request: those of an endpoint, whose API keys are not parameters, or of a form. */
export interface Beside {
  readonly parameters: ParameterParts;
  readonly security?: readonly { readonly "~queryKeys": readonly string[] }[] | undefined;
}

/** The names of a value that has those of its members. */
export interface Spread {
  /** The types by name; `undefined` for all names that no other parameter has. */
  readonly members: ReadonlyMap<string, AnyParameter> | undefined;
}

/** What follows the name, such as `[gte]`, or the name of a member that is spread, and the encoded text. */
export type QueryPair = readonly [brackets: string, text: string];

/** The raw texts that a query or form has for one name. */
export interface NamedTexts {
  /** Those under the name itself. */
  readonly texts: readonly string[];
  /** Those with brackets after the name. */
  readonly below: readonly BracketedText[];
  /** Those of each member, if the members have names of their own. */
  readonly members?: ReadonlyMap<string, NamedTexts>;
  /** Whether members that are not declared are refused; they are ignored otherwise. */
  readonly strict: boolean;
}

/** Says why a parameter type rejects a text or a value. */
export class Issue {
  declare readonly message: string;
  /** The brackets that lead to the invalid part of an object, record or list: `[0][price]`. */
  declare readonly at: string;
  /** The name in the request, if it is not that of the parameter. */
  declare readonly name?: string;
  constructor(message: string, at = "") {
    this.message = message;
    this.at = at;
  }
}

/** Makes the return value of a `decode` that rejects its text. The client gets the message. */
export function issue(message: string): Issue {
  return new Issue(message);
}

/** A schema that decodes and encodes: a zod codec. */
export interface TwoWaySchema<Output = unknown> extends AnySchema {
  readonly _zod: {
    readonly output: Output;
    readonly def: { readonly reverseTransform: (...given: never) => unknown };
  };
}

/** A parameter type, or a schema that can serve as one. */
export type ParameterLike = AnyParameter | TwoWaySchema;

/** Parameter types by name: the argument of `.parameters({ … })`. */
export interface ParameterParts {
  readonly [name: string]: ParameterLike;
}

/**
 * `unknown` if each name has a parameter type, else an object with the errors. It is a constraint
 * on `R` instead of the argument's type, so `R` is inferred as the object that was written.
 */
export type ParameterCheck<R, Existing> = [R] extends [ParameterParts]
  ? keyof Existing extends never
    ? unknown
    : EachParameterCheck<R, Existing>
  : [R] extends [AnySchema]
    ? ParameterSentences["wholeSchema"]
    : EachParameterCheck<R, Existing>;
/** The parameter types by name, with an error for each wrong one. */
export type EachParameterCheck<R, Existing> = {
  readonly [Name in keyof R]: Name extends keyof Existing
    ? ParameterSentences["twice"]
    : R[Name] extends ParameterLike
      ? R[Name]
      : NoParameter<R[Name]>;
};

/** The error for a value that is not a parameter type. Some schemas are functions. */
export type NoParameter<T> = T extends (...given: never) => unknown
  ? ParameterSentences[T extends AnySchema ? "oneWay" : "notCalled"]
  : ParameterSentences["oneWay"];

/** The type that the client gives for one parameter. */
export type ParameterGiven<T> = T extends TypedParameter
  ? T["~given"]
  : T extends TwoWaySchema
    ? T["_zod"]["output"]
    : never;

/** The type that the handler gets for one parameter. */
export type ParameterReceived<T> = T extends TypedParameter
  ? T["~received"]
  : T extends TwoWaySchema
    ? T["_zod"]["output"]
    : never;

interface Omissible {
  readonly "~presence": "optional" | "list" | "record";
}

/** The names of the required parameters. */
export type RequiredNames<R> = {
  [Name in keyof R]: R[Name] extends Omissible ? never : Name;
}[keyof R];

/** The values that a client gives for a record of parameter types. */
export type ParametersInput<R> = {
  readonly [Name in keyof R]?: ParameterGiven<R[Name]>;
} & {
  readonly [Name in RequiredNames<R>]: Present;
};
// A required parameter is not `undefined`.
type Present = {} | null;

/** The values that a handler gets for a record of parameter types. */
export type ParametersOutput<R> = { readonly [Name in keyof R]: ParameterReceived<R[Name]> };
