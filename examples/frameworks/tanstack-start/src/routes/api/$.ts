import { createFileRoute } from "@tanstack/react-router";
import { server } from "../../api/server.ts";

export const Route = createFileRoute("/api/$")({
  server: { handlers: { ANY: ({ request }) => server.fetch(request) } },
});
