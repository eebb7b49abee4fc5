// Everything a declaration is written with, and the types of code over any endpoint.
// oxlint-disable-next-line unicorn/require-module-specifiers -- compilers then find bough/types for inferred types
export type {} from "./types.ts";
export type { Codec } from "./codec/codec.ts";
export { bytes, stream } from "./bodies/binary/declared.ts";
export { noBody, type } from "./declaration/body/body.ts";
export { events } from "./bodies/events/declared.ts";
export { failure } from "./declaration/failure/failure.ts";
export type { AnyFailure } from "./declaration/failure/failure.ts";
export { hrefOf } from "./declaration/tree/href.ts";
export type {
  InferBody,
  InferCookies,
  InferFailure,
  InferHeaders,
  InferIds,
  InferParameters,
  InferRequest,
  InferResponse,
  InferReturn,
  InferYield,
  TypedEndpoint,
} from "./declaration/endpoint/infer.ts";
export type { InferItem } from "./facts/paging/declared.ts";
export { body, json, plainText } from "./bodies/json/declared.ts";
export { jsonLines } from "./bodies/json-lines/declared.ts";
export { part } from "./bodies/multipart/declared-part.ts";
export { file, multipart } from "./bodies/multipart/declared.ts";
export type { UploadedFile } from "./bodies/multipart/declared.ts";
export { cookie } from "./facts/cookies/declared.ts";
export { object } from "./declaration/parameter/object.ts";
export { parameter } from "./declaration/parameter/parameter-make.ts";
export type { ParameterCodec } from "./declaration/parameter/parameter-make.ts";
export { list, segments } from "./declaration/parameter/list.ts";
export { oneOf } from "./declaration/parameter/one-of.ts";
export {
  bigint,
  boolean,
  date,
  dateTime,
  integer,
  number,
  string,
  uuid,
} from "./declaration/parameter/parameter-types.ts";
export { issue } from "./declaration/parameter/parameter.ts";
export type { AnyEndpoint, BoundEndpoint, AnyResource } from "./declaration/tree/placement.ts";
export { dynamicResource, rootResource, staticResource } from "./declaration/tree/resource.ts";
export type { Dynamic, Root, Static } from "./declaration/tree/resource-node.ts";
export { bind, slash } from "./declaration/tree/slash.ts";
export { del, get, patch, post, put, query } from "./declaration/endpoint/verbs.ts";
export { apiKey, bearer } from "./facts/security/declared-schemes.ts";
export { anonymous } from "./facts/security/declared.ts";
export { twoWay } from "./schema/two-way.ts";
export { DecodeError } from "./codec/codec.ts";
export { AddressError } from "./declaration/tree/address.ts";
export { DeclarationError } from "./declaration/verify/declaration-error.ts";
export { verify } from "./declaration/verify/verify.ts";
