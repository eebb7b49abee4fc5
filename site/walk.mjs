// Walks every page of the built site in Chromium, at the width of a desktop and at 360 pixels, light and dark, and
// tells what is wrong: links and anchors that lead nowhere, errors in the console, requests to other origins, pages
// wider than the screen, and serious findings of axe. It also counts the bytes of a guide page's scripts, and looks
// for each word of searches.json in the search.
// usage: node site/walk.mjs [page]

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { wrongSearches } from "./search.mjs";

const site = fileURLToPath(new URL(".", import.meta.url));
const out = join(site, "dist");
const axe = readFileSync(join(site, "node_modules/axe-core/axe.min.js"), "utf8");
const MAX_SCRIPT_BYTES = 120 * 1024;
const [, , only] = process.argv;

/** What VitePress' default theme breaks itself: its search button, and the links in groups of its sidebar. */
const THEME = {
  "label-content-name-mismatch": ".DocSearch",
  "nested-interactive": '.item[role="button"]',
};

const MEDIA = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};

const wrong = [];
const bytesOf = new Map();
const server = createServer(({ url = "/" }, response) => {
  const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
  const file = join(out, path.endsWith("/") ? `${path}index.html` : path);
  if (!existsSync(file)) return response.writeHead(404).end();
  return response
    .writeHead(200, { "content-type": MEDIA[extname(file)] ?? "application/octet-stream" })
    .end(readFileSync(file));
}).listen(0, "127.0.0.1");
await new Promise((listening) => server.once("listening", listening));
const origin = `http://127.0.0.1:${server.address().port}`;

const files = readdirSync(out, { recursive: true }).map((name) => name.replaceAll("\\", "/"));
const moved = files.filter(
  (name) =>
    name.endsWith(".html") &&
    readFileSync(join(out, name), "utf8").includes("<title>Moved</title>"),
);
const pages = files.filter(
  (name) =>
    name.endsWith(".html") &&
    name !== "404.html" &&
    !moved.includes(name) &&
    (only === undefined || name.includes(only)),
);

checkLinks();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addInitScript(axe);
  const tab = await context.newPage();
  let at = "";
  let scripts = [];
  tab.on("console", (message) => {
    if (/^(?:error|warning)$/.test(message.type())) wrong.push(`${at}: console: ${message.text()}`);
  });
  tab.on("pageerror", (error) => wrong.push(`${at}: ${error}`));
  tab.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(?:data|blob):/.test(url))
      wrong.push(`${at}: request to ${url}`);
    if (request.resourceType() === "script") scripts.push(new URL(url).pathname);
  });
  for (const page of pages) {
    at = page;
    scripts = [];
    await tab.setViewportSize({ width: 1280, height: 900 });
    await tab.emulateMedia({ colorScheme: pages.indexOf(page) % 2 === 0 ? "light" : "dark" });
    await tab.goto(`${origin}/${page}`, { waitUntil: "load" });
    const size = scripts.reduce((sum, path) => sum + zipped(path), 0);
    bytesOf.set(page, size);
    if (/^(?:guide|tutorial)\//.test(page) && size > MAX_SCRIPT_BYTES)
      wrong.push(`${page}: ${size} bytes of scripts`);
    await audit(tab, page);
    await tab.setViewportSize({ width: 360, height: 740 });
    const wide = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) wrong.push(`${page}: ${wide} pixels wider than a phone`);
  }
  if (only === undefined) await checkTypes(tab);
  if (only === undefined)
    wrong.push(...(await wrongSearches(out, json("searches.json"), json("synonyms.json"))));
} finally {
  await browser.close();
  server.close();
}

const largest = [...bytesOf]
  .filter(([page]) => /^(?:guide|tutorial)\//.test(page))
  .toSorted((a, b) => b[1] - a[1])[0];
console.log(
  `walked ${pages.length} pages and ${moved.length} that have moved; scripts of a guide page: at most ${largest?.[1]} bytes gzip (${largest?.[0]})`,
);
for (const line of new Set(wrong)) console.log(`wrong: ${line}`);
process.exitCode = wrong.length > 0 ? 1 : 0;

function json(name) {
  return JSON.parse(readFileSync(join(site, name), "utf8"));
}

function zipped(path) {
  const file = join(out, path);
  return existsSync(file) ? gzipSync(readFileSync(file)).length : 0;
}

async function audit(tab, page) {
  // A color that is still changing has another contrast.
  await tab.addStyleTag({ content: "* { transition: none !important; }" });
  const found = await tab.evaluate(async (theme) => {
    const isOfTheme = (id, element) => theme[id] !== undefined && element.matches(theme[id]);
    const { violations } = await window.axe.run(document, { elementRef: true });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => ({
        id,
        targets: nodes.filter(({ element }) => !isOfTheme(id, element)).map(({ target }) => target),
      }))
      .filter(({ targets }) => targets.length > 0)
      .map(
        ({ id, targets }) =>
          `${id} at ${targets
            .slice(0, 3)
            .map((target) => target.join(" "))
            .join(", ")}`,
      );
  }, THEME);
  for (const line of found) wrong.push(`${page}: axe: ${line}`);
}

/** A name shows its type when a reader points at it. */
async function checkTypes(tab) {
  await tab.setViewportSize({ width: 1280, height: 900 });
  await tab.goto(`${origin}/guide/resources.html`, { waitUntil: "load" });
  const name = tab.locator(".typed", { hasText: "rootResource" }).first();
  await name.scrollIntoViewIfNeeded();
  await name.hover();
  const shown = await tab.locator(".type-of-name").textContent({ timeout: 20_000 });
  if (!shown?.includes("rootResource"))
    wrong.push(`guide/resources.html: the type of a name is ${shown}`);
  if ((await tab.locator(".line.says").count()) === 0)
    wrong.push("guide/resources.html: no sentence of the compiler");
}

/** Links and anchors of all pages, without a browser. */
function checkLinks() {
  const ids = new Map();
  const idsOf = (file) => {
    if (!ids.has(file)) {
      const html = readFileSync(join(out, file), "utf8");
      ids.set(file, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)));
    }
    return ids.get(file);
  };
  for (const page of files.filter((name) => name.endsWith(".html"))) {
    const html = readFileSync(join(out, page), "utf8");
    for (const [, link] of html.matchAll(/<a[^>]*\shref="([^"]+)"/g)) {
      if (/^[a-z]+:/.test(link) && !link.startsWith(origin)) continue;
      const { pathname, hash } = new URL(link.replaceAll("&amp;", "&"), `${origin}/${page}`);
      const path = decodeURIComponent(pathname).slice(1);
      const file = [path === "" ? "index.html" : path, `${path}.html`, `${path}index.html`].find(
        (name) => files.includes(name) && extname(name) !== "",
      );
      if (file === undefined) wrong.push(`${page}: ${link} leads nowhere`);
      else if (
        hash !== "" &&
        file.endsWith(".html") &&
        !idsOf(file).has(decodeURIComponent(hash.slice(1)))
      ) {
        if (!moved.includes(file)) wrong.push(`${page}: ${link} has no such heading`);
      }
    }
  }
}
