// The types that TypeScript writes into the .d.ts files of a project for inferred types of declarations,
// calls and results. You do not write their names, except with `isolatedDeclarations`.
export type { RequestCall } from "./client/create-client.ts";
export type { CallResult } from "./client/result.ts";
export type { NoRequest, BySchema, UncheckedBody } from "./declaration/body/body.ts";
export type { None } from "./internal/record.ts";
export type {
  Bare,
  DeclaredResponse,
  Returns,
  WithChoice,
  WithCookies,
  WithHeaders,
  WithMeta,
  WithOptionalRequest,
  WithParameters,
  WithRequest,
  WithSecurity,
} from "./declaration/endpoint/definition.ts";
export type { ResponseData } from "./declaration/endpoint/endpoint.ts";
export type {
  BareDetail,
  DetailWithBody,
  DetailWithHeaders,
  NoDetail,
} from "./declaration/failure/failure.ts";
export type {
  Negotiated,
  NegotiatedEndpoint,
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
export type { FormatPaths } from "./declaration/failure/error-format.ts";
export type {
  Inheriting,
  InheritingErrors,
  InheritingRejections,
} from "./declaration/tree/resource-options.ts";
export type { BoundTo } from "./declaration/tree/slash.ts";
export type { NoCookies } from "./declaration/parameter/cookie.ts";
export type { HandlerIn, HandlerWith, SecuredHandler } from "./server/call/handler-types.ts";
export type { Taking } from "./declaration/security/scheme.ts";
