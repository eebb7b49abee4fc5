// Makes an OpenAPI document of a contract, of trees or of a server.
import { fieldsOf } from "../shared/record.ts";
import { shown } from "../shared/shown.ts";
import {
  contractOf,
  type Contract,
  type ContractEndpoint,
  type ContractSource,
  type Serving,
} from "bough/contract";
import type { ExtractedSchemas } from "bough/server";
import type { OpenApiDocument, OpenApiInfo, OpenApiServer, OpenApiTag } from "./document.ts";
import { DocumentParts, type OpenApiVersion } from "./document-parts.ts";
import { errorsMember } from "./error-format.ts";
import { OpenApiError } from "./openapi-error.ts";
import { operationOf } from "./operation.ts";
import { pathItemsOf, webhooksOf } from "./path-items.ts";
import type { ShownRejections } from "./responses.ts";
import { allTags, withTags } from "./tags.ts";
import { version30 } from "./version-3-0.ts";

/** The options of `openApi`. */
export interface OpenApiOptions {
  /** The title and the version of the API. */
  readonly info: OpenApiInfo;
  /** Default: `"3.1"`. A document of `"3.0"` says less: each loss is a warning. */
  readonly version?: OpenApiVersion;
  /** The URLs of the API. */
  readonly servers?: readonly OpenApiServer[];
  /** The order and descriptions of tags. Other tags follow in the order of their endpoints. */
  readonly tags?: readonly OpenApiTag[];
  /** A page about the API. */
  readonly externalDocs?: { readonly url: string; readonly description?: string };
  /** The schemas file that `bough schemas` writes. By default the option `schemas` of a server. */
  readonly schemas?: ExtractedSchemas;
  /** A tree of the requests that your server sends. */
  readonly webhooks?: ContractSource;
  /**
   * Which rejections the document contains. Default: 400, 401, 403, 409, 412, 422 and 428 where they can occur, those
   * whose status a declared failure has, and `default`. `"all"` adds each one that can occur; `false` leaves all out.
   */
  readonly rejections?: "all" | false;
  /**
   * Returns the id of an operation. Default: the `operationId` of `.describe()`, else the property names that lead to
   * the endpoint, joined by underscores: `users_user_find`.
   */
  readonly operationId?: (endpoint: ContractEndpoint) => string;
  /** Changes the finished document. */
  readonly transform?: (document: OpenApiDocument) => OpenApiDocument;
  /** Throws an `OpenApiError` if there are warnings. */
  readonly strict?: boolean;
  /** Gets each warning. Default: `console.warn`. */
  readonly onWarning?: (warning: string) => void;
}

/**
 * Returns the OpenAPI document of a server, of trees or of a contract.
 *
 * @example
 * const document = openApi(server, { info: { title: "Users", version: "1.0.0" } });
 */
export function openApi(
  source: ContractSource | Contract,
  options: OpenApiOptions,
): OpenApiDocument {
  return documentFrom(source, options);
}

/** The document of trees that are a part of what `server` serves, or of another source. */
export function documentFrom(
  source: ContractSource | Contract,
  options: OpenApiOptions,
  server?: Serving,
): OpenApiDocument {
  const { version = "3.1", transform = (document) => document, strict = false } = options;
  const warnings: string[] = [];
  const contract = withTags(contractFrom(source, { ...options, server }, warnings));
  const document = transform(documentOf(contract, { version, options, warnings }));
  if (strict && warnings.length > 0) {
    throw new OpenApiError(warnings);
  }
  warnings.forEach(options.onWarning ?? warnOnConsole);
  return document;
}

function contractFrom(
  source: ContractSource | Contract,
  { schemas, server }: Pick<OpenApiOptions, "schemas"> & { readonly server?: Serving | undefined },
  warnings: string[],
): Contract {
  if (isContract(source)) {
    return source;
  }
  if (Object(source) !== source) {
    throw new TypeError(
      `openApi: expected a server, a root, an object of resources { v1, v2 } or a contract, received ${shown(source)}`,
    );
  }
  return contractOf(source, {
    ...(schemas && { schemas }),
    ...(server && { server }),
    onWarning: (warning) => warnings.push(warning),
  });
}

function isContract(source: ContractSource | Contract): source is Contract {
  return fieldsOf(source)["format"] === 1;
}

interface Made {
  readonly version: OpenApiVersion;
  readonly options: OpenApiOptions;
  readonly warnings: string[];
}

function documentOf(contract: Contract, { version, options, warnings }: Made): OpenApiDocument {
  const { info, servers, externalDocs, operationId } = options;
  // Webhooks have no paths of this API.
  const hooks =
    options.webhooks &&
    withTags(contractFrom(options.webhooks, options, warnings), () => undefined);
  const document = new DocumentParts(version, {
    ...hooks?.components.schemas,
    ...contract.components.schemas,
  });
  const describe =
    (described: Contract, rejections: ShownRejections) =>
    (endpoint: ContractEndpoint, path: readonly string[]) =>
      operationOf(endpoint, path, {
        document,
        rules: { contract: described, rejections, operationId },
      });
  const { endpoints, basePath, components } = contract;
  const shown = options.rejections ?? "default";
  const paths = pathItemsOf(endpoints, { basePath, document }, describe(contract, shown));
  // Other programs answer webhooks.
  const webhooks = hooks && webhooksOf(hooks.endpoints, document, describe(hooks, false));
  const tags = allTags([contract, ...(hooks ? [hooks] : [])], options.tags);
  const securitySchemes = schemesOf(
    { ...hooks?.components.security, ...components.security },
    document,
  );
  const made = {
    openapi: version === "3.2" ? "3.2.0" : "3.1.1",
    info,
    ...(externalDocs === undefined ? {} : { externalDocs }),
    ...(servers === undefined ? {} : { servers }),
    ...(tags.length === 0 ? {} : { tags }),
    paths,
    ...errorsMember(endpoints, document),
    ...(webhooks === undefined ? {} : { webhooks }),
    components: {
      schemas: document.schemas,
      ...(Object.keys(securitySchemes).length === 0 ? {} : { securitySchemes }),
    },
  };
  const declared = new Set(Object.keys({ ...hooks?.components.schemas, ...components.schemas }));
  const warn = (where: string, message: string): void => document.warn(where, message);
  const written = version === "3.0" ? version30(made, { declared, warn }) : made;
  warnings.push(...document.warnings);
  return written;
}

// OpenAPI 3.1 does not know the device flow.
function schemesOf(
  schemes: Contract["components"]["security"],
  document: DocumentParts,
): Readonly<Record<string, object>> {
  const written = Object.entries(schemes).map(([name, scheme]) => {
    const { deviceAuthorization, ...flows } = fieldsOf(scheme["flows"]);
    if (deviceAuthorization === undefined || document.version === "3.2") {
      return [name, scheme] as const;
    }
    const message = `the flow deviceAuthorization is in x-oai-deviceAuthorization, which most tools ignore: use version: "3.2"`;
    document.warn(`the security scheme "${name}"`, message);
    return [
      name,
      { ...scheme, flows: { ...flows, "x-oai-deviceAuthorization": deviceAuthorization } },
    ] as const;
  });
  return Object.fromEntries(written);
}

function warnOnConsole(warning: string): void {
  console.warn(`openApi: ${warning}`);
}
