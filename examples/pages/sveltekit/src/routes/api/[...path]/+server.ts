import type { RequestHandler } from "./$types";
import { server } from "../../../api/server.ts";

export const fallback: RequestHandler = ({ request }) => server.fetch(request);
