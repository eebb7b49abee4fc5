// Types alone. First those of annotations: the options of functions, and what callbacks take and give.
export type { CallOf, Fail } from "./serve/handler/call-types.ts";
export type { Fault } from "./declare/verify/declaration-error.ts";
export type { HandlerFault } from "./serve/handler/handler-error.ts";
export type { CallInfo, CallIssue, RejectionIssue } from "./call/call-error.ts";
export type {
  ClientAround,
  ClientExchange,
  Credential,
  HeaderRecord,
  RedirectedRequest,
  Redirects,
  RetryOptions,
} from "./call/client-options.ts";
export type { RequestArguments } from "./call/request-arguments.ts";
export type { PendingResult } from "./call/result.ts";
export type { DecodeLimits } from "./shared/codec/codec.ts";
export type { EventMessage } from "./shared/codec/event-stream.ts";
export type { JsonOptions } from "./shared/codec/json.ts";
export type { Body } from "./declare/body/body.ts";
export type { Description } from "./declare/endpoint/endpoint.ts";
export type { PagedName, PagedOptions } from "./facts/paging/declared.ts";
export type { Day, Deprecation } from "./facts/deprecation/declared.ts";
export type {
  EventsOptions,
  EventStream,
  EventInput,
  ReceivedEvent,
} from "./bodies/events/declared.ts";
export type { Failure, FailureOptions } from "./declare/failure/failure.ts";
export type { FileContent as FileInput } from "./bodies/multipart/client-write.ts";
export type { FileOptions, MultipartOptions, WholeFile } from "./bodies/multipart/declared.ts";
export type { Cookie } from "./facts/cookies/declared.ts";
export type { CookieOptions } from "./shared/http/cookie-field.ts";
export type {
  Issue,
  Parameter,
  ParametersInput,
  ParametersOutput,
} from "./declare/parameter/parameter.ts";
export type { Endpoint } from "./declare/tree/placement.ts";
export type { ResourceOptions } from "./declare/tree/resource-node.ts";
export type { Segment } from "./declare/endpoint/position.ts";
export type { ApiKeyOptions, BearerOptions } from "./facts/security/declared-schemes.ts";
export type { AnyScheme, Scheme, SchemeOptions } from "./facts/security/declared.ts";
export type { ContextServer, FetchServer } from "./serve/create-server.ts";
export type { RespondResult } from "./serve/handler/respond-types.ts";
export type { HostOptions, HostRoutes } from "./hosts/host-routes.ts";
export type { CorsOptions } from "./serve/parts/cors/cors-options.ts";
export type { Limits, RouteLimits } from "./serve/options/kernel-options.ts";
export type { TrailingSlashMismatch } from "./serve/options/base-path.ts";
export type { Observed, ObservedRequest, Observer } from "./serve/parts/observers/observe.ts";
export type { RequestIssue } from "./serve/exchange/rejection.ts";
export type { RouteOptions } from "./serve/options/route-options.ts";
export type { InferPrincipal } from "./serve/handler/principal.ts";
export type { AuthenticateCall, Authenticator } from "./facts/security/server-authenticate.ts";
export type {
  MemoryStoreOptions,
  IdempotencyStore,
  IdempotentRequest,
  StoredFailure,
  StoredResponse,
} from "./facts/idempotency/server-store.ts";
export type { IdempotencyOptions } from "./facts/idempotency/server.ts";
export type { RoutesOf } from "./serve/routes.ts";
export type {
  ErrorWriter,
  RejectCall,
  Rejected,
  RejectionWriter,
  WrittenError,
} from "./serve/handler/reject-call.ts";
export type { ErrorCall } from "./serve/parts/server-options.ts";
export type {
  HandlerResponse,
  AroundCall,
  AroundOptions,
  AuthorizeCall,
  GuardCall,
  GuardValues,
} from "./serve/handler/step-types.ts";
export type {
  BodySchema,
  BodySchemas,
  EndpointSchemas,
  JsonSchema,
} from "./shared/schema/extracted-schemas.ts";
export type {
  InProcessFetch,
  InProcessOptions,
  ResponseCookie,
  VisitorHeaders,
} from "./serve/in-process/in-process.ts";
export type { CredentialRequest } from "./facts/security/client.ts";
export type { RejectionOf } from "./call/is-rejection.ts";
export type { DeprecationNotice } from "./facts/deprecation/client.ts";
export type { PagedArguments, PageResult } from "./facts/paging/client.ts";
export type { UpdateEndpoints, UpdateOptions } from "./facts/conditional/client-update.ts";
export type { PortFetch } from "./call/port-fetch.ts";
export type { PortServer, ServedPort } from "./serve/serve-port.ts";
export type { Port, PortOptions } from "./shared/codec/port.ts";
export type { CreateTopicOptions } from "./serve/topics/create-topic.ts";
export type { Bounds, LoggedEvent, LogPage, ReadFrom } from "./serve/topics/event-log.ts";
export type { MemoryTopicOptions } from "./serve/topics/memory-topic.ts";
export type {
  Keep,
  NamedTopic,
  NamedTopicEvent,
  ReceivedTopicEvent,
  SubscribeOptions,
  Subscription,
  TopicCodec,
  TopicEvent,
  TopicOptions,
} from "./serve/topics/topic.ts";

// The types that TypeScript writes into the .d.ts files of a project for inferred types of declarations,
// calls and results. You do not write their names, except with `isolatedDeclarations`.
export type { RequestCall } from "./call/create-client.ts";
export type { CallResult, ResultAccessors } from "./call/result.ts";
export type {
  NoRequest,
  OptionalBody,
  TypedBody,
  BySchema,
  UncheckedBody,
  NoBody,
  UncheckedSchema,
} from "./declare/body/body.ts";
export type { None } from "./shared/internal/record.ts";
export type {
  ConditionalRead,
  ConditionalWrite,
  ReadCall,
  TaggedCall,
  Tagged,
  WithConditional,
} from "./facts/conditional/declared.ts";
export type {
  Bare,
  DeclaredResponse,
  Returns,
  WithChoice,
  WithCookies,
  WithFact,
  WithHeaders,
  WithMeta,
  WithOptionalRequest,
  WithParameters,
  WithRequest,
  WithSecurity,
} from "./declare/endpoint/definition.ts";
export type { Idempotent, WithKey, Keyed } from "./facts/idempotency/declared.ts";
export type { EndpointDeclaration, ResponseData } from "./declare/endpoint/endpoint.ts";
export type { PagedDeclaration, AnyPagedResponse, PagedResponse } from "./facts/paging/declared.ts";
export type {
  BareDetail,
  DetailWithBody,
  DetailWithHeaders,
  NoDetail,
} from "./declare/failure/failure.ts";
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
} from "./declare/endpoint/infer.ts";
export type {
  Callable,
  AffixedShape,
  DynamicShape,
  Node,
  Resource,
  RootShape,
  StaticShape,
  View,
  Inheriting,
  InheritingErrors,
  InheritingRejections,
} from "./declare/tree/resource-node.ts";
export type {
  Place,
  Top,
  WithIds,
  Inherited,
  InheritedBy,
  Plain,
} from "./declare/endpoint/position.ts";
export type { InFormat, FormatPaths, AnyErrorFormat } from "./facts/error-formats/declared.ts";
export type { BoundTo, OpenIds } from "./declare/tree/slash.ts";
export type { NoCookies } from "./facts/cookies/declared.ts";
export type { EndpointOptions } from "./serve/options/route-options.ts";
export type { HandlerIn, HandlerWith, SecuredHandler } from "./serve/handler/handler-types.ts";
export type { Taking, AllOf, Anonymous, AnySecurity } from "./facts/security/declared.ts";
export type { Sequence } from "./shared/codec/byte-stream.ts";
export type { OneOfBodies } from "./declare/body/alternatives.ts";
export type { Unbound, UrlArguments } from "./declare/tree/href.ts";
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
export type { ObjectParameter } from "./declare/parameter/object.ts";
export type { RecordParameter } from "./declare/parameter/record.ts";
export type { UntypedEndpoint } from "./declare/tree/placement.ts";
export type { Directions, TwoWay } from "./shared/schema/two-way.ts";
export type { AnyAccept, CallOptions, ChosenArguments } from "./call/request-arguments.ts";
export type { AnyAuthenticator } from "./facts/security/server-authenticate.ts";
export type { RoutesBelow } from "./serve/routes.ts";
export type { SecuredPosition } from "./serve/handler/view-position.ts";
