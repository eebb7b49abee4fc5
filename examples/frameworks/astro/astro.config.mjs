import node from "@astrojs/node";
import { defineConfig } from "astro/config";

export default defineConfig({
  output: "server",
  adapter: node({ mode: "standalone" }),
  // Otherwise Astro refuses forms, and methods such as DELETE, from clients that send no Origin.
  security: { checkOrigin: false },
});
