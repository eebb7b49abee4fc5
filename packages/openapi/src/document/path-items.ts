// The operations of a document by path and method. Endpoints whose paths differ only in the names of ids have one
// path item, because OpenAPI takes them for the same path.
import type { ContractEndpoint } from "bough/contract";
import type { OpenApiOperation, OpenApiPathItem } from "./document.ts";
import type { DocumentParts } from "./document-parts.ts";

type Describe = (endpoint: ContractEndpoint, path: readonly string[]) => OpenApiOperation;

export function pathItemsOf(
  endpoints: readonly ContractEndpoint[],
  {
    basePath = "",
    document,
  }: { readonly basePath?: string | undefined; readonly document: DocumentParts },
  describe: Describe,
): Readonly<Record<string, OpenApiPathItem>> {
  const items = new Map<string, { readonly path: string; readonly item: OpenApiPathItem }>();
  for (const endpoint of endpoints) {
    const path = basePath + pathOf(endpoint.template);
    const same = path.replace(/\{[^}]*\}/g, "{}");
    const shared = items.get(same);
    const names = namesIn(shared?.path ?? path);
    for (const [index, name] of namesIn(path).entries()) {
      const shown = names[index];
      if (shown !== name) {
        document.warn(
          `${endpoint.method} ${endpoint.template}`,
          `the path parameter "${name}" is "${shown}" in the document, because ${shared?.path} is the same path`,
        );
      }
    }
    items.set(same, {
      path: shared?.path ?? path,
      item: withOperation(shared?.item ?? {}, endpoint, {
        operation: describe(endpoint, names),
        document,
      }),
    });
  }
  return Object.fromEntries([...items.values()].map(({ path, item }) => [path, item]));
}

/** The operations of webhooks, each by its name. */
export function webhooksOf(
  endpoints: readonly ContractEndpoint[],
  document: DocumentParts,
  describe: Describe,
): Readonly<Record<string, OpenApiPathItem>> {
  return Object.fromEntries(
    endpoints.map((endpoint) => {
      const operation = describe(endpoint, namesIn(pathOf(endpoint.template)));
      return [endpoint.name.join("."), withOperation({}, endpoint, { operation, document })];
    }),
  );
}

// OpenAPI has no name for an id of several segments: `{path*}` is `{path}`.
function pathOf(template: string): string {
  return template
    .split(/(\{[^}]*\})/)
    .map((part) =>
      part.startsWith("{")
        ? part.replace("*}", "}")
        : encodeURI(part).replace(/[?#]/g, encodeURIComponent),
    )
    .join("");
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
}

function withOperation(
  item: OpenApiPathItem,
  { method, template }: ContractEndpoint,
  {
    operation,
    document,
  }: { readonly operation: OpenApiOperation; readonly document: DocumentParts },
): OpenApiPathItem {
  if (method !== "QUERY" || document.version === "3.2") {
    return { ...item, [method.toLowerCase()]: operation };
  }
  const message = `QUERY is in x-oai-additionalOperations, which most tools ignore: use version: "3.2"`;
  document.warn(`${method} ${template}`, message);
  return { ...item, "x-oai-additionalOperations": { QUERY: operation } };
}
