import adapter from "@sveltejs/adapter-node";
import { sveltekit } from "@sveltejs/kit/vite";
import { defineConfig } from "vite";

// The origin is what SvelteKit compares the origin of forms with. Without it, it expects HTTPS.
const origin = process.env["ORIGIN"];

export default defineConfig({ plugins: [sveltekit({ adapter: adapter(), paths: { origin } })] });
