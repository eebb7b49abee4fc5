// An API that an OpenAPI document describes, as a declaration in memory: that of `bough import`, with the schemas of the
// document in place of types.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AnyResource } from "bough";
import type { Contract, ContractContent } from "bough/contract";
import type { BodySchema, BodySchemas, ExtractedSchemas, JsonSchema } from "bough/server";
import { readDocumentFile } from "./import/document-file.ts";
import { declarationsOf } from "./import/print/declarations.ts";
import { singleModule } from "./import/print/modules.ts";
import { NotADocument, readDocument, type ReadDocument } from "./import/read-document.ts";
import { loadModule, resolveEntry } from "./load-module.ts";

/** A declaration in memory, and what its document says beside it. */
export interface DocumentApi {
  /** The file from which packages are looked up. */
  readonly beside: string;
  readonly api: AnyResource;
  readonly schemas: ExtractedSchemas;
  readonly contract: Contract;
  readonly parsed: unknown;
  /** How many operations of the document cannot be declared. */
  readonly left: number;
}

/** Whether an argument names a document, and not a module. */
export function isDocument(argument: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(argument);
}

/** Reads a document. Its declaration is made with the project's bough, or with that of the command line. */
export async function loadDocument(path: string): Promise<DocumentApi> {
  const project = join(process.cwd(), "package.json");
  const own = fileURLToPath(import.meta.url);
  // All packages come from one place, because two copies of bough do not recognize each other's values.
  const beside = resolveEntry("bough", project) === undefined ? own : project;
  const bough = resolveEntry("bough", beside) ?? fileURLToPath(import.meta.resolve("bough"));
  const { parsed } = readDocumentFile(path);
  const read = readOrExplain(path, parsed);
  const { contract, operations } = read;
  if (contract.endpoints.length === 0) {
    throw new Error(`${path} has no operation that can be declared`);
  }
  const all = declarationsOf(read, { bounds: true });
  const folder = mkdtempSync(join(tmpdir(), "bough-document-"));
  try {
    const file = join(folder, "api.ts");
    writeFileSync(file, singleModule(all));
    const exported = await loadModule(file, path, { bough });
    return {
      beside,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the printed module exports its root under this name
      api: exported[all.root.name] as AnyResource,
      schemas: schemasOf(contract),
      contract,
      parsed,
      left: operations - contract.endpoints.length,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
