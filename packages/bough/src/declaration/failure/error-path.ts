// Paths into an error format, `error.code`, in types and in values: at most four names or indexes with dots between
// them.
import type { ErrorFormatSentences } from "../../internal/type-error.ts";
import type { IsAny } from "../../internal/identity.ts";
import type { JsonCheck } from "../../schema/json-type.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { SchemaSent } from "../../schema/two-way.ts";
import type { AnyBody, BodyKind } from "../body/body-format.ts";

/** `B` if an error format can have this body or schema, else a sentence. */
export type ErrorsBody<B> = B extends AnyBody
  ? BodyKind extends B["~body"]
    ? B
    : B extends JsonBody
      ? B
      : ErrorFormatSentences["body"]
  : B extends AnySchema
    ? JsonCheck<SchemaSent<B>, B>
    : ErrorFormatSentences["body"];
interface JsonBody {
  readonly "~body": "codec";
  readonly "~mediaType": "application/json" | `${string}+json`;
}

/** `Path` if it leads to a text or a number in `T`, else a sentence. */
export type CodePath<T, Path extends string> =
  PathFault<T, Path> extends never ? CodeCheck<PathValue<T, Path>, Path> : PathFault<T, Path>;
type CodeCheck<Value, Path> =
  IsAny<Value> extends true
    ? Path
    : unknown extends Value
      ? Path
      : [Extract<Value, string | number>] extends [never]
        ? ErrorFormatSentences["code"]
        : Path;

/** `Path` if it leads to an object in `T`, else a sentence. */
export type DataPath<T, Path extends string> =
  PathFault<T, Path> extends never ? DataCheck<PathValue<T, Path>, Path> : PathFault<T, Path>;
type DataCheck<Value, Path> =
  IsAny<Value> extends true
    ? Path
    : [Value] extends [string | number | boolean | readonly unknown[]]
      ? ErrorFormatSentences["data"]
      : Path;

/**
 * The type at a path.
 *
 * `PathValue<{ error: { code: string } }, "error.code">` is `string`.
 */
export type PathValue<T, Path extends string> = Path extends `${infer Step}.${infer Rest}`
  ? PathValue<StepValue<NonNullable<T>, Step>, Rest>
  : Present<StepValue<NonNullable<T>, Path>>;
// The compiler makes `{}` of `NonNullable<unknown>`.
type Present<T> = unknown extends T ? T : NonNullable<T>;

// The sentence for a path that is not in `T`; `never` for a sound one. `Steps` has an element for each step before.
type PathFault<T, Path extends string, Steps extends readonly unknown[] = []> = string extends Path
  ? ErrorFormatSentences["path"]
  : Steps["length"] extends 4
    ? ErrorFormatSentences["steps"]
    : IsAny<T> extends true
      ? ErrorFormatSentences["open"]
      : Path extends `${infer Step}.${infer Rest}`
        ? StepFault<NonNullable<T>, Step> extends never
          ? PathFault<StepValue<NonNullable<T>, Step>, Rest, [...Steps, Step]>
          : StepFault<NonNullable<T>, Step>
        : StepFault<NonNullable<T>, Path>;
type StepFault<T, Step extends string> = [T] extends [never]
  ? ErrorFormatSentences["path"]
  : [T, Step] extends [readonly unknown[], `-${string}`]
    ? ErrorFormatSentences["path"]
    : Step extends keyof Members<T>
      ? never
      : string extends keyof T
        ? ErrorFormatSentences["open"]
        : ErrorFormatSentences["path"];
type StepValue<T, Step extends string> = Step extends keyof Members<T> ? Members<T>[Step] : never;

// What a step can name: the index of a list, or a declared member. An index signature does not count.
type Members<T> = T extends readonly unknown[]
  ? number extends T["length"]
    ? { readonly [Index in `${bigint}`]: T[number] }
    : { readonly [Index in Extract<keyof T, `${bigint}`>]: T[Index] }
  : {
      readonly [
        Key in keyof T as {} extends Readonly<Record<Key, 1>> ? never : `${Key & (string | number)}`
      ]: T[Key];
    };

/** The value at a path; `undefined` if there is none. Only own members count. */
export function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const step of path.split(".")) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the object has the member
    at = Object.hasOwn(Object(at), step) ? (at as Record<string, unknown>)[step] : undefined;
  }
  return at;
}
