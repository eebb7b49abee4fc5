// The files of a docs page: the page itself, the document, and what the page loads.
import type { OpenApiDocument } from "../document/document.ts";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import type { DocsCall } from "./docs-call.ts";
import { DocsFile, type DocsContent, type DocsAnswer } from "./docs-file.ts";
import type { DocsAssets, DocsOptions } from "./docs-options.ts";
import { SWAGGER_UI_INIT, swaggerUiFiles, swaggerUiHtml } from "./swagger-ui.ts";

/** The sources of the files. */
export interface DocsParts {
  readonly html: DocsOptions["html"] | undefined;
  readonly assets: DocsAssets | undefined;
  readonly path: string;
  readonly title: string;
  readonly document: () => OpenApiDocument;
  /** The header `Cache-Control` of all files. */
  readonly cacheControl: string;
}

/** A file and its name below the page. */
export interface NamedFile {
  /** Empty for the page. */
  readonly name: string;
  readonly mediaType: string;
  readonly answer: (call: DocsCall) => Promise<unknown>;
}

/** The files of a page. Throws a `RouteError` if they are those of a package that is not installed. */
export function docsFiles(parts: DocsParts): NamedFile[] {
  const { assets, html, document, cacheControl } = parts;
  const read = new Map<string, Content>();
  if (html === undefined) {
    read.set("init.js", () => SWAGGER_UI_INIT);
  }
  const given = assets === undefined ? undefined : Object.entries(assets);
  for (const [name, content] of given ?? (html === undefined ? swaggerUiFiles() : [])) {
    read.set(name, content);
  }
  const files = [...read].map(([name, content]) => {
    const mediaType = mediaTypeOf(name);
    return named({ name, mediaType, cacheControl }, async () =>
      answerOf(mediaType, await contentOf(content), document),
    );
  });
  return [
    pageOf(parts),
    named({ name: "openapi.json", mediaType: "application/json", cacheControl }, async () => ({
      content: JSON.stringify(document()),
    })),
    ...files,
  ];
}

type Content = DocsAssets[string];

async function contentOf(content: Content): Promise<DocsContent> {
  return typeof content === "function" ? content() : content;
}

function named(
  { name, mediaType, cacheControl }: Omit<NamedFile, "answer"> & Pick<DocsParts, "cacheControl">,
  read: () => Promise<DocsAnswer>,
): NamedFile {
  const file = new DocsFile(mediaType, cacheControl, read);
  return { name, mediaType, answer: (call) => file.answer(call) };
}

// Relative URLs do not name the prefix of a proxy or a host.
function pageOf({
  path,
  title,
  html = swaggerUiHtml,
  document,
  cacheControl,
}: DocsParts): NamedFile {
  const mediaType = mediaTypeOf("page.html");
  const base = `${path.slice(path.lastIndexOf("/") + 1)}/`;
  return named({ name: "", mediaType, cacheControl }, async () =>
    answerOf(mediaType, typeof html === "string" ? html : html({ title, base }), document),
  );
}

function answerOf(
  mediaType: string,
  content: DocsContent,
  document: () => OpenApiDocument,
): DocsAnswer {
  return mediaType.startsWith("text/html")
    ? { content, headers: { "content-security-policy": contentSecurityPolicy(document()) } }
    : { content };
}

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ["css", "text/css; charset=utf-8"],
  ["html", "text/html; charset=utf-8"],
  ["ico", "image/x-icon"],
  ["jpg", "image/jpeg"],
  ["js", "text/javascript; charset=utf-8"],
  ["json", "application/json"],
  ["mjs", "text/javascript; charset=utf-8"],
  ["png", "image/png"],
  ["svg", "image/svg+xml"],
  ["txt", "text/plain; charset=utf-8"],
  ["woff2", "font/woff2"],
]);

function mediaTypeOf(name: string): string {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return MEDIA_TYPES.get(ending) ?? "application/octet-stream";
}
