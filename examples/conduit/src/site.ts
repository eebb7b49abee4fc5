// Serves the page that `npm run build:page` has built: its files, and the page itself at every other address,
// because the page finds its way by the address.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import {
  anonymous,
  bytes,
  dynamicResource,
  failure,
  get,
  noBody,
  rootResource,
  segments,
  staticResource,
  string,
} from "bough";
import type { FetchServer, Handler } from "bough/server";
import { errors } from "./errors.ts";
import type { Errors } from "./api.ts";

const NoSuchFile = failure("no-such-file", 404).bare<Errors>();

const headers = {
  "content-security-policy": string(),
  "cache-control": string(),
  "referrer-policy": string(),
  etag: string(),
  vary: string(),
  "content-encoding": string().optional(),
};
const file = get()
  .security(anonymous)
  .headers({ "if-none-match": string().optional(), "accept-encoding": string().optional() })
  .response(bytes(), { headers })
  .response(noBody, { status: 304, headers })
  .failure(NoSuchFile);

const site = rootResource({
  home: file,
  assets: staticResource("assets", { asset: dynamicResource("name", { find: file }) }),
  address: dynamicResource("address", segments(), { find: file }),
});

/** Addresses of the server that the page does not have. */
const OTHERS: ReadonlySet<string> = new Set(["api", "docs", "health"]);

/** Serves the folder of a built page at `/`. */
export async function routeSite(server: FetchServer, folder: string): Promise<void> {
  const files = await readFiles(folder);
  server.route(site.home, (call) => answer(files.get("index.html"), call));
  server.route(site.assets.asset.find, (call) =>
    answer(files.get(`assets/${call.ids.name}`), call),
  );
  server.route(site.address.find, (call) => {
    const { address } = call.ids;
    const isPage = !OTHERS.has(address[0] ?? "");
    return answer(
      files.get(address.join("/")) ?? (isPage ? files.get("index.html") : undefined),
      call,
    );
  });
}

type Call = Pick<Parameters<Handler<typeof site.home>>[0], "headers" | "respond" | "fail">;

function answer(file: SiteFile | undefined, { headers, respond, fail }: Call) {
  if (file === undefined) return fail(NoSuchFile, errors("there is no such file"));
  const { plain, gzipped } = file;
  const accepts = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(
    headers["accept-encoding"] ?? "",
  );
  const form = accepts && gzipped !== undefined ? gzipped : plain;
  return headers["if-none-match"]?.includes(form.headers.etag)
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
  readonly headers: ReturnType<typeof headersOf> & { readonly "content-encoding"?: string };
}

async function readFiles(folder: string): Promise<Map<string, SiteFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFileOf(folder, name)] as const)),
  );
}

async function readFileOf(folder: string, name: string): Promise<SiteFile> {
  const content = await readFile(join(folder, name));
  const type = TYPES.get(extname(name)) ?? "application/octet-stream";
  const tag = createHash("sha256").update(content).digest("base64url");
  const zipped = await promisify(gzip)(content, { level: 9 });
  return {
    plain: { content: new Blob([content], { type }), headers: headersOf(name, tag) },
    gzipped:
      zipped.byteLength < content.byteLength * 0.9
        ? {
            content: new Blob([zipped], { type }),
            headers: { ...headersOf(name, `${tag}-gzip`), "content-encoding": "gzip" },
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

function headersOf(name: string, tag: string) {
  return {
    "content-security-policy": POLICY,
    "referrer-policy": "same-origin",
    // Vite writes a hash of the content into the names of assets.
    "cache-control": name.startsWith("assets/")
      ? "public, max-age=31536000, immutable"
      : "no-cache",
    etag: `"${tag}"`,
    vary: "accept-encoding",
  };
}
