// The page and its script as resources. The script is bundled once, at the start.
import { bytes, get, rootResource } from "bough";
import type { Routes } from "bough/server";
import { browserScript } from "../browser-script.ts";

const site = rootResource({
  page: get().response(bytes("text/html; charset=utf-8")),
  script: get("app.js").response(bytes("text/javascript; charset=utf-8")),
});

const page = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>A live list</title>
  <style>
    body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
  </style>
  <h1>A live list</h1>
  <form><label>New item <input name="text" required maxlength="100"></label> <button>Add</button></form>
  <ul></ul>
  <p><output></output></p>
  <script type="module" src="/app.js"></script>
</html>
`;

/** Serves the page at `/` with this script. */
export function routeSite(routes: Routes, script: Uint8Array): void {
  routes.route(site, {
    page: () => new TextEncoder().encode(page),
    script: () => script,
  });
}

/** The page's script with its imports. */
export async function bundleScript(conditions?: string[]): Promise<Uint8Array> {
  return browserScript(import.meta.url, conditions);
}
