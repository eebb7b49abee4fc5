import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { texts } from "../../events/topic.mjs";

const app = new Hono().get("/v1/live", (c) =>
  streamSSE(c, async (stream) => {
    for await (const text of texts()) await stream.writeSSE({ data: text });
  }),
);

export { publish } from "../../events/topic.mjs";
export const listen = (port) => serve({ fetch: app.fetch, port, hostname: "127.0.0.1" });
