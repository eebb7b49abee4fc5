// The error format of a root: its body, and where the code and the data of a failure are in it. The client's half is
// on the value, so that only clients of such a root bundle it.
import type { StatusRange } from "../../declare/failure/occurrence.ts";
import type { ErrorFormatSentences } from "../../shared/internal/type-error.ts";
import { valueAt, type IsAny } from "../../shared/internal/record.ts";
import type { JsonCheck } from "../../shared/schema/json-type.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import type { SchemaSent } from "../../shared/schema/two-way.ts";
import {
  formatsOf,
  unlessRefused,
  type AnyBody,
  type BodyKind,
  type ClientFormat,
} from "../../declare/body/body-format.ts";
import type { Received } from "../../shared/reception/received.ts";
import { fieldsOf, type FailureAnswer } from "../../declare/failure/failure-read.ts";
import type { Bodied, TypedBody } from "../../declare/body/body.ts";

/** A failure below a root with an error format. The member is optional, so that every failure is assignable. */
export interface InFormat<B> {
  /** Types only; absent at run time. */
  readonly "~errorBody"?: readonly [B];
}

/** The whole body of a failure in an error format; `unknown` if its root is not known. */
export type ErrorBodyOf<F> = F extends SentBare
  ? undefined
  : F extends NamedInFormat<infer B>
    ? B
    : unknown;
type SentBare =
  | { readonly "~detail": { readonly bare: true } }
  | { readonly name: `${bigint}` | StatusRange };
// With its name it is not a weak type: a failure without a format then has the body `unknown`.
interface NamedInFormat<B> extends InFormat<B> {
  readonly name: string;
}

/** `B` if an error format can have this body or schema, else a sentence. */
type ErrorsBody<B> = B extends AnyBody
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
type CodePath<T, Path extends string> =
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
type DataPath<T, Path extends string> =
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
type PathValue<T, Path extends string> = Path extends `${infer Step}.${infer Rest}`
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

/** An error format as data. */
export interface ErrorFormatData {
  readonly body: AnyBody | AnySchema;
  /** `error.code`; `undefined` if failures are told apart by their status. */
  readonly code: string | undefined;
  readonly data: string | undefined;
}

/** The formats of an error format, for a client. Content without a code is not in the format. */
function errorFormats({ body, code, data }: ErrorFormatData): Partial<ClientFormat>[] {
  return formatsOf(body).map((format) => {
    const codeOf = (received: unknown): unknown => code && valueAt(received, code);
    const choose = (received: Received): void => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- failures are read from the same object
      const answer = received as object as FormattedAnswer;
      const { response, call, resultOf } = answer;
      // The function of the server writes rejections as it likes.
      if (response.headers.has("bough-rejection")) {
        return;
      }
      answer.resultOf = async (headers, taken, ...more) => {
        const result = await resultOf(headers, taken, ...more);
        if (taken === own && code && !/^(string|number)$/.test(typeof codeOf(result.body))) {
          throw new TypeError("no code");
        }
        return result;
      };
      const named = call.endpoint.failures.filter(
        (one) => one.status === response.status && !one["~failure"].bare,
      );
      answer.formatted =
        named[0] &&
        (async () => {
          const read = await answer.resultOf({}, own).catch(unlessRefused);
          const errorBody = read?.body;
          const failure = named.find((one) => read && (!code || one.code === codeOf(errorBody)));
          const declared = failure?.["~failure"];
          return (
            failure &&
            declared &&
            resultOf(
              declared.headers,
              formatsOf(declared.body)[0],
              () => data && valueAt(errorBody, data),
              { ...fieldsOf(failure, response), errorBody },
            )
          );
        });
    };
    const own = { ...format, choose };
    return own;
  });
}

type FormattedAnswer = { -readonly [Name in keyof FailureAnswer]: FailureAnswer[Name] };

/** The body of all errors below a root, with the paths of a failure's code and data. */
export interface ErrorFormat<
  B extends TypedBody,
  Code extends string,
  Data extends string,
> extends AnyErrorFormat {
  /** Types only; absent at run time. */
  readonly "~body": B;
  /** Types only; absent at run time. */
  readonly "~paths": FormatPaths<Code, Data>;
}

/** The types of the two paths. A path that is left out is `never`. */
export interface FormatPaths<Code extends string, Data extends string> {
  readonly code: Code;
  readonly data: Data;
}

/** Any error format. */
export interface AnyErrorFormat {
  readonly "~errors": ErrorFormatData;
  /** The formats of its body, for a client. */
  readonly "~formats": readonly Partial<ClientFormat>[];
}

/** An error format with its types. */
export interface TypedErrorFormat extends AnyErrorFormat {
  readonly "~body": TypedBody;
  readonly "~paths": FormatPaths<string, string>;
}

/**
 * The type of the code in a format: that of its path if it takes every text, else text or a number, so that the
 * function of the server has to make a code of the format.
 */
export type CodeIn<F extends TypedErrorFormat> = [F["~paths"]["code"]] extends [never]
  ? string | number
  : string extends PathValue<F["~body"]["~received"], F["~paths"]["code"]>
    ? Extract<PathValue<F["~body"]["~received"], F["~paths"]["code"]>, string | number>
    : string | number;

/** The type of a failure's data in a format. */
export type DataIn<F extends TypedErrorFormat> = [F["~paths"]["data"]] extends [never]
  ? undefined
  : PathValue<F["~body"]["~received"], F["~paths"]["data"]> | undefined;

/**
 * Declares the error format of a root: `rootResource("v1", { errors: errorFormat(type<ApiError>(), { code:
 * "error.code", data: "error.details" }) }, { … })`. The body is a type, a Standard Schema or JSON. `code` is the path
 * of the failure's code, `data` that of its data, each of at most four names or indexes. Without `code`, the status
 * tells failures apart.
 */
export function errorFormat<
  B,
  const Code extends string = never,
  const Data extends string = never,
>(
  body: ErrorsBody<B>,
  paths?: {
    readonly code?: CodePath<Bodied<B>["~received"], Code>;
    readonly data?: DataPath<Bodied<B>["~received"], Data>;
  },
): ErrorFormat<Bodied<B>, Code, Data>;
export function errorFormat(
  body: AnyBody | AnySchema,
  { code, data }: { readonly code?: string; readonly data?: string } = {},
): AnyErrorFormat {
  const errors = Object.freeze({ body, code, data });
  return Object.freeze({ "~errors": errors, "~formats": Object.freeze(errorFormats(errors)) });
}

/** The error format, if this is one and not the body of rejections; for the parts that only a server has. */
export function errorsOf(
  declared: AnyBody | AnySchema | AnyErrorFormat | undefined,
): ErrorFormatData | undefined {
  return declared !== undefined && "~errors" in declared ? declared["~errors"] : undefined;
}

/** The body of an error format, or the body of rejections itself. */
export function bodyOfErrors(declared: AnyBody | AnySchema | AnyErrorFormat): AnyBody | AnySchema {
  return "~errors" in declared ? declared["~errors"].body : declared;
}
