// Error formats: writes the rejections below a root, and its failures, in the body that the root declares, by the
// functions of `server.rejections` and `server.errors`.
import { errorsOf } from "../../../declaration/failure/error-format.ts";
import type { Answer } from "../../exchange/answer.ts";
import type { AnswerContext } from "../../exchange/answer-context.ts";
import { rejection } from "../../exchange/rejection.ts";
import { rejectionAnswer } from "../../response/rejection-answer.ts";
import { REJECTION_HEADER } from "./error-format.ts";
import type { PartSetup, ServerPart } from "../../routing/part.ts";
import type { ErrorFormats } from "./error-formats.ts";

/** Writes errors in the formats of roots. */
export function errorFormats(formats: ErrorFormats, setup: PartSetup): ServerPart {
  return {
    refuse: ({ endpoint }) => {
      const missing = formats.missing(endpoint);
      return (
        missing && [
          `is below a root that declares ${missing}, but no function writes them`,
          `call server.${missing}(api, (${missing.slice(0, -1)}) => …) before route`,
        ]
      );
    },
    endpoint: ({ endpoint }) =>
      errorsOf(endpoint["~endpoint"].rejections) && { writesFailures: true },
    occasional: () => (formats.isEmpty ? [] : [REJECTION_HEADER]),
    format: (answer, to) =>
      answer.unwritten === undefined
        ? formatted(answer, to, formats, setup)
        : failed(answer, to, formats, setup),
  };
}

function formatted(
  answer: Answer,
  to: AnswerContext,
  formats: ErrorFormats,
  { basePath, report, roots }: PartSetup,
): Answer {
  const { exchange, reached } = to;
  const { rejection: refused } = answer;
  if (refused === undefined || formats.isEmpty) {
    return answer;
  }
  const endpoint = reached?.endpoint;
  const format =
    endpoint === undefined
      ? formats.at(exchange.target, basePath, roots())
      : formats.of(endpoint["~endpoint"].parent);
  try {
    return format?.answer(answer, refused, exchange, endpoint) ?? answer;
  } catch (error) {
    report(error, to);
    return answer;
  }
}

// A failure that its root cannot write is a fault of the server, for which nothing but problem details is left.
function failed(
  answer: Answer,
  to: AnswerContext,
  formats: ErrorFormats,
  { report }: PartSetup,
): Answer {
  const { exchange, reached } = to;
  try {
    const format = reached && formats.of(reached.endpoint["~endpoint"].parent);
    if (format !== undefined && reached !== undefined && answer.unwritten !== undefined) {
      return format.fail(answer, answer.unwritten, exchange, reached.endpoint);
    }
  } catch (error) {
    report(error, to);
  }
  const broken = rejectionAnswer(rejection(500));
  exchange.notes?.answered(broken);
  return broken;
}
