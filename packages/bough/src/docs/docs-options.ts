// The options of `routeDocs`, checked.
import type { AnySecurity } from "../declaration/security/security.ts";
import { fieldsOf, isRecord } from "../internal/record.ts";
import type { OpenApiOptions } from "../openapi/open-api.ts";
import {
  anything,
  flag,
  hook,
  option,
  verifyTable,
  type OptionTable,
} from "../server/options/option-table.ts";
import type { DocsContent } from "./docs-file.ts";

/** The options of `routeDocs`: those of `openApi`, and the page. */
export interface DocsOptions extends OpenApiOptions {
  /** The path of the page, without slashes at its ends. Default: `"docs"`. */
  readonly path?: string;
  /** The security of the page: `[basic("staff")]`. Give a view of `secured` then. */
  readonly security?: readonly AnySecurity[];
  /**
   * The files of the page by name, `{ "app.js": "…" }`. They are served below the page: `/docs/app.js`. Default: the
   * files of the installed package swagger-ui-dist.
   */
  readonly assets?: DocsAssets;
  /** The HTML of the page. Default: the page of Swagger UI. */
  readonly html?: string | ((page: DocsPage) => string);
}

/** Files by name: their content, or functions that read it at the first request. */
export interface DocsAssets {
  readonly [name: string]: DocsContent | (() => DocsContent | Promise<DocsContent>);
}

/** The facts that the HTML of a page needs. */
export interface DocsPage {
  /** The title of the API. */
  readonly title: string;
  /** What relative URLs of the page begin with: `"docs/"`, so `${base}openapi.json` is the document. */
  readonly base: string;
}

const OPTIONS: Readonly<Record<keyof DocsOptions, OptionTable[string]>> = {
  path: option('a path without slashes at its ends, such as "docs"', isPath),
  security: option("a list of schemes", Array.isArray),
  assets: option("an object of files by name", isRecord),
  html: option(
    "HTML, or a function that returns it",
    (html) => typeof html === "string" || typeof html === "function",
  ),
  info: anything,
  version: option('"3.0", "3.1" or "3.2"', (version) => /^3\.[012]$/.test(String(version))),
  servers: option("a list of servers, [{ url }]", Array.isArray),
  tags: option("a list of tags, [{ name }]", Array.isArray),
  externalDocs: option("an object { url, description }", isRecord),
  schemas: option("what the schemas file exports", isRecord),
  webhooks: anything,
  rejections: option('"all" or false', (shown) => shown === "all" || shown === false),
  operationId: hook("pass (endpoint) => …"),
  transform: hook("pass (document) => …"),
  strict: flag,
  onWarning: hook("pass (warning) => …"),
};

/** Throws a `TypeError` for wrong options. */
export function verifyDocsOptions(options: DocsOptions): void {
  verifyTable("routeDocs", options, OPTIONS);
  const { title, version } = fieldsOf(options.info);
  if (typeof title !== "string" || typeof version !== "string") {
    throw new TypeError(
      'routeDocs: expected info with a title and a version, { title: "Users", version: "1.0.0" }',
    );
  }
}

function isPath(path: unknown): boolean {
  return typeof path === "string" && path.split("/").every((segment) => /^[\w.~-]+$/.test(segment));
}
