// Builds the page to dist/, which the server serves. `npm run dev:page` serves it with the API of a running server,
// and `npm run dev:mock` with a mock of the API.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import type { Plugin, UserConfigFnObject } from "vite";

const config: UserConfigFnObject = defineConfig(({ mode }) => ({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [react(), mode === "mock" && mocked()],
  resolve: {
    alias: [
      {
        find: /^(?:entities|linkify-it|uc\.micro|punycode\.js|mdurl)$/,
        replacement: fileURLToPath(new URL("src/markdown-parts.ts", import.meta.url)),
      },
    ],
  },
  build: { target: "es2022", modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: { proxy: { "/api": "http://127.0.0.1:3000", "/docs": "http://127.0.0.1:3000" } },
}));

/** Starts the page with `mock/main.ts`, and serves the service worker of MSW beside it. */
function mocked(): Plugin {
  const fileName = "mockServiceWorker.js";
  const source = readFileSync(fileURLToPath(import.meta.resolve(`msw/${fileName}`)), "utf8");
  return {
    name: "mocked",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => html.replace("/src/main.tsx", "/mock/main.ts"),
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${fileName}`, (_, response) => {
        response.setHeader("content-type", "text/javascript").end(source);
      });
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName, source });
    },
  };
}

export default config;
