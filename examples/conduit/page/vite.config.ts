// Builds the page to dist/, which the server serves. `npm run dev:page` serves it with the API of a running server.
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import type { UserConfig } from "vite";

const config: UserConfig = defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [react()],
  resolve: {
    alias: [
      {
        find: /^(?:entities|linkify-it|uc\.micro)$/,
        replacement: fileURLToPath(new URL("src/markdown-parts.ts", import.meta.url)),
      },
    ],
  },
  build: { target: "es2022", modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: { proxy: { "/api": "http://127.0.0.1:3000", "/docs": "http://127.0.0.1:3000" } },
});

export default config;
