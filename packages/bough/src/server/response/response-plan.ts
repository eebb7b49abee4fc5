// The plan of a declared response, computed once: its representations, and the schema output of values.
import { representationsOf, mediaTypesOf, type Representation } from "../request/representation.ts";
import type { BodyTypes, EndpointTypes } from "../request/body-types.ts";
import type { Codec } from "../../codec/codec.ts";
import type { ResponseData } from "../../declaration/endpoint/endpoint.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import { nameOf, parseMediaType } from "../../http/media-type.ts";
import { outputOf, type Output } from "../../schema/output.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { RespondOptions } from "../call/responded.ts";
import type { BodyWriter, DescribeContent, Writers } from "./body-writer.ts";
import type { RawHeaders } from "./encode-headers.ts";
import { encoderOf } from "../../schema/two-way.ts";
import { NOSNIFF, VARY_BY_ACCEPT } from "../exchange/answer.ts";

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
