// OpenAPI documents of an API.
export { openApi } from "./openapi/open-api.ts";
export type { OpenApiOptions } from "./openapi/open-api.ts";
export { OpenApiError } from "./openapi/openapi-error.ts";
export type {
  OpenApiBody,
  OpenApiComponents,
  OpenApiContent,
  OpenApiDocument,
  OpenApiInfo,
  OpenApiMediaType,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiPathItem,
  OpenApiResponse,
  OpenApiServer,
  OpenApiTag,
} from "./openapi/document.ts";
export type { OpenApiVersion } from "./openapi/document-parts.ts";
