// Where a body is in a document, and its schema there.
import type { ContractContent } from "bough/contract";
import type { JsonSchema } from "bough/types";
import type { OpenApiMediaType } from "./document.ts";
import type { DocumentParts } from "./document-parts.ts";

/** Where a body is: its endpoint and its role in it, for warnings. */
export interface ContentContext {
  readonly endpoint: string;
  readonly role: string;
  readonly request?: boolean;
  readonly examples?: Readonly<Record<string, unknown>> | undefined;
  readonly document: DocumentParts;
}

/** Describes a kind of body. `inner` describes bodies inside it. */
export type DescribeContent = (
  content: ContractContent,
  place: ContentContext,
  inner: (content: ContractContent) => OpenApiMediaType,
) => OpenApiMediaType;

/** The schema of a value or an item; warns if there is none. */
export function known(
  schema: JsonSchema | undefined,
  { opaque, mediaType }: ContractContent,
  { endpoint, role, document }: ContentContext,
): JsonSchema {
  // The contract has warned of a schema that could not be converted.
  if (schema === undefined && opaque !== true) {
    document.warn(
      endpoint,
      `the ${role} has no schema for ${mediaType}: declare one, or pass the schemas that bough schemas writes`,
    );
  }
  return schema ?? {};
}
