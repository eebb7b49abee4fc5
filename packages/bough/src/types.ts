// The types that TypeScript writes into the .d.ts files of a project for inferred types of declarations,
// calls and results. You do not write their names, except with `isolatedDeclarations`.
export type { RequestCall } from "./client/create-client.ts";
export type { CallResult, ResultAccessors } from "./client/result.ts";
export type {
  NoRequest,
  OptionalBody,
  TypedBody,
  BySchema,
  UncheckedBody,
  NoBody,
  UncheckedSchema,
} from "./declaration/body/body.ts";
export type { None } from "./internal/record.ts";
export type {
  ConditionalRead,
  ConditionalWrite,
  ReadCall,
  Tagged,
  TaggedCall,
} from "./declaration/endpoint/conditional.ts";
export type {
  Bare,
  DeclaredResponse,
  Idempotent,
  Returns,
  WithChoice,
  WithConditional,
  WithCookies,
  WithFact,
  WithKey,
  WithHeaders,
  WithMeta,
  WithOptionalRequest,
  WithParameters,
  WithRequest,
  WithSecurity,
} from "./declaration/endpoint/definition.ts";
export type {
  EndpointDeclaration,
  PagedDeclaration,
  ResponseData,
} from "./declaration/endpoint/endpoint.ts";
export type { AnyPagedResponse, PagedResponse } from "./declaration/endpoint/paging.ts";
export type {
  BareDetail,
  DetailWithBody,
  DetailWithHeaders,
  NoDetail,
} from "./declaration/failure/failure.ts";
export type {
  HeadersOf,
  Negotiated,
  NegotiatedEndpoint,
  ParametersOf,
  ReceivedFailureResponse,
  ReceivedFailure,
  FailuresOf,
  NoReceivedResponse,
  ReceivedResponse,
} from "./declaration/endpoint/infer.ts";
export type {
  Callable,
  AffixedShape,
  DynamicShape,
  ResourceNode,
  Resource,
  RootShape,
  StaticShape,
  View,
} from "./declaration/tree/resource-node.ts";
export type {
  Below,
  WithIds,
  Inherited,
  NoPosition,
  Plain,
} from "./declaration/endpoint/position.ts";
export type { InFormat } from "./declaration/failure/error-body.ts";
export type { FormatPaths, AnyErrorFormat } from "./declaration/failure/error-format.ts";
export type {
  Inheriting,
  InheritingErrors,
  InheritingRejections,
} from "./declaration/tree/resource-options.ts";
export type { BoundTo, OpenIds } from "./declaration/tree/slash.ts";
export type { NoCookies } from "./declaration/parameter/cookie.ts";
export type { Keyed } from "./server/call/routed-node.ts";
export type { HandlerIn, HandlerWith, SecuredHandler } from "./server/call/handler-types.ts";
export type { Taking } from "./declaration/security/scheme.ts";
export type { Sequence } from "./codec/byte-stream.ts";
export type { OneOfBodies } from "./declaration/body/alternatives.ts";
export type { Unbound, UrlArguments } from "./declaration/tree/address-types.ts";
export type {
  BytesBody,
  StreamBody,
  StreamedContent,
  WholeContent,
} from "./bodies/binary/declared.ts";
export type { EventsBody } from "./bodies/events/declared.ts";
export type {
  GivenNamedEvent,
  NamedEventsBody,
  ReceivedNamedEvent,
} from "./bodies/events/declared-named.ts";
export type { CodecBody } from "./bodies/json/declared.ts";
export type { JsonLinesBody } from "./bodies/json-lines/declared.ts";
export type { BodyPart } from "./bodies/multipart/declared-part.ts";
export type {
  FilePart,
  BufferedMultipartBody,
  BufferedParts,
  MultipartBody,
  ReceivedParts,
  WholeForm,
} from "./bodies/multipart/declared.ts";
export type { ObjectParameter } from "./declaration/parameter/object.ts";
export type { RecordParameter } from "./declaration/parameter/record.ts";
export type { UntypedEndpoint } from "./declaration/tree/placed-endpoint.ts";
export type { AllOf, Anonymous, AnySecurity } from "./declaration/security/security.ts";
export type { Directions, TwoWay } from "./schema/two-way.ts";
export type { AnyAccept, CallOptions, ChosenArguments } from "./client/request-arguments.ts";
export type { AnyAuthenticator } from "./server/parts/security/authenticate.ts";
export type { RoutesBelow } from "./server/routes.ts";
export type { SecuredPosition } from "./server/call/view-position.ts";
