// Options objects for TanStack Query and SWR.
export { createQueries } from "./create-queries.ts";
export type { Queries } from "./create-queries.ts";
export type { DeclaredError, InferError } from "./infer-error.ts";
export type {
  InfiniteArguments,
  MutationArguments,
  MutationSettings,
  MutationVariables,
  PageArguments,
  QueryArguments,
  RequestParts,
  StreamArguments,
} from "./query-arguments.ts";
export type { QueryFilter } from "./query-key.ts";
export type { EndpointMutation, EndpointPages, EndpointQuery, InferData } from "./query-options.ts";
export { tagsOf } from "./tags-of.ts";
export type { TagArguments } from "./tags-of.ts";
