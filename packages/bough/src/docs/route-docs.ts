// Routes a docs page: its HTML, the OpenAPI document and the files of the page, as endpoints of a separate tree.
import { bytes } from "../bodies/binary/declared.ts";
import { noBody } from "../declaration/body/body.ts";
import { anonymous } from "../declaration/security/security.ts";
import { get } from "../declaration/endpoint/verbs.ts";
import type { Serving } from "../declaration/served.ts";
import { declare } from "../declaration/tree/resource-declare.ts";
import { shown } from "../internal/shown.ts";
import { RouteError } from "../server/routing/route-error.ts";
import { RoutesView } from "../server/routes-view.ts";
import { docsDocument, type DocsSource } from "./docs-document.ts";
import { verifyDocsOptions, type DocsOptions } from "./docs-options.ts";
import { docsFiles, type NamedFile } from "./docs-files.ts";

/**
 * Adds a docs page to a server, to the routes of a host, or to a view with guards:
 * `routeDocs(server, api, { path: "docs", info })` serves `/docs`, `/docs/openapi.json` and the files of the page.
 * `api` is a tree, trees by name, a server or a contract. Throws a `RouteError` if the package swagger-ui-dist is
 * not installed.
 */
export function routeDocs(routes: Serving, api: DocsSource, options: DocsOptions): void {
  verifyDocsOptions(options);
  if (!(routes instanceof RoutesView)) {
    throw new TypeError(
      `routeDocs: expected a server, the routes of a host or a view of them, received ${shown(routes)}`,
    );
  }
  const { path = "docs", html, assets, security, ...openApi } = options;
  if (security === undefined && routes["~requiresSecurity"]) {
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
    // At the first request, because routes that follow add to the document.
    // A cache that clients share must not keep what needs a credential.
    cacheControl:
      routes["~isGuarded"] || security?.every((one) => one !== anonymous) === true
        ? "private, no-cache"
        : "no-cache",
    document: once(() => docsDocument(api, { routes, path, openApi })),
  });
  const [segment, ...below] = path.split("/");
  const children = files.map((file) => [keyOf(file), endpointOf(file, below)] as const);
  const root = declare("root", [
    segment,
    { failures: routes["~failures"], ...(security && { security }) },
    Object.fromEntries(children),
  ]);
  routes["~leaveOut"](root);
  routes.route(root, Object.fromEntries(files.map((file) => [keyOf(file), file.answer] as const)));
}

// A child cannot have every name.
function keyOf({ name }: NamedFile): string {
  return `/${name}`;
}

function endpointOf({ name, mediaType }: NamedFile, below: readonly string[]): unknown {
  const subpath = [...below, ...(name === "" ? [] : [name])].join("/");
  return get(subpath).response(bytes(mediaType)).response(noBody, { status: 304 });
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
