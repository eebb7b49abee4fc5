// Whether a schema of `route` fits the declared body. If it does not, the result is a path such as
// `article.tagList`, `items[].id` or `byName[string]`. The walk ends at six levels, because types may be
// recursive. A comparison of mapped types would miss differences inside lists.
import type { IsUnion } from "../../shared/internal/record.ts";
import type { RouteSentences, SchemaLacks, SchemaUnfit } from "../../shared/internal/type-error.ts";
import type { AnySchema, InferInput, InferOutput } from "../../shared/schema/standard-schema.ts";

/** `S` if it accepts every declared request body; otherwise a sentence. */
export type RequestSchema<Declared, S extends AnySchema> =
  QuickFit<Declared, InferInput<S>> extends true
    ? S
    : [Misfit<Declared, InferInput<S>>] extends [never]
      ? [Lacking<Declared, InferInput<S>>] extends [never]
        ? S
        : SchemaLacks<First<Lacking<Declared, InferInput<S>>>>
      : SchemaUnfit<RouteSentences["request"], First<Misfit<Declared, InferInput<S>>>>;

/** `S` if it gives the whole declared response body; otherwise a sentence. */
export type ResponseSchema<Declared, S extends AnySchema> =
  QuickFit<Declared, InferOutput<S>> extends true
    ? S
    : [Misfit<InferOutput<S>, Declared>] extends [never]
      ? [Lacking<Declared, InferOutput<S>>] extends [never]
        ? S
        : SchemaLacks<First<Lacking<Declared, InferOutput<S>>>>
      : SchemaUnfit<RouteSentences["response"], First<Misfit<InferOutput<S>, Declared>>>;

// A schema of anything, or of the declared type itself. This also covers type parameters, which a walk cannot compare.
type QuickFit<Declared, Known> =
  (<T>() => T extends Declared ? 1 : 2) extends <T>() => T extends Known ? 1 : 2
    ? true
    : unknown extends Known
      ? true
      : false;

/** The path of a member that `Declared` has and `Known` lacks; `never` if there is none. */
type Lacking<Declared, Known, Levels extends Level = 6> =
  QuickFit<Declared, Known> extends true
    ? never
    : unknown extends Declared
      ? never
      : Declared extends Leaf
        ? never
        : Declared extends readonly (infer Item)[]
          ? PathOf<"[]", Lacking<Item, ItemOf<Known>, BelowList<Item, Levels>>>
          : Levels extends 0
            ? never
            : LackingMember<Declared, Like<Declared, Known>, Levels>;

type Scalar = string | number | boolean | bigint | symbol | null | undefined;
type Leaf = Scalar | ((...given: never) => unknown) | (abstract new (...given: never) => unknown);
type List = readonly unknown[];
type Flat = Scalar | readonly Scalar[];

type Level = 0 | 1 | 2 | 3 | 4 | 5 | 6;
type Deeper = [never, 0, 1, 2, 3, 4, 5];
// A list is not a level, except a list of lists, which may be recursive.
type BelowList<Item, Levels extends Level> =
  Extract<Item, List> extends never ? Levels : Deeper[Levels];

type ItemOf<T> = T extends readonly (infer Item)[] ? Item : never;

// The members of a union through which a value of `Declared` may be read; without a name, anything.
type Like<Declared, Known> = Known extends Leaf | List
  ? never
  : keyof Known extends never
    ? unknown
    : [Declared] extends [Known]
      ? Known
      : [Known] extends [Declared]
        ? Known
        : never;

// Most bodies are objects of scalars, for which comparing the names is enough.
type LackingMember<Declared, Known, Levels extends Level> = unknown extends Known
  ? never
  : [Known] extends [never]
    ? never
    : keyof Declared extends NamesOf<Known>
      ? Declared[keyof Declared] extends Flat
        ? never
        : {
            [Name in keyof Declared]-?: PathOf<
              Name,
              Lacking<Declared[Name], ValueOf<Known, Name>, Deeper[Levels]>
            >;
          }[keyof Declared]
      : string extends keyof Declared
        ? [Declared] extends [Known]
          ? "[string]"
          : never
        : Text<Exclude<keyof Declared, NamesOf<Known>>>;
type NamesOf<T> = T extends unknown ? keyof T : never;
type ValueOf<T, Name> = T extends unknown ? (Name extends keyof T ? T[Name] : never) : never;

/**
 * The path where `Source` cannot be assigned to `Target`; "" for the whole type, `never` if it can. Unlike
 * the compiler, it accepts an interface for an index signature, and a readonly list for a list.
 */
type Misfit<Source, Target, Levels extends Level = 6> = [Source] extends [Target]
  ? never
  : [Extract<Source, Leaf>] extends [Target]
    ? EachMisfit<Exclude<Source, Leaf>, Exclude<Target, Leaf>, Levels>
    : "";

type EachMisfit<Source, Target, Levels extends Level> = Source extends unknown
  ? [Source] extends [Target]
    ? never
    : true extends Takes<Target, Source, Levels>
      ? never
      : IsUnion<Target> extends true
        ? ""
        : MemberMisfit<Source, Target, Levels>
  : never;
type Takes<Target, Source, Levels extends Level> = Target extends unknown
  ? [MemberMisfit<Source, Target, Levels>] extends [never]
    ? true
    : false
  : never;

type MemberMisfit<Source, Target, Levels extends Level> = Levels extends 0
  ? ""
  : Source extends readonly (infer Given)[]
    ? Target extends readonly (infer Taken)[]
      ? number extends Target["length"]
        ? PathOf<"[]", Misfit<Given, Taken, BelowList<Given, Levels>>>
        : ""
      : ""
    : Source extends object
      ? Target extends List
        ? ""
        : keyof Source & keyof Target extends never
          ? ""
          : {
              [Name in keyof Target]-?: string extends Name
                ? OtherMisfit<Source, Target, Levels>
                : Name extends keyof Source
                  ? {} extends Pick<Source, Name>
                    ? {} extends Pick<Target, Name>
                      ? PathOf<Name, Misfit<Source[Name], Target[Name], Deeper[Levels]>>
                      : Text<Name>
                    : PathOf<Name, Misfit<Source[Name], Target[Name], Deeper[Levels]>>
                  : {} extends Pick<Target, Name>
                    ? never
                    : Text<Name>;
            }[keyof Target]
      : "";
// Members that only the index signature accepts.
type OtherMisfit<Source, Target, Levels extends Level> = {
  [Name in keyof Source]-?: Name extends LiteralNames<Target>
    ? never
    : PathOf<
        Name,
        Misfit<Exclude<Source[Name], undefined>, Target[keyof Target & string], Deeper[Levels]>
      >;
}[keyof Source];
type LiteralNames<T> = keyof {
  [Name in keyof T as string extends Name ? never : number extends Name ? never : Name]: unknown;
};

type PathOf<Name, Rest> = Rest extends string
  ? Rest extends "" | `[${string}`
    ? `${Text<Name>}${Rest}`
    : `${Text<Name>}.${Rest}`
  : never;
type Text<Name> = Name extends string | number
  ? string extends Name
    ? "[string]"
    : number extends Name
      ? never
      : `${Name}`
  : never;

/** One of several paths: the first one, if the compiler keeps their order. */
type First<Path, Left extends Level = 6> = Left extends 0
  ? Last<Path>
  : [Exclude<Path, Last<Path>>] extends [never]
    ? Last<Path>
    : First<Exclude<Path, Last<Path>>, Deeper[Left]>;
// From functions with one parameter each, the compiler infers the last one.
type Last<Path> = (Path extends unknown ? (one: (path: Path) => void) => void : never) extends (
  all: infer All,
) => void
  ? All extends (path: infer Chosen) => void
    ? Chosen
    : never
  : never;
