// Builds the documentation as a static site into site/dist.
// usage: npm run site -- [--base /bough/] [--url https://example.test/bough/] [--repository https://…/blob/HEAD/] [--open]
//   --base        the path under which the site is served, "/" by default
//   --url         where it is published: canonical links are absolute then
//   --repository  where its links to files of the repository lead; without it they are plain text
//   --open        serves the site on a local port

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build as bundle } from "esbuild";
import { groups, keyOf, places, repository, skills, withKeys, withLinks } from "./pages.mjs";

const site = fileURLToPath(new URL(".", import.meta.url));
const gen = join(site, ".gen");
const out = join(site, "dist");
const { values } = parseArgs({
  options: {
    base: { type: "string", default: "/" },
    url: { type: "string" },
    repository: { type: "string" },
    open: { type: "boolean", default: false },
  },
});
const base = values.base.endsWith("/") ? values.base : `${values.base}/`;
const started = performance.now();
const pages = places();
const moved = JSON.parse(read("docs/moved.json"));

if (!existsSync(join(site, "node_modules/vitepress")))
  run("npm", ["ci", "--ignore-scripts"], { cwd: site });
rmSync(join(gen, "pages"), { recursive: true, force: true });
rmSync(join(gen, "public"), { recursive: true, force: true });
await bundle({
  entryPoints: [join(site, "types.ts"), join(site, "reference.ts")],
  outdir: gen,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
  banner: {
    js: "import.meta.filename ??= (await import('node:url')).fileURLToPath(import.meta.url);",
  },
  logLevel: "warning",
});
run("node", [join(gen, "reference.mjs"), repository, join(gen, "pages/reference/api")]);
writePages();
writeTypes();
run("node", [join(site, "node_modules/vitepress/bin/vitepress.js"), "build", site], {
  env: { ...process.env, BOUGH_SITE: JSON.stringify(optionsOfSite()) },
});
writeTexts();
writeMoved();
console.log(
  `site: ${pages.size} pages in site/dist, ${Math.round((performance.now() - started) / 1000)} s`,
);
if (values.open) {
  run("node", [join(site, "node_modules/vitepress/bin/vitepress.js"), "preview", site], {
    env: { ...process.env, BOUGH_SITE: JSON.stringify(optionsOfSite()) },
  });
}

function read(path) {
  return readFileSync(join(repository, path), "utf8");
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function writePages() {
  for (const [source, place] of pages) {
    const text = withLinks(read(source), source, pages, values.repository);
    // A page that is not in docs/ has no place there to edit it.
    const front = source.startsWith("docs/") ? "" : "---\neditLink: false\n---\n\n";
    write(join(gen, "pages", place), front + withKeys(text, source));
    for (const [, image] of text.matchAll(/!\[[^\]]*\]\((?!https?:)([^)]+)\)/g)) {
      cpSync(join(repository, dirname(source), image), join(gen, "pages", dirname(place), image));
    }
  }
  const home = withLinks(read("site/home.md"), "site/home.md", pages, values.repository);
  write(join(gen, "pages/index.md"), withKeys(home, "site/home.md"));
  cpSync(join(site, "public"), join(gen, "public"), { recursive: true });
}

/** Reads the types of all pages, in a process of its own: the compiler's memory is free before VitePress starts. */
function writeTypes() {
  const texts = Object.fromEntries(
    [...pages.keys(), "site/home.md"].map((source) => [source, read(source)]),
  );
  const file = join(gen, "types.json");
  run("node", [join(gen, "types.mjs"), file], {
    input: JSON.stringify({ repository, pages: texts }),
  });
  const byKey = {};
  for (const [source, { texts: own, blocks }] of Object.entries(
    JSON.parse(readFileSync(file, "utf8")),
  )) {
    for (const [index, block] of blocks.entries())
      byKey[keyOf(source, index)] = { ...block, texts: own };
    const place = pages.get(source) ?? "index.md";
    if (own.length > 0)
      write(join(gen, "public/types", place.replace(/\.md$/, ".json")), JSON.stringify(own));
  }
  write(join(gen, "types-by-key.json"), JSON.stringify(byKey));
}

function optionsOfSite() {
  const entries = JSON.parse(readFileSync(join(gen, "pages/reference/api/entries.json"), "utf8"));
  const api = entries.map(({ entry, file }) => ({ text: entry, link: `/reference/api/${file}` }));
  const sidebar = groups().map(({ title, pages: listed }) => ({
    text: title,
    // The group of the page that is shown opens by itself.
    collapsed: true,
    items: listed.map(({ title: text, source }) => ({
      text,
      link: `/${pages.get(source)}`,
      ...(source === "docs/reference/exports.md" ? { collapsed: true, items: api } : {}),
    })),
  }));
  const synonyms = JSON.parse(read("site/synonyms.json"));
  const anchors = Object.entries(moved).filter(([link]) => pages.has(`docs/${link.split("#")[0]}`));
  return {
    base,
    url: values.url?.replace(/\/?$/, "/"),
    sidebar,
    synonyms,
    moved: Object.fromEntries(anchors),
    home: values.repository,
    version: `v${JSON.parse(read("packages/bough/package.json")).version}`,
  };
}

/** Each page as Markdown beside its HTML, and all of them for language models (https://llmstxt.org). */
function writeTexts() {
  const index = [
    "# Bough",
    "",
    "> Declare an HTTP API once, as a tree of resources; serve it and call it with the same typed value.",
    "",
    `The guide in one file: ${values.url?.replace(/\/?$/, "/") ?? base}llms-small.txt (how to start, declare, serve and call), or llms-full.txt (all pages).`,
    "",
  ];
  const full = [];
  const small = [];
  for (const { title, pages: listed } of groups()) {
    index.push(`## ${title}`, "");
    for (const { title: name, source } of listed) {
      const place = pages.get(source) ?? "";
      const text = markdownOf(source);
      index.push(
        `- [${name}](${values.url?.replace(/\/?$/, "/") ?? base}${place}): ${aboutOf(text)}`,
      );
      if (!place.startsWith("about/")) full.push(text);
      if (/^(?:Start|Declare|Serve|Call)$/.test(title)) small.push(text);
    }
    index.push("");
  }
  for (const [source, place] of pages) write(join(out, place), markdownOf(source));
  index.push("## Skills for agents", "");
  for (const { name, description, text } of skills()) {
    write(join(out, `skills/${name}/SKILL.md`), text);
    index.push(
      `- [${name}](${values.url?.replace(/\/?$/, "/") ?? base}skills/${name}/SKILL.md): ${description}`,
    );
  }
  index.push("");
  write(join(out, "llms.txt"), index.join("\n"));
  write(join(out, "llms-small.txt"), small.join("\n\n---\n\n"));
  write(join(out, "llms-full.txt"), full.join("\n\n---\n\n"));
}

/** The first sentence of a page, without links. */
function aboutOf(markdown) {
  const paragraph = markdown
    .replaceAll(/^(`{3,})[^]*?^\1`*$/gm, "")
    .split("\n\n")
    .map((text) => text.trim())
    .find((text) => /^[a-zA-Z*`[]/.test(text) && !text.startsWith("[!"));
  const [sentence = ""] = /^[^]*?\.(?=\s|$)/.exec(paragraph ?? "") ?? [paragraph ?? ""];
  return sentence
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replaceAll(/\s+/g, " ")
    .replace(/:$/, ".");
}

/** A page as it is written, with links that lead to the Markdown of other pages. */
function markdownOf(source) {
  return withLinks(read(source), source, pages, values.repository).replaceAll("](/", `](${base}`);
}

/** A page that has moved leads to its new place, with the anchor that the link has. */
function writeMoved() {
  const old = new Set(Object.keys(moved).map((link) => link.split("#")[0]));
  for (const page of old) {
    if (pages.has(`docs/${page}`)) continue;
    const html = (link) => `${base}${link === "README.md" ? "" : link.replace(".md", ".html")}`;
    const places = Object.fromEntries(
      Object.entries(moved)
        .filter(([link]) => link === page || link.startsWith(`${page}#`))
        .map(([link, target]) => [link.slice(page.length), html(target)]),
    );
    const target = places[""] ?? Object.values(places)[0];
    write(
      join(out, page.replace(".md", ".html")),
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Moved</title><link rel="canonical" href="${target}">` +
        `<noscript><meta http-equiv="refresh" content="0; url=${target}"></noscript><p><a href="${target}">This page has moved.</a></p>` +
        `<script>const moved=${JSON.stringify(places)};location.replace(moved[decodeURIComponent(location.hash)]??${JSON.stringify(target)}+location.hash)</script></html>\n`,
    );
  }
}

function run(command, arguments_, options = {}) {
  const { status } = spawnSync(command, arguments_, {
    stdio: ["pipe", "inherit", "inherit"],
    ...options,
  });
  if (status !== 0) process.exit(status ?? 1);
}
