// How a kind of body is written that no codec writes. The parts of a server have one for each such kind.
import type { BodyKind } from "../../declaration/body/body.ts";
import type { ParameterParts } from "../../declaration/parameter/parameter.ts";
import type { Output } from "../../schema/output.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { ServerCall } from "../call/call.ts";
import type { RespondOptions } from "../call/responded.ts";
import type { Answer } from "../exchange/answer.ts";
import type { ReaderFor } from "../request/body-reader.ts";
import type { Representation } from "../request/representation.ts";
import { finish } from "./finish-answer.ts";
import type { RawHeaders } from "./encode-headers.ts";

/** A value to write, and its answer. */
export interface GivenContent {
  readonly status: number;
  /** The declared headers. */
  readonly declared: ParameterParts;
  readonly value: unknown;
  readonly call: ServerCall;
  readonly headers: RawHeaders | undefined;
  /** The options of `respond`. */
  readonly options?: RespondOptions | undefined;
}

/** Writes the bodies of one representation; throws `HandlerError` for values of another kind. */
export interface BodyWriter {
  /** Whether it converts the items of a sequence itself. Otherwise the value is converted before. */
  readonly convertsItems?: boolean;
  /** `mediaType` is `undefined` if the value has it. */
  readonly write: (
    content: GivenContent,
    mediaType: string | undefined,
  ) => Answer | Promise<Answer>;
}

/** What the schemas of a response make of its values. */
export interface OutputRules {
  readonly output: Output | undefined;
  /** The conversion of values by another schema. */
  readonly outputOf: (schema: AnySchema | undefined) => Output | undefined;
}

/** Makes the writer of a representation, once for each response. */
export type WriterFor = (way: Representation, rules: OutputRules) => BodyWriter;

/** The writers by the kind of body. Codecs write all others. */
export type Writers = Readonly<Partial<Record<BodyKind, { readonly writer?: WriterFor }>>>;

/** The server's half of a kind of body. */
export interface ServerBody {
  readonly reader?: ReaderFor;
  readonly writer?: WriterFor;
  /** The request headers on which a response depends, in lower case. */
  readonly reads?: readonly string[];
  /** The response headers that the writer sets, in lower case. */
  readonly writes?: readonly string[];
}

/** An answer with this body. Ends the source of a stream if the headers cannot be sent. */
export function answerOf(
  { status, declared: headers, call, headers: given }: GivenContent,
  fixed: readonly string[],
  body: Answer["body"],
): Answer {
  try {
    return finish({ status, headers, given, fixed, body }, call);
  } catch (error) {
    // The answer is not sent, so nobody else would end its source.
    if (body instanceof ReadableStream) {
      body.cancel(error).catch(() => undefined);
    }
    throw error;
  }
}

/** Makes headers of complete content. `mediaType` is that of one of several representations. */
export type DescribeContent = (
  content: GivenContent,
  mediaType: string | undefined,
) => readonly string[];

/** An answer with the headers that parts make of its content. */
export function described(
  answer: Answer,
  content: GivenContent,
  mediaType: string | undefined,
  by: readonly DescribeContent[],
): Answer {
  if (by.length === 0) {
    return answer;
  }
  const added = by.flatMap((describe) => describe(content, mediaType));
  const names = new Set(added.filter((_, at) => at % 2 === 0));
  const { headers } = answer;
  const kept = headers.filter((_, at) => !names.has((headers[at - (at % 2)] ?? "").toLowerCase()));
  return { ...answer, headers: [...kept, ...added] };
}
