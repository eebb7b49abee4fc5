// The site as VitePress builds it. build.mjs prepares the pages in .gen/pages and passes its options by BOUGH_SITE.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { slugify } from "../pages.mjs";
import { searchOptions } from "../search.mjs";
import { typesInCode } from "../twoslash.mjs";

const { base, url, sidebar, synonyms, moved, version, home } = JSON.parse(process.env.BOUGH_SITE);
const types = JSON.parse(
  readFileSync(new URL("../.gen/types-by-key.json", import.meta.url), "utf8"),
);
const absolute = (path) => (url === undefined ? `${base}${path}` : `${url}${path}`);

export default {
  title: "Bough",
  description:
    "Declare an HTTP API once, as a tree of resources; serve it and call it with the same typed value.",
  lang: "en",
  base,
  srcDir: ".gen/pages",
  outDir: "dist",
  cacheDir: ".gen/vitepress",
  metaChunk: true,
  appearance: true,
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${base}icon.svg` }]],
  markdown: {
    anchor: { slugify },
    toc: { slugify },
    headers: { slugify },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    codeTransformers: [typesInCode((key) => types[key])],
  },
  vite: {
    define: { __MOVED__: JSON.stringify(moved) },
    resolve: {
      alias: [
        {
          find: /^minisearch$/,
          replacement: fileURLToPath(new URL("../all-words.mjs", import.meta.url)),
        },
      ],
    },
    publicDir: fileURLToPath(new URL("../.gen/public", import.meta.url)),
    build: { chunkSizeWarningLimit: 2000 },
    logLevel: "warn",
  },
  themeConfig: {
    sidebar,
    nav: [
      { text: "Tutorial", link: "/tutorial/bookshop" },
      { text: "Guide", link: "/concepts/core-concepts" },
      { text: "Errors", link: "/errors" },
      { text: "API", link: "/reference/exports" },
      { text: version, link: "/about/changelog" },
    ],
    logo: "/icon.svg",
    ...(home === undefined
      ? {}
      : {
          socialLinks: [{ icon: "github", link: home.replace(/\/blob\/.*$/, "") }],
          editLink: { pattern: `${home}docs/:path`, text: "Edit this page" },
        }),
    notFound: {
      title: "There is no such page",
      quote: "It may have moved. Search for it with the field above, or start at the tutorial.",
      linkLabel: "To the home page",
      linkText: "Home",
    },
    outline: [2, 3],
    search: {
      provider: "local",
      options: {
        detailedView: true,
        miniSearch: { searchOptions: searchOptions(synonyms) },
        // Words that people search for, and that the page may not use, are in the text below its first heading.
        _render(source, env, md) {
          const html = md.render(source, env);
          const path = env.relativePath;
          if (/^(?:decisions|about|reference\/api)\//.test(path)) return "";
          const words = synonyms[path];
          return words === undefined ? html : html.replace("</h1>", `</h1><p>${words}</p>`);
        },
      },
    },
    docFooter: { prev: "Previous", next: "Next" },
    footer: { message: "MIT licence" },
  },
  transformHead({ pageData }) {
    const html = pageData.relativePath
      .replace(/(?:^|(?<=\/))index\.md$/, "")
      .replace(/\.md$/, ".html");
    const isHome = pageData.relativePath === "index.md";
    const title = isHome ? "Bough" : pageData.title;
    return [
      ["link", { rel: "canonical", href: absolute(html) }],
      ...(isHome
        ? []
        : [
            [
              "link",
              { rel: "alternate", type: "text/markdown", href: `${base}${pageData.relativePath}` },
            ],
          ]),
      ["meta", { property: "og:title", content: title }],
      ["meta", { property: "og:type", content: "article" }],
      ["meta", { property: "og:url", content: absolute(html) }],
      ["meta", { property: "og:image", content: absolute("preview.png") }],
      ["meta", { name: "twitter:card", content: "summary_large_image" }],
    ];
  },
};
