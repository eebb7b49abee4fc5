// The options of `routeDocs`, checked.
import type { AnySecurity } from "bough/types";
import { fieldsOf, isRecord } from "../shared/record.ts";
import type { OpenApiOptions } from "../document/open-api.ts";
import { shown } from "../shared/shown.ts";
import type { DocsContent } from "./docs-file.ts";

/** The options of `routeDocs`: those of `openApi`, and the page. */
export interface DocsOptions extends OpenApiOptions {
  /** The path of the page, without slashes at its ends. Default: `"docs"`. */
  readonly path?: string;
  /** The security of the page: `[basic("staff")]`; then pass a view of `secured`. */
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

/** Whether a value is right, and what it needs to be. */
type Rule = readonly [holds: (value: unknown) => boolean, needed: string];

const isText = (value: unknown): boolean => typeof value === "string";
const isFunction = (value: unknown): boolean => typeof value === "function";
const anything: Rule = [() => true, ""];
const callback: Rule = [isFunction, "a function"];

const OPTIONS: Readonly<Record<keyof DocsOptions, Rule>> = {
  path: [isPath, 'a path without slashes at its ends, such as "docs"'],
  security: [Array.isArray, "a list of schemes"],
  assets: [isRecord, "an object of files by name"],
  html: [(html) => isText(html) || isFunction(html), "HTML, or a function that returns it"],
  info: anything,
  version: [(version) => /^3\.[012]$/.test(String(version)), '"3.0", "3.1" or "3.2"'],
  servers: [Array.isArray, "a list of servers, [{ url }]"],
  tags: [Array.isArray, "a list of tags, [{ name }]"],
  externalDocs: [isRecord, "an object { url, description }"],
  schemas: [isRecord, "what the schemas file exports"],
  webhooks: anything,
  rejections: [(rejections) => rejections === "all" || rejections === false, '"all" or false'],
  operationId: callback,
  transform: callback,
  strict: [(strict) => typeof strict === "boolean", "true or false"],
  onWarning: callback,
};

/** Throws a `TypeError` for wrong options. */
export function verifyDocsOptions(options: DocsOptions): void {
  const names = Object.keys(OPTIONS).join(", ");
  if (!isRecord(options)) {
    throw new TypeError(
      `routeDocs: expected an options object { ${names} }, received ${shown(options)}`,
    );
  }
  const rules = new Map(Object.entries(OPTIONS));
  for (const [name, value] of Object.entries(options)) {
    const rule = rules.get(name);
    if (rule === undefined) {
      throw new TypeError(
        `routeDocs: unknown option ${JSON.stringify(name)}: the options are ${names}`,
      );
    }
    const [holds, needed] = rule;
    if (value !== undefined && !holds(value)) {
      throw new TypeError(`routeDocs: expected ${name} to be ${needed}, received ${shown(value)}`);
    }
  }
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
