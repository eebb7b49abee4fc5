// The error format of a root: its body, and where the code and the data of a failure are in it. The client's half is
// on the value, so that only clients of such a root bundle it. The server's half is in server/response/.
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { AnyBody, ClientFormat } from "../body/body-format.ts";
import type { Bodied, TypedBody } from "../body/body.ts";
import type { CodePath, DataPath, ErrorsBody, PathValue } from "./error-path.ts";
import { errorFormats, type ErrorFormatData } from "./format-read.ts";

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
