// The parts of an OpenAPI document that Bough writes (OpenAPI 3.1.1 and 3.2.0, section 4).
import type { JsonSchema } from "bough/types";

/** An OpenAPI document. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: OpenApiInfo;
  readonly externalDocs?: object;
  readonly servers?: readonly OpenApiServer[];
  readonly tags?: readonly OpenApiTag[];
  readonly paths: Readonly<Record<string, OpenApiPathItem>>;
  readonly webhooks?: Readonly<Record<string, OpenApiPathItem>>;
  readonly components: OpenApiComponents;
  readonly [member: string]: unknown;
}

/** The name and version of an API, and other members of OpenAPI's Info Object. */
export interface OpenApiInfo {
  readonly title: string;
  readonly version: string;
  readonly [member: string]: unknown;
}

/** A URL under which the API is reached, and other members of OpenAPI's Server Object. */
export interface OpenApiServer {
  readonly url: string;
  readonly [member: string]: unknown;
}

/** A tag, and other members of OpenAPI's Tag Object. */
export interface OpenApiTag {
  readonly name: string;
  readonly [member: string]: unknown;
}

/** The operations of a path, by method in small letters. */
export interface OpenApiPathItem {
  readonly [method: string]: unknown;
}

/** One operation. */
export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: OpenApiBody;
  readonly responses?: Readonly<Record<string, OpenApiResponse>>;
  readonly [member: string]: unknown;
}

/** A parameter; a header of a response has no name and no place. */
export interface OpenApiParameter {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly schema?: JsonSchema;
  readonly content?: OpenApiContent;
  readonly [member: string]: unknown;
}

/** A request body. */
export interface OpenApiBody {
  readonly required?: boolean;
  readonly description?: string;
  readonly content: OpenApiContent;
}

/** A response. */
export interface OpenApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, OpenApiParameter>>;
  readonly content?: OpenApiContent;
  readonly [member: string]: unknown;
}

/** Representations by media type. */
export type OpenApiContent = Readonly<Record<string, OpenApiMediaType>>;

/** One representation. */
export interface OpenApiMediaType {
  readonly schema?: JsonSchema;
  readonly [member: string]: unknown;
}

/** Named parts of a document. */
export interface OpenApiComponents {
  readonly schemas?: Readonly<Record<string, JsonSchema>>;
  readonly securitySchemes?: Readonly<Record<string, object>>;
}
