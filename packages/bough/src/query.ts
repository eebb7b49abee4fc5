// Options objects for TanStack Query and SWR.
// oxlint-disable-next-line unicorn/require-module-specifiers -- compilers then find bough/types for inferred types
export type {} from "./types.ts";
export { createQueries } from "./query/create-queries.ts";
export type { Queries } from "./query/create-queries.ts";
export type { DeclaredError, InferError } from "./query/infer-error.ts";
export type {
  InfiniteArguments,
  MutationArguments,
  MutationSettings,
  MutationVariables,
  PageArguments,
  QueryArguments,
  RequestParts,
  StreamArguments,
} from "./query/query-arguments.ts";
export type { QueryFilter } from "./query/query-key.ts";
export type {
  EndpointMutation,
  EndpointPages,
  EndpointQuery,
  InferData,
} from "./query/query-options.ts";
export { tagsOf } from "./query/tags-of.ts";
export type { TagArguments } from "./query/tags-of.ts";
