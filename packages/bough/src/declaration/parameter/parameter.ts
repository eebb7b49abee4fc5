// A parameter type: text on the wire, a value on both sides. One value describes
// both directions; path ids, query parameters and headers all use it. What it is
// not: a schema, which goes one way only.
import type { AnySchema, InferInput, InferOutput } from "../../schema/standard-schema.ts";
import type { Mutual } from "../../internal/identity.ts";
import type { ParameterSentences } from "../../internal/type-error.ts";

/** Whether a caller may leave the parameter out, and whether it may be an id. */
export type Presence = "required" | "optional" | "list" | "segments";

/**
 * A two-way parameter type: the client gives `Given` and encodes it, the server decodes
 * it and its handler gets `Received`. The two differ only by what may be left out.
 */
export interface Parameter<Given, Received = Given, P extends Presence = "required"> {
  readonly "~parameter": ParameterData;
  /** Types only; absent at run time. */
  readonly "~given": Given;
  /** Types only; absent at run time. */
  readonly "~received": Received;
  /** Types only; absent at run time. */
  readonly "~presence": P;
  /** May be left out; the handler then gets `undefined`. */
  optional(
    this: Omitting<P, "optionalList">,
  ): Parameter<Given | undefined, Received | undefined, "optional">;
  /** May be left out; the server then uses `value`, which is never sent. */
  default(
    this: Omitting<P, "defaultList">,
    value: NoInfer<There<Received, P>>,
  ): Parameter<Given | undefined, There<Received, P>, "optional">;
  /** Refines or brands the decoded value by a schema whose input and output are one type. */
  check<S extends AnySchema>(
    schema: CheckFits<S, There<Received, P>>,
  ): Parameter<Rebranded<S, Given>, InferOutput<S> | Unchecked<Received, P>, P>;
  /** Says what the parameter means, for documentation. */
  describe(description: string): Parameter<Given, Received, P>;
}

// A list has its own absence: [].
type Omitting<P, Sentence extends keyof ParameterSentences> = P extends "list"
  ? ParameterSentences[Sentence]
  : unknown;

// What is there, if anything is.
type There<Received, P> = P extends "optional" ? Exclude<Received, undefined> : Received;
// What is left out is not checked: neither `undefined` nor a default.
type Unchecked<Received, P> = P extends "optional"
  ? undefined extends Received
    ? undefined
    : Received
  : never;

// A refined value is one of those it was chosen from, or is known less exactly. A schema may
// also take nothing else than what it gives: `z.enum` of some texts.
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

// Schemas of lists take arrays that may be changed, and a decoded list is one.
type Fresh<Value> = Value extends readonly unknown[]
  ? { -readonly [Index in keyof Value]: Value[Index] }
  : Value;

// What the client gives stays brandless only where the schema adds nothing.
type Rebranded<S extends AnySchema, Given> =
  Mutual<Exclude<InferOutput<S>, undefined>, Fresh<Exclude<Given, undefined>>> extends true
    ? Given
    : InferOutput<S> | Extract<Given, undefined>;

/** A parameter type of which only the kind matters. */
export interface AnyParameter {
  readonly "~parameter": ParameterData;
}

interface TypedParameter {
  readonly "~given": unknown;
  readonly "~received": unknown;
}

/** Writes and reads a parameter in each of its places. */
export interface ParameterTexts {
  /** A value as the texts that stand for it, refinements checked; none for an absent one. */
  readonly write: (value: unknown) => readonly string[] | Issue;
  /** A value as what it adds to a query: `&tag=a&tag=b`; see `writeQuery`. */
  readonly writeQuery: (name: string, value: unknown) => string | Issue;
  /** A value as a header field; see `writeLine`. */
  readonly writeLine: (name: string, value: unknown) => string | Issue | undefined;
  /** The value of an answer's header field; see `readLine`. */
  readonly readLine: (headers: Headers, name: string) => unknown;
}

/** What a parameter type is at run time. */
export interface ParameterData extends ParameterTexts {
  /** What it is called in messages and documents: `integer`. */
  readonly kind: string;
  /** Text to value; an `Issue` for text that is none. */
  readonly decode: (text: string) => unknown;
  /** Value to text; an `Issue` for a value the server would refuse. */
  readonly encode: (value: unknown) => string | Issue;
  /** May be left out. */
  readonly optional: boolean;
  /** What stands for an absent one; a boxed value, since `undefined` may be one. */
  readonly fallback: { readonly value: unknown } | undefined;
  /** Set for lists: how many, and how they stand in the query. */
  readonly list: ListStyle | undefined;
  /** Refinements of the decoded value, in order; synchronous. */
  readonly checks: readonly AnySchema[];
  readonly description: string | undefined;
  /** Bounds, options and the like, for documents. */
  readonly constraints: object;
}

/** How a list stands in a query or header. */
export interface ListStyle {
  readonly style: "repeat" | "comma";
  readonly min: number;
  readonly max: number;
  /** The type of one element, where it was given; `verify` looks at it. */
  readonly element?: unknown;
  readonly codec: ListCodec;
}

/** Writes and reads lists. */
export interface ListCodec {
  /** A list as the texts of its elements. */
  readonly encode: (type: AnyParameter, value: unknown) => readonly string[] | Issue;
  /** Texts as a list. */
  readonly decode: (type: AnyParameter, texts: readonly string[]) => unknown;
  /** The issue with texts that would not arrive as they are as the elements of a header. */
  readonly refusedLine: (texts: readonly string[]) => Issue | undefined;
  /** The elements of a header as its receiver reads them (RFC 9110 5.6.1). */
  readonly elementsOf: (line: string) => readonly string[];
}

/** Says why a parameter type rejects a text or a value. */
export class Issue {
  declare readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** Makes the return value of a `decode` that rejects its text. The client gets the message. */
export function issue(message: string): Issue {
  return new Issue(message);
}

/** A schema that knows both directions by itself: a zod codec. */
export interface TwoWaySchema<Output = unknown> extends AnySchema {
  readonly _zod: {
    readonly output: Output;
    readonly def: { readonly reverseTransform: (...given: never) => unknown };
  };
}

/** What stands in a place for parameters. */
export type ParameterLike = AnyParameter | TwoWaySchema;

/** Parameter types by name, as `.parameters({ … })` takes them. */
export interface ParameterRecord {
  readonly [name: string]: ParameterLike;
}

/** Parameter types by name, as an endpoint has them. */
export interface ParameterParts {
  readonly [name: string]: ParameterLike;
}

/** Anything by name. */
export interface Named {
  readonly [name: string]: unknown;
}

/**
 * `unknown` where each name has a parameter type of its own, a sentence where one has none. It is
 * a constraint on `R` and not the parameter's type, so that `R` stays the object that was written.
 */
export type ParameterCheck<R, Existing> = [R] extends [ParameterRecord]
  ? keyof Existing extends never
    ? unknown
    : EachParameterCheck<R, Existing>
  : [R] extends [AnySchema]
    ? ParameterSentences["wholeSchema"]
    : EachParameterCheck<R, Existing>;
/** Each parameter type by name, or a sentence in its place. */
export type EachParameterCheck<R, Existing> = {
  readonly [Name in keyof R]: Name extends keyof Existing
    ? ParameterSentences["twice"]
    : R[Name] extends ParameterLike
      ? R[Name]
      : NoParameter<R[Name]>;
};

/** What to say of something that is no parameter type. Some schemas can be called. */
export type NoParameter<T> = T extends (...given: never) => unknown
  ? ParameterSentences[T extends AnySchema ? "oneWay" : "notCalled"]
  : ParameterSentences["oneWay"];

/** What the client gives for one parameter. */
export type ParameterGiven<T> = T extends TypedParameter
  ? T["~given"]
  : T extends TwoWaySchema
    ? T["_zod"]["output"]
    : never;

/** What the handler gets for one parameter. */
export type ParameterReceived<T> = T extends TypedParameter
  ? T["~received"]
  : T extends TwoWaySchema
    ? T["_zod"]["output"]
    : never;

interface Omissible {
  readonly "~presence": "optional" | "list";
}

/** The names a caller must give. */
export type RequiredNames<R> = {
  [Name in keyof R]: R[Name] extends Omissible ? never : Name;
}[keyof R];

/** The values that a client gives for a record of parameter types. */
export type ParametersGiven<R> = {
  readonly [Name in keyof R]?: ParameterGiven<R[Name]>;
} & {
  readonly [Name in RequiredNames<R>]: Present;
};
// What is given is not left out: neither `undefined`.
type Present = {} | null;

/** The values that a handler gets for a record of parameter types. */
export type ParametersReceived<R> = { readonly [Name in keyof R]: ParameterReceived<R[Name]> };
