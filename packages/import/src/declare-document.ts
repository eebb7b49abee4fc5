// An API that a document describes, as a declaration in memory, with the schemas of the document in place of types.
import type { Contract, ContractContent } from "bough/contract";
import type { ExtractedSchemas } from "bough/server";
import type { BodySchema, BodySchemas, JsonSchema } from "bough/types";
import { readDocumentFile } from "./document-file.ts";
import { examplesOf, type ResponseExamples } from "./examples.ts";
import { declarationsOf } from "./print/declarations.ts";
import { singleModule } from "./print/modules.ts";
import { NotADocument, readDocument, type ReadDocument } from "./read-document.ts";

/** An API that a document describes, for tools that serve or call it without files of their own. */
export interface DeclaredDocument {
  /** The declaration as the text of one TypeScript module. */
  readonly source: string;
  /** The name under which the module exports its root. */
  readonly name: string;
  readonly contract: Contract;
  readonly schemas: ExtractedSchemas;
  readonly examples: ResponseExamples;
  /** How many operations of the document cannot be declared. */
  readonly left: number;
}

/** Reads a document from a file, and declares its API. */
export function declareDocument(path: string): DeclaredDocument {
  const { parsed } = readDocumentFile(path);
  const read = readOrExplain(path, parsed);
  const { contract, operations } = read;
  if (contract.endpoints.length === 0) {
    throw new Error(`${path} has no operation that can be declared`);
  }
  const all = declarationsOf(read, { bounds: true });
  return {
    source: singleModule(all),
    name: all.root.name,
    contract,
    schemas: schemasOf(contract),
    examples: examplesOf(parsed, contract),
    left: operations - contract.endpoints.length,
  };
}

function readOrExplain(path: string, parsed: unknown): ReadDocument {
  try {
    return readDocument(parsed, { bounds: true, typed: true, verified: true, errorFormats: true });
  } catch (error) {
    if (!(error instanceof NotADocument)) {
      throw error;
    }
    throw new Error(`${path} is not an OpenAPI document: ${error.message}`, { cause: error });
  }
}

/**
 * The schemas of the document. A server validates by what `bough schemas` writes, and a document has more than that
 * (`oneOf`, `false` as a schema), so the mock judges its bodies.
 */
function schemasOf({ endpoints, components }: Contract): ExtractedSchemas {
  return {
    format: 1,
    digest: "",
    components: components.schemas,
    endpoints: Object.fromEntries(
      endpoints.map(({ key, request, responses = [], failures = [], rejections = [] }) => [
        key,
        {
          request: bodiesOf(request?.content ?? []),
          responses: Object.fromEntries(
            responses.map(({ status, content }) => [status, bodiesOf(content)]),
          ),
          failures: Object.fromEntries(
            failures.map(({ name, content }) => [name, bodiesOf(content)]),
          ),
          rejections: bodiesOf(rejections),
        },
      ]),
    ),
  };
}

const ANY: JsonSchema = {};

function bodiesOf(contents: readonly ContractContent[]): BodySchemas {
  return Object.fromEntries(
    contents.map((one) => [
      one.mediaType.replace(/\s*;.*$/s, ""),
      { ...bodyOf(one), unchecked: true },
    ]),
  );
}

function bodyOf({ kind, schema, item, parts, events }: ContractContent): BodySchema {
  switch (kind) {
    case "events":
    case "json-lines":
      return events === undefined
        ? { item: item ?? ANY }
        : {
            events: Object.fromEntries(
              Object.entries(events).map(([name, data]) => [name, data.schema ?? ANY]),
            ),
          };
    case "form":
    case "multipart":
      return {
        parts: Object.fromEntries(
          (parts ?? []).flatMap((part) =>
            "content" in part ? [[part.name, part.content[0]?.schema ?? ANY] as const] : [],
          ),
        ),
      };
    case "text":
      return { schema: schema ?? { type: "string" } };
    default:
      return { schema: schema ?? ANY };
  }
}
