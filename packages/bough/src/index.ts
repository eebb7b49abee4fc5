// Everything a declaration is written with, and the types of code over any endpoint.
// oxlint-disable-next-line unicorn/require-module-specifiers -- compilers then find bough/types for inferred types
export type {} from "./types.ts";
export type { Codec } from "./shared/codec/codec.ts";
export { bytes, stream } from "./bodies/binary/declared.ts";
export { noBody, type } from "./declare/body/body.ts";
export { events } from "./bodies/events/declared.ts";
export { failure } from "./declare/failure/failure.ts";
export type { AnyFailure } from "./declare/failure/failure.ts";
export { hrefOf } from "./declare/tree/href.ts";
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
} from "./declare/endpoint/infer.ts";
export type { InferItem } from "./facts/paging/declared.ts";
export { body, json, plainText } from "./bodies/json/declared.ts";
export { jsonLines } from "./bodies/json-lines/declared.ts";
export { part } from "./bodies/multipart/declared-part.ts";
export { file, multipart } from "./bodies/multipart/declared.ts";
export type { UploadedFile } from "./bodies/multipart/declared.ts";
export { cookie } from "./facts/cookies/declared.ts";
export { object } from "./declare/parameter/object.ts";
export { parameter } from "./declare/parameter/parameter-make.ts";
export type { ParameterCodec } from "./declare/parameter/parameter-make.ts";
export { list, segments } from "./declare/parameter/list.ts";
export { oneOf } from "./declare/parameter/one-of.ts";
export {
  bigint,
  boolean,
  date,
  dateTime,
  integer,
  number,
  string,
  uuid,
} from "./declare/parameter/parameter-types.ts";
export { issue } from "./declare/parameter/parameter.ts";
export type { AnyEndpoint, BoundEndpoint, AnyResource } from "./declare/tree/placement.ts";
export { dynamicResource, rootResource, staticResource } from "./declare/tree/resource.ts";
export type { Dynamic, Root, Static } from "./declare/tree/resource-node.ts";
export { bind, slash } from "./declare/tree/slash.ts";
export { del, get, patch, post, put, query } from "./declare/endpoint/verbs.ts";
export { apiKey, bearer } from "./facts/security/declared-schemes.ts";
export { anonymous } from "./facts/security/declared.ts";
export { twoWay } from "./shared/schema/two-way.ts";
export { DecodeError } from "./shared/codec/codec.ts";
export { AddressError } from "./declare/tree/address.ts";
export { DeclarationError } from "./declare/verify/declaration-error.ts";
export { verify } from "./declare/verify/verify.ts";
