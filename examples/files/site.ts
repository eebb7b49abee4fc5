// The page and its script as resources. The script is bundled once, at the start.
import { bytes, get, rootResource } from "bough";
import type { Routes } from "bough/server";
import { browserScript } from "../browser-script.ts";
import { page } from "./page.ts";

const site = rootResource({
  page: get().response(bytes("text/html; charset=utf-8")),
  script: get("app.js").response(bytes("text/javascript; charset=utf-8")),
});

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
