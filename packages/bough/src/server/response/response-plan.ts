// What is worked out once for a declared response: how it may be sent, and what is sent of a
// value.
import { representationsOf, mediaTypesOf } from "../request/representation.ts";
import type { Representation } from "../request/representation.ts";
import type { BodyTypes, EndpointTypes } from "../request/body-types.ts";
import type { Codec } from "../../codec/codec.ts";
import type { ResponseData } from "../../declaration/endpoint/endpoint.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import { outputOf } from "../../schema/output.ts";
import type { Output } from "../../schema/output.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import { encoderOf } from "../../schema/two-way.ts";
import { NOSNIFF, VARY_BY_ACCEPT } from "../exchange/answer.ts";

/** What a route needs to know to write its answers. */
export interface ResponseRules {
  readonly endpoint: AnyEndpoint;
  readonly codecs: readonly Codec[];
  /** Validation that stays on the server, in place of the declared schema. */
  readonly schema: AnySchema | undefined;
  /** Whether responses are validated, and sent as the schema gives them. */
  readonly validateResponses: boolean;
  /** Whether cookies are `Secure` by default. */
  readonly secureCookies: boolean;
  /** `undefined` without a schemas file. */
  readonly types?: EndpointTypes | undefined;
}

/** A declared response or the body of a bare failure, prepared. */
export interface ResponsePlan {
  readonly response: ResponseData;
  /** None where there is no body. */
  readonly representations: readonly PlannedRepresentation[];
  readonly mediaTypes: readonly string[];
  /** Whether its headers are those of its representation, whatever the request says. */
  readonly isPlain: boolean;
}

/** A way to send it. */
export interface PlannedRepresentation extends Representation {
  /** What is sent of a value; `undefined` where that is the value. */
  readonly output: Output | undefined;
  /** The headers of content that is there as a whole. */
  readonly fixed: readonly string[];
}

/** What is sent of a value by its schema; `undefined` for the value itself. */
export function sentBy(schema: AnySchema, validates: boolean): Output | undefined {
  // What is encoded is encoded in any case: its receiver decodes it.
  return validates || encoderOf(schema) !== undefined ? outputOf(schema) : undefined;
}

/** Prepares a declared response. */
export function planOf(
  response: ResponseData,
  { endpoint, schema, codecs, validateResponses }: Omit<ResponseRules, "secureCookies" | "types">,
  types: BodyTypes | undefined,
): ResponsePlan {
  const possible = representationsOf(response.body, codecs, types);
  const vary = possible.length > 1 ? VARY_BY_ACCEPT : [];
  const representations = possible.map((one): PlannedRepresentation => {
    const declared = schema ?? one.schema;
    return {
      ...one,
      output: declared === undefined ? undefined : sentBy(declared, validateResponses),
      fixed: ["content-type", one.mediaType ?? "", ...NOSNIFF, ...vary],
    };
  });
  return {
    response,
    representations,
    mediaTypes: mediaTypesOf(representations) ?? [],
    isPlain: isEmpty(response.headers) && isEmpty(endpoint.cookies),
  };
}

function isEmpty(parts: object): boolean {
  return Object.keys(parts).length === 0;
}
