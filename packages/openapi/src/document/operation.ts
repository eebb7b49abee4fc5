// One operation of a document.
import type { Contract, ContractEndpoint } from "bough/contract";
import { contentOf } from "./content.ts";
import type { OpenApiOperation } from "./document.ts";
import type { DocumentParts } from "./document-parts.ts";
import { factMembers } from "./facts.ts";
import { parametersOf } from "./parameters.ts";
import { responsesOf, type ShownRejections } from "./responses.ts";

/** How operations are described. */
export interface OperationRules {
  readonly contract: Contract;
  readonly rejections: ShownRejections;
  readonly operationId: ((endpoint: ContractEndpoint) => string) | undefined;
}

/** Describes an endpoint. `path` has the names of the ids in the document. */
export function operationOf(
  endpoint: ContractEndpoint,
  path: readonly string[],
  { document, rules }: { readonly document: DocumentParts; readonly rules: OperationRules },
): OpenApiOperation {
  const { name, description, deprecated, externalDocs, request, security, method, template } =
    endpoint;
  const parameters = parametersOf(endpoint, path, document);
  const { tags, meta = {} } = endpoint;
  const isAnonymous = security?.every((one) => Object.keys(one).length === 0);
  return {
    operationId: idOf(endpoint, document, rules),
    summary: endpoint.summary ?? inWords(name.at(-1) ?? ""),
    ...(description !== undefined && { description }),
    ...(tags && { tags }),
    ...(deprecated && { deprecated: true }),
    ...(deprecated?.sunset !== undefined && { "x-sunset": deprecated.sunset }),
    ...(externalDocs && { externalDocs }),
    ...(parameters.length > 0 && { parameters }),
    ...(request && {
      requestBody: {
        ...(request.description !== undefined && { description: request.description }),
        required: request.optional !== true,
        content: contentOf(request.content, {
          endpoint: `${method} ${template}`,
          role: "request body",
          request: true,
          examples: request.examples,
          document,
        }),
      },
    }),
    responses: responsesOf(endpoint, document, rules.rejections),
    ...(security && { security: isAnonymous ? [] : security }),
    ...factMembers(endpoint),
    ...Object.fromEntries(Object.entries(meta).filter(([member]) => member.startsWith("x-"))),
  };
}

// Tools of language models refuse a dot in the id of an operation.
function idOf(endpoint: ContractEndpoint, document: DocumentParts, rules: OperationRules): string {
  const given = rules.operationId?.(endpoint) ?? endpoint.operationId;
  if (given === undefined) {
    return document.operationId(endpoint.name.join("_").replace(/[^A-Za-z0-9_-]/g, "_"));
  }
  const id = document.operationId(given);
  if (id !== given) {
    const message = `the operationId "${given}" is taken: it is "${id}" in the document`;
    document.warn(`${endpoint.method} ${endpoint.template}`, message);
  }
  return id;
}

// `addAttachment` becomes "Add attachment".
function inWords(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
