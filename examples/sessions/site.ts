// The page, its style and its script as resources. The script is bundled once, at the start.
import { anonymous, bytes, get, rootResource, string } from "bough";
import type { Routes } from "bough/server";
import { browserScript } from "../browser-script.ts";
import { page } from "./page.ts";
import { style } from "./style.ts";

// The page loads nothing from elsewhere, and no other page shows it in a frame.
const policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const site = rootResource({
  page: get()
    .security(anonymous)
    .response(bytes("text/html; charset=utf-8"), {
      headers: { "content-security-policy": string() },
    }),
  style: get("app.css").security(anonymous).response(bytes("text/css; charset=utf-8")),
  script: get("app.js").security(anonymous).response(bytes("text/javascript; charset=utf-8")),
});

/** Serves the page at `/` with this script. */
export function routeSite(routes: Routes, script: Uint8Array): void {
  const encoder = new TextEncoder();
  routes.route(site, {
    page: ({ respond }) =>
      respond(encoder.encode(page), { headers: { "content-security-policy": policy } }),
    style: () => encoder.encode(style),
    script: () => script,
  });
}

/** The page's script with its imports. */
export async function bundleScript(conditions?: string[]): Promise<Uint8Array> {
  return browserScript(import.meta.url, conditions);
}
