// OpenAPI documents of an API.
export { openApi } from "./document/open-api.ts";
export type { OpenApiOptions } from "./document/open-api.ts";
export { OpenApiError } from "./document/openapi-error.ts";
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
} from "./document/document.ts";
export type { OpenApiVersion } from "./document/document-parts.ts";
