// The files of the page that `npm run build` has written, each as an endpoint.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { bytes, get, rootResource } from "bough";

const TYPES = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".svg", "image/svg+xml"],
  [".png", "image/png"],
]);

const folder = fileURLToPath(new URL("../dist/page", import.meta.url));
const entries = existsSync(folder)
  ? readdirSync(folder, { recursive: true, withFileTypes: true })
  : [];

export const pageFiles = entries
  .filter((entry) => entry.isFile())
  .map((entry) => {
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).replaceAll("\\", "/");
    const type = TYPES.get(extname(file)) ?? "application/octet-stream";
    const { content } = rootResource({
      content: get(path === "index.html" ? "" : path).response(bytes()),
    });
    return { endpoint: content, content: new Blob([readFileSync(file)], { type }) };
  });
