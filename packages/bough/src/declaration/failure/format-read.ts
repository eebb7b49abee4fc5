// Reads an answer in the error format of a root. An error format refers to this function, so a client without one does
// not bundle it. The server's counterpart is server/parts/error-formats/error-format.ts.
import type { DecodeError } from "../../codec/codec.ts";
import type { Received } from "../../reception/received.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { AnyBody, ClientFormat } from "../body/body-format.ts";
import { formatsOf } from "../body/declared-body.ts";
import { valueAt } from "./error-path.ts";
import { fieldsOf, type FailureAnswer } from "./failure-read.ts";

/** An error format as data. */
export interface ErrorFormatData {
  readonly body: AnyBody | AnySchema;
  /** `error.code`; `undefined` if failures are told apart by their status. */
  readonly code: string | undefined;
  readonly data: string | undefined;
}

/** The formats of an error format, for a client. Content without a code is not in the format. */
export function errorFormats({ body, code, data }: ErrorFormatData): Partial<ClientFormat>[] {
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
          const read = await answer
            .resultOf({}, own)
            .catch((error: { readonly cause?: Partial<DecodeError> }) => {
              // Content of another format comes from another server. An invalid member is an error.
              if (error.cause?.pointer) {
                throw error;
              }
              return undefined;
            });
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
