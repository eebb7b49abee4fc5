// Routes a docs page: its HTML, the OpenAPI document and the files of the page, as endpoints of a separate tree.
import { anonymous, bytes, get, noBody, rootResource, type AnyResource } from "bough";
import { type Serving, inspectServer } from "bough/contract";
import { RouteError } from "bough/server";
import { fieldsOf } from "../shared/record.ts";
import { shown } from "../shared/shown.ts";
import { docsDocument, type DocsSource } from "./docs-document.ts";
import { docsFiles, type NamedFile } from "./docs-files.ts";
import { verifyDocsOptions, type DocsOptions } from "./docs-options.ts";

/**
 * Adds a docs page to a server, to the routes of a host, or to a view with guards:
 * `routeDocs(server, api, { path: "docs", info })` serves `/docs`, `/docs/openapi.json` and the files of the page.
 * `api` is a tree, trees by name, a server or a contract. Throws a `RouteError` if the package swagger-ui-dist is
 * not installed.
 */
export function routeDocs(routes: Serving, api: DocsSource, options: DocsOptions): void {
  verifyDocsOptions(options);
  if (!isRoutes(routes)) {
    throw new TypeError(
      `routeDocs: expected a server, the routes of a host or a view of them, received ${shown(routes)}`,
    );
  }
  const inspection = inspectServer(routes);
  const { basePath, failures, isGuarded, requiresSecurity } = inspection;
  const { path = "docs", html, assets, security, ...openApi } = options;
  if (security === undefined && requiresSecurity) {
    throw new RouteError(
      `GET /${path}`,
      "declares no security, and the server requires it",
      "pass security: [scheme], or security: [anonymous]",
    );
  }
  const files = docsFiles({
    path,
    html,
    assets,
    title: openApi.info.title,
    // A cache that clients share must not keep what needs a credential.
    cacheControl:
      isGuarded || security?.every((one) => one !== anonymous) === true
        ? "private, no-cache"
        : "no-cache",
    // At the first request, because routes that follow add to the document.
    document: once(() => docsDocument(api, { routes, path: `${basePath}/${path}`, openApi })),
  });
  const [segment = "", ...below] = path.split("/");
  const root = rootResource(
    segment,
    { failures, ...(security && { security }) },
    Object.fromEntries(files.map((file) => [keyOf(file), endpointOf(file, below)])),
  );
  inspection.leaveOut(root);
  routes.route(root, Object.fromEntries(files.map((file) => [keyOf(file), file.answer])));
}

/** The routes of any view: their types depend on its guards and schemes, which these endpoints do not use. */
interface AnyRoutes extends Serving {
  route(root: AnyResource, handlers: Readonly<Record<string, NamedFile["answer"]>>): void;
}

function isRoutes(routes: unknown): routes is AnyRoutes {
  return typeof fieldsOf(routes)["route"] === "function";
}

// A child cannot have every name.
function keyOf({ name }: NamedFile): string {
  return `/${name}`;
}

function endpointOf({ name, mediaType }: NamedFile, below: readonly string[]) {
  const subpath = [...below, ...(name === "" ? [] : [name])].join("/");
  return get(subpath).response(bytes(mediaType)).response(noBody, { status: 304 });
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
