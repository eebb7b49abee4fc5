// `npm run dev:page` serves the page with the API of `npm run dev`; `npm run build` writes it to dist/page.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  plugins: [react()],
  build: { outDir: "../dist/page", emptyOutDir: true },
  server: { proxy: { "/api": server, "/docs": server } },
});
