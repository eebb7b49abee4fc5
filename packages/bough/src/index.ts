// Everything a declaration is written with, and the types of code over any endpoint.
// oxlint-disable-next-line unicorn/require-module-specifiers -- compilers then find bough/types for inferred types
export type {} from "./types.ts";
export type { Codec, DecodeLimits } from "./codec/codec.ts";
export { DecodeError } from "./codec/codec.ts";
export type { EventMessage } from "./codec/event-stream.ts";
export type { JsonOptions } from "./codec/json.ts";
export { AddressError } from "./declaration/tree/address-error.ts";
export { oneOfBodies } from "./declaration/body/alternatives.ts";
export { bytes, stream } from "./bodies/binary/declared.ts";
export { noBody, type } from "./declaration/body/body.ts";
export type { Body } from "./declaration/body/body.ts";
export { DeclarationError } from "./declaration/verify/declaration-error.ts";
export type { Fault } from "./declaration/verify/declaration-error.ts";
export type { Description } from "./declaration/endpoint/endpoint.ts";
export type { PagedName, PagedOptions } from "./declaration/endpoint/paging.ts";
export type { Day, Deprecation } from "./declaration/endpoint/deprecation.ts";
export { endpointAt } from "./declaration/endpoint-at.ts";
export type { EndpointMatch, QueryIssue } from "./declaration/endpoint-at.ts";
export { events } from "./bodies/events/declared.ts";
export type {
  EventsOptions,
  EventStream,
  EventInput,
  ReceivedEvent,
} from "./bodies/events/declared.ts";
export { namedEvents } from "./bodies/events/declared-named.ts";
export { errorFormat } from "./declaration/failure/error-format.ts";
export type { ErrorFormat } from "./declaration/failure/error-format.ts";
export { failure } from "./declaration/failure/failure.ts";
export type { AnyFailure, Failure, FailureOptions } from "./declaration/failure/failure.ts";
export type { StatusRange } from "./declaration/failure/status-range.ts";
export { form } from "./bodies/form/declared.ts";
export { hrefOf } from "./declaration/tree/href.ts";
export type {
  InferBody,
  InferCookies,
  InferFailure,
  InferHeaders,
  InferIds,
  InferItem,
  InferParameters,
  InferRequest,
  InferResponse,
  InferReturn,
  InferYield,
  TypedEndpoint,
} from "./declaration/endpoint/infer.ts";
export { body, json, plainText } from "./bodies/json/declared.ts";
export { jsonLines } from "./bodies/json-lines/declared.ts";
export { part } from "./bodies/multipart/declared-part.ts";
export { file, multipart } from "./bodies/multipart/declared.ts";
export type { FileContent as FileInput } from "./bodies/multipart/client-write.ts";
export type {
  FileOptions,
  MultipartOptions,
  UploadedFile,
  WholeFile,
} from "./bodies/multipart/declared.ts";
export { cookie } from "./declaration/parameter/cookie.ts";
export type { Cookie } from "./declaration/parameter/cookie.ts";
export type { CookieOptions } from "./http/cookie-field.ts";
export { either } from "./declaration/parameter/either.ts";
export { jsonText } from "./declaration/parameter/json-text.ts";
export { object } from "./declaration/parameter/object.ts";
export { record } from "./declaration/parameter/record.ts";
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
export type {
  Issue,
  Parameter,
  ParametersInput,
  ParametersOutput,
} from "./declaration/parameter/parameter.ts";
export type { AnyEndpoint, BoundEndpoint, Endpoint } from "./declaration/tree/placed-endpoint.ts";
export type { AnyResource } from "./declaration/tree/placement.ts";
export { dynamicResource, rootResource, staticResource } from "./declaration/tree/resource.ts";
export type { Dynamic, Root, Static } from "./declaration/tree/resource-node.ts";
export type { ResourceOptions } from "./declaration/tree/resource-options.ts";
export type { Segment } from "./declaration/endpoint/segment.ts";
export { bind, slash } from "./declaration/tree/slash.ts";
export { verify } from "./declaration/verify/verify.ts";
export { del, get, head, patch, post, put, query } from "./declaration/endpoint/verbs.ts";
export { endpointsOf, inspect, resourcesOf } from "./declaration/walk.ts";
export type { Inspection } from "./declaration/walk.ts";
export { apiKey } from "./declaration/security/api-key.ts";
export type { ApiKeyOptions } from "./declaration/security/api-key.ts";
export { basic, bearer, httpAuth } from "./declaration/security/http-auth.ts";
export type {
  BasicCredential,
  BasicOptions,
  BearerOptions,
  HttpAuthOptions,
} from "./declaration/security/http-auth.ts";
export { mutualTls } from "./declaration/security/mutual-tls.ts";
export type { ClientCertificate } from "./declaration/security/mutual-tls.ts";
export { oauth2, openIdConnect } from "./declaration/security/oauth2.ts";
export type { OAuthFlows, OAuthOptions, OpenIdOptions } from "./declaration/security/oauth2.ts";
export type { AnyScheme, Scheme, SchemeOptions } from "./declaration/security/scheme.ts";
export { allOf, anonymous } from "./declaration/security/security.ts";
export { twoWay } from "./schema/two-way.ts";
