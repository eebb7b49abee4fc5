// Serves the page that `npm run build:page` has built: its files by their names, and the page itself at each of
// its addresses.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import {
  anonymous,
  bytes,
  dynamicResource,
  get,
  noBody,
  plainText,
  rootResource,
  staticResource,
  string,
} from "bough";
import { endpointsOf } from "bough/contract";
import type { AnyResource } from "bough";
import type { UntypedEndpoint, CallOf, FetchServer } from "bough/types";

const headers = {
  "content-security-policy": string(),
  "cache-control": string(),
  "referrer-policy": string(),
  etag: string(),
  vary: string(),
  "content-encoding": string().optional(),
};
const file = (path = "") =>
  get(path)
    .security(anonymous)
    .response(bytes(), { headers })
    .response(noBody, { status: 304, headers });
const page = { show: file() };

/** The addresses of the page. Any other is a 404 that is shown as a page. */
export const site = rootResource(
  { rejections: plainText({ mediaType: "text/html" }) },
  {
    home: file(),
    login: staticResource("login", page),
    register: staticResource("register", page),
    settings: staticResource("settings", page),
    editor: staticResource("editor", { ...page, article: dynamicResource("slug", page) }),
    article: staticResource("article", { article: dynamicResource("slug", page) }),
    profile: staticResource("profile", {
      user: dynamicResource("username", { ...page, favorites: staticResource("favorites", page) }),
    }),
  },
);

/** Serves the folder of a built page at `/`. */
export async function routeSite(server: FetchServer, folder: string): Promise<void> {
  const { "index.html": html, ...files } = await readFiles(folder);
  if (html === undefined) throw new Error(`${folder} has no index.html`);
  const serve = (tree: AnyResource, content: SiteFile): void => {
    for (const endpoint of endpointsOf(tree)) {
      server.route(endpoint, (call) => answer(content, call));
    }
  };
  const shown = await html.plain.content.text();
  const headers = headersOf("index.html");
  server.rejections(site, ({ status, title }, { respond }) =>
    respond(status === 404 ? shown : title, { headers }),
  );
  serve(site, html);
  for (const [name, content] of Object.entries(files))
    serve(rootResource({ at: file(name) }), content);
}

type Call = Pick<CallOf<UntypedEndpoint, object>, "header" | "respond">;

function answer({ plain, gzipped }: SiteFile, { header, respond }: Call) {
  const accepts = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(
    header("accept-encoding") ?? "",
  );
  const form = accepts && gzipped !== undefined ? gzipped : plain;
  return header("if-none-match")?.includes(form.headers.etag)
    ? respond(undefined, { status: 304, headers: form.headers })
    : respond(form.content, { status: 200, headers: form.headers });
}

interface SiteFile {
  readonly plain: Form;
  /** Absent if it is not smaller. */
  readonly gzipped: Form | undefined;
}

interface Form {
  readonly content: Blob;
  readonly headers: ReturnType<typeof headersOf> & {
    readonly etag: string;
    readonly "content-encoding"?: string;
  };
}

async function readFiles(folder: string): Promise<Record<string, SiteFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFileOf(folder, name)] as const)),
  );
}

async function readFileOf(folder: string, name: string): Promise<SiteFile> {
  const content = await readFile(join(folder, name));
  const type = TYPES.get(extname(name)) ?? "application/octet-stream";
  const tag = createHash("sha256").update(content).digest("base64url");
  const headers = headersOf(name);
  const zipped = await promisify(gzip)(content, { level: 9 });
  return {
    plain: { content: new Blob([content], { type }), headers: { ...headers, etag: `"${tag}"` } },
    gzipped:
      zipped.byteLength < content.byteLength * 0.9
        ? {
            content: new Blob([zipped], { type }),
            headers: { ...headers, etag: `"${tag}-gzip"`, "content-encoding": "gzip" },
          }
        : undefined,
  };
}

const TYPES: ReadonlyMap<string, string> = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".json", "application/json"],
  [".svg", "image/svg+xml"],
  [".png", "image/png"],
  [".webp", "image/webp"],
  [".ico", "image/x-icon"],
  [".woff2", "font/woff2"],
  [".txt", "text/plain; charset=utf-8"],
]);

// The page loads code and styles from here only, and pictures of articles and users from everywhere. No other
// page shows it in a frame.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; " +
  "img-src 'self' data: https: http:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function headersOf(name: string) {
  return {
    "content-security-policy": POLICY,
    "referrer-policy": "same-origin",
    // Vite writes a hash of the content into the names of assets.
    "cache-control": name.startsWith("assets/")
      ? "public, max-age=31536000, immutable"
      : "no-cache",
    vary: "accept-encoding",
  };
}
