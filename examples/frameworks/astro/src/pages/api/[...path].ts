import type { APIRoute } from "astro";
import { server } from "../../api/server.ts";

export const prerender = false;
export const ALL: APIRoute = ({ request }) => server.fetch(request);
