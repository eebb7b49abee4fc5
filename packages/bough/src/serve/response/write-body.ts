// How the body of a response is written. Its plan, computed once, has the representations and what the schemas make of
// values. A codec writes a value; a part of the server writes a kind of body that no codec writes.
import {
  representationsOf,
  mediaTypesOf,
  type Representation,
  type BodyTypes,
  type EndpointTypes,
  type ReaderFor,
} from "../request/representation.ts";
import type { Codec } from "../../shared/codec/codec.ts";
import type { ResponseData } from "../../declare/endpoint/endpoint.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import { nameOf, parseMediaType } from "../../shared/http/media-type.ts";
import { encoderOf } from "../../shared/schema/two-way.ts";
import { outputOf, type Output, type StrippedResult } from "../../shared/schema/validate.ts";
import type { AnySchema, StandardResult } from "../../shared/schema/standard-schema.ts";
import type { RespondOptions, ServerCall } from "../handler/call.ts";
import { finish, type RawHeaders } from "./write-headers.ts";
import { NOSNIFF, VARY_BY_ACCEPT, type Answer } from "../exchange/answer.ts";
import type { BodyKind } from "../../declare/body/body.ts";
import type { ParameterParts } from "../../declare/parameter/parameter.ts";
import {
  HandlerError,
  keptDespiteSchema,
  refusedBySchema,
  type FaultSubject,
} from "../handler/handler-error.ts";

/** Returns the headers that `respond` and `fail` have given, and those of their other options. */
export type GivenHeaders = (
  options: Pick<RespondOptions, "headers" | "cookies" | "link">,
  of: ResponseData | "failure" | undefined,
) => RawHeaders | undefined;

/** The parts of a route that writing needs. */
export interface ResponseRules {
  readonly endpoint: AnyEndpoint;
  readonly codecs: readonly Codec[];
  /** A schema that only the server has. It replaces the declared one. */
  readonly schema: AnySchema | undefined;
  /** Whether responses are validated, and sent as the schema outputs them. */
  readonly validateResponses: boolean;
  /** Write bodies without a codec, by their kind. */
  readonly writers: Writers;
  /** Make headers of complete content. */
  readonly contents: readonly DescribeContent[];
  /** Makes headers of the other options of `respond` and `fail`; `undefined` if no part does. */
  readonly given: GivenHeaders | undefined;
  /** Whether the error format of the root writes the declared failures. */
  readonly writesFailures: boolean;
  /** `undefined` without a schemas file. */
  readonly types?: EndpointTypes | undefined;
}

type PlanRules = Pick<
  ResponseRules,
  "endpoint" | "schema" | "codecs" | "validateResponses" | "writers"
>;

/** A declared response or the body of a bare failure, with its plan. */
export interface ResponsePlan {
  readonly response: ResponseData;
  /** The status of an answer without its own. An answer of a range always has its own. */
  readonly status: number;
  /** Empty if there is no body. */
  readonly representations: readonly PlannedRepresentation[];
  readonly mediaTypes: readonly string[];
  /** Whether the headers depend only on the representation. */
  readonly isPlain: boolean;
}

/** A representation with its plan. */
export interface PlannedRepresentation extends Representation {
  /** Converts a value before it is encoded; `undefined` for no conversion. */
  readonly output: Output | undefined;
  /** `undefined` if the codec writes it. */
  readonly writer: BodyWriter | undefined;
  /** Its media type, if it is one of several. */
  readonly distinctType: string | undefined;
  /** The headers of complete content. */
  readonly fixed: readonly string[];
}

/** The conversion of values by a schema; `undefined` for none. */
export function sentBy(schema: AnySchema, validates: boolean): Output | undefined {
  // A two-way schema always encodes, because the client decodes.
  return validates || encoderOf(schema) !== undefined ? outputOf(schema) : undefined;
}

/** Plans a declared response. */
export function planOf(
  response: ResponseData,
  { endpoint, schema, codecs, validateResponses, writers }: PlanRules,
  types: BodyTypes | undefined,
): ResponsePlan {
  const possible = representationsOf(response.body, codecs, types);
  const vary = possible.length > 1 ? VARY_BY_ACCEPT : [];
  const representations = possible.map((one): PlannedRepresentation => {
    const outputOf = (by: AnySchema | undefined): Output | undefined =>
      by === undefined ? undefined : sentBy(by, validateResponses);
    const output = outputOf(schema ?? one.schema);
    return {
      ...one,
      output,
      distinctType: possible.length > 1 ? one.mediaType && nameOf(one.mediaType) : undefined,
      writer: writers[one.kind]?.writer?.(one, { output, outputOf }),
      fixed: ["content-type", one.mediaType ?? "", ...NOSNIFF, ...vary],
    };
  });
  return {
    response,
    status: response.status === "2XX" ? 200 : response.status,
    representations,
    mediaTypes: mediaTypesOf(representations) ?? [],
    isPlain: isEmpty(response.headers) && isEmpty(endpoint.cookies),
  };
}

/** The plan for a status, else for its range. Without a status: the only one. */
export function planFor(
  plans: readonly ResponsePlan[],
  status: number | undefined,
): ResponsePlan | undefined {
  const [only, more] = plans;
  if (status === undefined) {
    return more === undefined && only?.response.status !== "2XX" ? only : undefined;
  }
  const inRange = Number.isInteger(status) && status >= 200 && status <= 299;
  return (
    plans.find(({ response }) => response.status === status) ??
    plans.find(({ response }) => inRange && response.status === "2XX")
  );
}

/** The representation that a handler names by its media type, which overrides `Accept` (RFC 9110 12.5.1). */
export function representationNamed(
  { representations }: ResponsePlan,
  name: string,
): PlannedRepresentation | undefined {
  const found = representations.find(({ mediaType }) => mediaType && nameOf(mediaType) === name);
  const open = representations.find(({ mediaType }) => mediaType === undefined);
  return found ?? (open && parseMediaType(name) && { ...open, mediaType: name });
}

function isEmpty(parts: object): boolean {
  return Object.keys(parts).length === 0;
}

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
  const added = by.flatMap((describe) => describe(content, mediaType));
  const names = new Set(added.filter((_, at) => at % 2 === 0));
  const { headers } = answer;
  const kept = headers.filter((_, at) => !names.has((headers[at - (at % 2)] ?? "").toLowerCase()));
  return { ...answer, headers: [...kept, ...added] };
}

/**
 * Encodes a value. A codec may be any library: if it throws, or returns neither text nor bytes, the value is at fault,
 * so this throws `HandlerError`.
 */
export function encoded(
  codec: Codec | undefined,
  value: unknown,
  where: FaultSubject,
): string | Uint8Array {
  let fault = "the codec gave neither text nor bytes";
  try {
    const body: unknown = codec?.encode(value);
    if (typeof body === "string" || body instanceof Uint8Array) {
      return body;
    }
  } catch (error) {
    fault = error instanceof Error ? error.message : "the codec threw";
  }
  throw new HandlerError("unencodable-response", where, `the value cannot be encoded: ${fault}`);
}

/** The output of a schema, without undeclared members. Throws `HandlerError` if the schema refuses the value. */
export function sentValue(
  result: StandardResult<unknown> & Partial<Pick<StrippedResult, "misfits">>,
  what: string,
  call: ServerCall,
): unknown {
  if (result.issues !== undefined) {
    throw refusedBySchema(call.endpoint, what, result.issues);
  }
  if (result.misfits !== undefined) {
    call["~scope"].onError(keptDespiteSchema(call.endpoint, what, result.misfits), call);
  }
  return result.value;
}
